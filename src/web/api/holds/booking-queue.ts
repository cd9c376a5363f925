import type { ErrorBody } from '#http/json-response.ts'
import { BUSY_TEXT, reportUnavailable, unavailableOf } from '#http/unavailable-response.ts'
import { createSemaphore, QueueTimeout } from '#lib/semaphore.ts'
import type { Log } from '#platform/observability/log.ts'

// When an event goes on sale, hundreds of requests arrive in one second. The semaphore leaves database connections for pages.
const withPermit = createSemaphore({ queue: 'holds', permits: 6, timeoutMs: 8000 })

/** The answer to a guest whose booking had to wait too long. */
export const BUSY: ErrorBody = {
  error: 'busy',
  title: 'Error',
  text: BUSY_TEXT,
}

/**
 * Runs a booking under the semaphore, which those of the dialog and of plain forms share. A queue timeout is logged and counted
 * as a full queue.
 */
export async function runQueued<Value>(
  log: Log,
  work: () => Promise<Value>,
): Promise<Value | 'queue_timeout'> {
  try {
    return await withPermit('holds', work)
  } catch (error) {
    if (!(error instanceof QueueTimeout)) throw error
    const unavailable = unavailableOf(error)
    if (unavailable) reportUnavailable(log, unavailable, error)
    return 'queue_timeout'
  }
}
