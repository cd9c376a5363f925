import { useRef } from 'react'
import { ApiError } from './api-client.ts'

type Saved<Sent, Answer> = { readonly sent: Sent; readonly answer: Answer }

/**
 * Sends under an idempotency key, which stays until an answer has come. Where something else was sent under it before, and that answer
 * was lost, nothing is added: returns the former sending with its answer, and the present one is still to be sent.
 */
export function useKeyedSending<Sent>() {
  const unanswered = useRef<{ readonly key: string; readonly sent: Sent } | null>(null)
  return async <Answer>(sent: Sent, send: (key: string) => Promise<Answer>): Promise<Saved<Sent, Answer>> => {
    const first = (unanswered.current ??= { key: crypto.randomUUID(), sent })
    try {
      const answer = await send(first.key)
      unanswered.current = null
      return { sent, answer }
    } catch (error) {
      if (!(error instanceof ApiError) || error.body.error === 'still_saving') throw error
      unanswered.current = null
      if (!error.isSavedBefore) throw error
      const answer: Answer = error.body.current
      return { sent: first.sent, answer }
    }
  }
}
