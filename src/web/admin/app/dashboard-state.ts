import { useSyncExternalStore } from 'react'
import type { AuthRequirement } from '#features/permissions/schema.ts'

/** What stands between somebody and their work: a session that ended, or something they have to do first. */
export type AuthGate = 'signed_out' | AuthRequirement

type DashboardState = {
  readonly authGate: AuthGate | null
  /** When the line was lost; null while it holds. */
  readonly lostAt: Date | null
}

let state: DashboardState = { authGate: null, lostAt: null }
const watchers = new Set<() => void>()
let waiting: (() => void)[] = []

function change(next: Partial<DashboardState>): void {
  state = { ...state, ...next }
  for (const tell of watchers) tell()
}

/** Shows the dialog that clears the obstacle, and waits until it is cleared: what was asked can then be asked again. */
export function waitUntilCleared(authGate: AuthGate): Promise<void> {
  if (state.authGate === null) change({ authGate })
  return new Promise((resolve) => waiting.push(resolve))
}

export function clearAuthGate(): void {
  change({ authGate: null })
  const released = waiting
  waiting = []
  for (const resolve of released) resolve()
}

export function setConnectionStatus(isUp: boolean): void {
  if (isUp === (state.lostAt === null)) return
  change({ lostAt: isUp ? null : new Date() })
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => void watchers.delete(tell)
}
const NOTHING: DashboardState = { authGate: null, lostAt: null }

export const useDashboardState = (): DashboardState =>
  useSyncExternalStore(
    watch,
    () => state,
    () => NOTHING,
  )
