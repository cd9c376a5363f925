import { data } from 'react-router'
import { FEEDBACK_FORM, type FeedbackField } from '#features/reminders/feedback/schema.ts'
import { leaveFeedback, readOwnFeedback } from '#features/reminders/feedback/service.ts'
import { checkTyped, type FormRefusal, readTyped, type Typed } from '#lib/forms/check.ts'
import type { RequestContext } from '#http/context.ts'
import { readOwnPart } from '../guest-page.ts'

/** The form of a guest who came; null where nothing can be left. */
export type FeedbackShown = {
  readonly typed: Typed<FeedbackField>
  readonly isGiven: boolean
}

export type RefusedFeedback = {
  readonly typed: Typed<FeedbackField>
  readonly refusal: FormRefusal<FeedbackField>
}

export const loadFeedback = (deps: RequestContext, id: string): Promise<FeedbackShown | null> =>
  readOwnPart(deps, 'feedback', () => readFeedback(deps, id))

async function readFeedback(deps: RequestContext, id: string): Promise<FeedbackShown | null> {
  const own = await readOwnFeedback(deps, id)
  if (!own) return null
  const { given } = own
  return {
    typed: { rating: given ? String(given.rating) : '', comment: given?.comment ?? '' },
    isGiven: given !== null,
  }
}

/** Stores what a guest sent; null on success, and where it is too late, which the page says. */
export async function storeFeedback(
  deps: RequestContext,
  id: string,
  form: FormData,
): Promise<RefusedFeedback | null> {
  const typed = readTyped(form, FEEDBACK_FORM.fields)
  const checked = checkTyped(FEEDBACK_FORM, typed)
  if (!checked.ok) return { typed, refusal: checked.reason }
  const left = await leaveFeedback(deps, id, checked.value)
  if (!left.ok && left.reason === 'not_found') throw data(null, { status: 404 })
  return null
}
