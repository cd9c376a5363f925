import { useRef } from 'react'
import { ApiError, isRetryable } from '../api-client.ts'

/** The answer to a sending; `isFormer` where it is that of another one before, of which some or all may be sent now. */
type Keyed<Answer> = { readonly answer: Answer; readonly isFormer: boolean }

/**
 * Sends under an idempotency key, which stays until the server has said what became of it. Where something else arrived under it
 * before, and that answer was lost, nothing is added now: the answer is the former one.
 */
export function useKeyedSending() {
  const unanswered = useRef<string | null>(null)
  return async <Answer extends { readonly item: unknown }>(
    send: (key: string) => Promise<Answer>,
  ): Promise<Keyed<Answer>> => {
    const key = (unanswered.current ??= crypto.randomUUID())
    try {
      const answer = await send(key)
      unanswered.current = null
      return { answer, isFormer: false }
    } catch (error) {
      if (!(error instanceof ApiError) || isRetryable(error) || error.body.error === 'still_saving')
        throw error
      unanswered.current = null
      if (!error.isSavedBefore) throw error
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server answers with the body of the first answer
      return { answer: { item: error.body.current } as Answer, isFormer: true }
    }
  }
}
