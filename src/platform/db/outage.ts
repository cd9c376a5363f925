import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from './db-errors.ts'

// Shorter than the time after which another process takes the job of a queue that seems to be dead.
const RETRY_FOR_MS = 8000
const RETRY_MS = 250

/** Does work again whose database went away, for a few seconds. The work must be safe to repeat. */
export async function retryWhileUnavailable<Value>(
  work: () => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  const until = performance.now() + RETRY_FOR_MS
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      return await work()
    } catch (error) {
      if (!isDatabaseUnavailable(error) || signal?.aborted || performance.now() > until) throw error
    }
    // oxlint-disable-next-line no-await-in-loop
    await sleep(RETRY_MS, undefined, signal ? { signal } : {}).catch(() => undefined)
  }
}
