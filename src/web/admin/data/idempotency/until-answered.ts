import { ApiError } from '../api-client.ts'

const AGAIN_MS = 1000
/** The server works on a batch for some seconds; half a minute is more than it needs. */
const MOST_TIMES = 30

const isWorking = (error: unknown): boolean =>
  error instanceof ApiError && error.body.error === 'still_saving'

/** Whether a request may have arrived without an answer. An aborted one is not sent again. */
const isLost = (error: unknown): boolean => !(error instanceof ApiError) && !(error instanceof DOMException)

/**
 * Sends under an idempotency key, and once more where the answer is lost. While the server is still at work on the first sending, it is
 * asked each second.
 */
export async function untilAnswered<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  let isAgain = false
  for (let times = 1; ; times += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      return await send()
    } catch (error) {
      const mayAnswer = isWorking(error) || (!isAgain && isLost(error))
      if (!mayAnswer || times === MOST_TIMES) throw error
      isAgain ||= isLost(error)
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS))
  }
}
