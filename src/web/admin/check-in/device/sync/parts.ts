import { type ActQueue } from '../act-queue.ts'
import { Refusal } from '../api.ts'
import { type CheckInState, FIRST_STATE } from '../check-in-state.ts'
import type { ClockReading } from '../device-clock.ts'
import { deleteSnapshot } from '../device-store.ts'
import type { LiveStream } from '../live-stream.ts'

export const STORAGE_PROBLEM =
  'This phone does not let us store anything: it is full, or the browser is private. Keep this page open until everything is sent.'

export const createStore = () => {
  let state = FIRST_STATE
  const listeners = new Set<() => void>()
  return {
    get: (): CheckInState => state,
    set: (change: Partial<CheckInState>): void => {
      state = { ...state, ...change }
      for (const listener of listeners) listener()
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Tells the other tabs of this device what changed in its storage. */
export type Announce = (what: 'acts' | 'list' | 'ended') => void

export type Parts = {
  readonly store: ReturnType<typeof createStore>
  readonly queue: ActQueue
  readonly announce: Announce
  readonly stream: () => LiveStream
  /** Number of unsent acts that the server was last told. */
  readonly reported: { unsent: number }
  /** The last look at the clock, and whether it was put forward since the last answer. */
  readonly clock: { reading: ClockReading; isWrong: boolean }
}

/** Whether there was no answer that settles anything: no network, or a server that is down or busy. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof Refusal) || error.status >= 500 || error.status === 429

export async function readActs({ store, queue }: Parts): Promise<void> {
  store.set({ acts: await queue.list(), unstored: await queue.countUnstored() })
}

/** Runs a write that the screen can do without: the device may be full. */
export async function tryToStore({ store }: Parts, run: () => Promise<void>): Promise<void> {
  try {
    await run()
    const { problem, unstored } = store.get()
    if (problem === STORAGE_PROBLEM && unstored === 0) store.set({ problem: null })
  } catch {
    store.set({ problem: STORAGE_PROBLEM })
  }
}

/** Deletes the list and its key. Unsent acts stay on the device until their account signs in again. */
export async function endOnDevice(parts: Parts, phase: 'signed_out' | 'not_allowed'): Promise<void> {
  await tryToStore(parts, deleteSnapshot)
  parts.store.set({ phase, snapshot: null, savedAt: null, former: null, isLive: false })
  parts.stream().close()
  parts.announce('ended')
}

export async function handleRefusal(parts: Parts, error: unknown): Promise<void> {
  if (isUnanswered(error) || !(error instanceof Refusal)) return
  // Another account signed in in this browser: the screen begins again, with its list.
  if (error.code === 'other_account' && parts.store.get().unstored === 0) return window.location.reload()
  if (error.status === 401) return endOnDevice(parts, 'signed_out')
  if (error.status === 403) return endOnDevice(parts, 'not_allowed')
  parts.store.set({ problem: error.message })
}

export const readClock = (): ClockReading => ({
  deviceMs: Date.now(),
  tickMs: performance.now(),
  isVisible: document.visibilityState === 'visible',
})
