import type { ActQueue } from '../act-queue.ts'
import type { ClockReading } from '../device-clock.ts'
import type { LiveStream } from '../live-stream.ts'
import type { StateStore } from './state-store.ts'

/** Tells the other tabs of this device what changed in its storage. */
export type Announce = (what: 'acts' | 'list' | 'ended') => void

export type Parts = {
  readonly store: StateStore
  readonly queue: ActQueue
  readonly announce: Announce
  readonly stream: () => LiveStream
  /** Number of unsent acts that the server was last told. */
  readonly reported: { unsent: number }
  /** The last look at the clock, and whether it was put forward since the last answer. */
  readonly clock: { reading: ClockReading; isWrong: boolean }
}
