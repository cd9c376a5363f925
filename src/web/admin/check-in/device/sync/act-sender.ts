import { unsentOf } from '../check-in-state.ts'
import type { Parts } from './parts.ts'
import { showRefusal } from './refusals.ts'
import { handleRefusal, isWorthRetrying } from './session-end.ts'
import { readActs } from './stored-acts.ts'

const FIRST_RETRY_MS = 2000
const LONGEST_RETRY_MS = 30_000
/** The clock may have been changed since an older answer. */
const SURE_CLOCK_MS = 5 * 60_000

/** Sends the queue. While it is not empty and was not taken, it retries with backoff. */
export function createSender(parts: Parts, refresh: () => Promise<void>): () => Promise<void> {
  let pauseMs = FIRST_RETRY_MS
  let retry: number | undefined
  return async function flush(): Promise<void> {
    window.clearTimeout(retry)
    const { savedAt } = parts.store.get()
    // The age of an act is measured with the corrected clock, so changes of the clock come first.
    if (savedAt !== null && Math.abs(Date.now() - savedAt) > SURE_CLOCK_MS) await refresh()
    const staffId = parts.store.get().snapshot?.staff.id
    if (staffId === undefined) return
    try {
      await parts.queue.flush(staffId)
      showRefusal(parts, 'send', null)
      pauseMs = FIRST_RETRY_MS
    } catch (error) {
      await handleRefusal(parts, error, 'send')
      if (isWorthRetrying(error)) {
        retry = window.setTimeout(() => void flush(), pauseMs)
        pauseMs = Math.min(LONGEST_RETRY_MS, pauseMs * 2)
      }
    }
    await readActs(parts)
    parts.announce('acts')
    if (unsentOf(parts.store.get().acts).length < parts.reported.unsent) void refresh()
  }
}
