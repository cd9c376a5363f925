import { useSyncExternalStore } from 'react'
import type { AuthRequirement } from '#features/permissions/schema.ts'
import { serverNow } from '../clock/server-clock.ts'

/** Pending requirement before staff can continue: an ended session, a password or an authenticator to set up. */
export type AuthGate = 'signed_out' | AuthRequirement

type DashboardState = {
  readonly authGate: AuthGate | null
  /** Time when the connection was lost; null while it is up. */
  readonly lostAt: Date | null
}

let state: DashboardState = { authGate: null, lostAt: null }
const listeners = new Set<() => void>()
let resolvers: (() => void)[] = []

function change(next: Partial<DashboardState>): void {
  state = { ...state, ...next }
  for (const notify of listeners) notify()
}

/** Opens the dialog of an auth gate and resolves once it is cleared, so that the request can be retried. */
export function waitUntilCleared(authGate: AuthGate): Promise<void> {
  if (state.authGate === null) change({ authGate })
  return new Promise((resolve) => resolvers.push(resolve))
}

export function clearAuthGate(): void {
  change({ authGate: null })
  const released = resolvers
  resolvers = []
  for (const resolve of released) resolve()
}

export function setConnectionStatus(isUp: boolean): void {
  if (isUp === (state.lostAt === null)) return
  change({ lostAt: isUp ? null : serverNow() })
}

const subscribe = (notify: () => void) => {
  listeners.add(notify)
  return () => void listeners.delete(notify)
}
const SERVER_STATE: DashboardState = { authGate: null, lostAt: null }

export const useDashboardState = (): DashboardState =>
  useSyncExternalStore(
    subscribe,
    () => state,
    () => SERVER_STATE,
  )
