import { useSyncExternalStore } from 'react'
import type { Block } from '#features/permissions/schema.ts'

/** What stands between somebody and their work: a session that ended, or something they have to do first. */
export type Obstacle = 'signed_out' | Block

type DeskState = {
  readonly obstacle: Obstacle | null
  /** When the line was lost; null while it holds. */
  readonly lostAt: Date | null
}

let state: DeskState = { obstacle: null, lostAt: null }
const watchers = new Set<() => void>()
let waiting: (() => void)[] = []

function change(next: Partial<DeskState>): void {
  state = { ...state, ...next }
  for (const tell of watchers) tell()
}

/** Shows the dialog that clears the obstacle, and waits until it is cleared: what was asked can then be asked again. */
export function waitUntilCleared(obstacle: Obstacle): Promise<void> {
  if (state.obstacle === null) change({ obstacle })
  return new Promise((resolve) => waiting.push(resolve))
}

export function clearObstacle(): void {
  change({ obstacle: null })
  const released = waiting
  waiting = []
  for (const resolve of released) resolve()
}

export function noteLine(isUp: boolean): void {
  if (isUp === (state.lostAt === null)) return
  change({ lostAt: isUp ? null : new Date() })
}

const watch = (tell: () => void) => {
  watchers.add(tell)
  return () => void watchers.delete(tell)
}
const NOTHING: DeskState = { obstacle: null, lostAt: null }

export const useDeskState = (): DeskState =>
  useSyncExternalStore(
    watch,
    () => state,
    () => NOTHING,
  )
