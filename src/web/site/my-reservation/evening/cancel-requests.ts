import { cancelDinner, giveUpDinner } from '#features/dining/changes/service.ts'
import { hasArrived } from '#features/reservation-management/arrivals/service.ts'
import { dropChangeOfCancelled } from '#features/reservation-management/guest-changes/payments/service.ts'
import { cancelByGuest, giveUpByGuest } from '#features/reservation-management/cancellation/service.ts'
import { findEvening, isStanding } from '#features/reservations/evening/service.ts'
import type { RequestContext } from '#http/context.ts'
import { INTENT_FIELD, SEEN_FIELD } from '#lib/forms/hidden-fields.ts'
import { textOf } from '#forms/form-handler.ts'
import { ALSO, ALSO_SEEN, type Also, GIVE_UP, readAlso } from './intents.ts'

export type Cancelled =
  /** `other_stays`: the other reservation that the form names was to be cancelled, too, and no longer can be as it was shown. */
  | { readonly is: 'done'; readonly what: 'other' | 'other_stays' }
  | { readonly is: 'refused'; readonly problem: string; readonly about: 'change'; readonly status: number }
  | { readonly is: 'not_found' }

const DONE = { is: 'done', what: 'other' } as const

/** Cancels a reservation by its guest's form, and the other one of the evening where the form says so. */
export async function requestCancel(deps: RequestContext, id: string, form: FormData): Promise<Cancelled> {
  const ticked = textOf(form, ALSO)
  const also = readAlso(ticked)
  // Looked up before: once this one is cancelled, another may be the other one of its evening.
  const evening = also && (await findEvening(deps, id, 'holder'))
  const cancelled = await cancelOne(deps, id, {
    intent: textOf(form, INTENT_FIELD),
    seen: textOf(form, SEEN_FIELD) || null,
  })
  if (cancelled.is !== 'done' || ticked === '') return cancelled
  const shown = also && { ...also, seen: textOf(form, ALSO_SEEN) || null }
  const isDone = shown !== null && (await cancelOther(deps, shown, evening?.other.id))
  return isDone ? DONE : { is: 'done', what: 'other_stays' }
}

/**
 * Whether the other reservation is cancelled afterwards. The form names the one that it showed, which proves nothing: only the one
 * that is known to be of the same guests is cancelled. A repeated form finds it cancelled.
 */
async function cancelOther(
  deps: RequestContext,
  also: Also & Pick<Asked, 'seen'>,
  otherId: string | undefined,
): Promise<boolean> {
  if (also.otherId !== otherId) return !(await isStanding(deps, also.otherId))
  return (await cancelOne(deps, also.otherId, also)).is === 'done'
}

/** `seen` is what the form showed of the reservation; null from a page of the version before. */
type Asked = { readonly intent: string; readonly seen: string | null }

async function cancelOne(deps: RequestContext, id: string, { intent, seen }: Asked): Promise<Cancelled> {
  const isGivenUp = intent === GIVE_UP
  const dinnerDeps = { ...deps, hasArrived }
  const dinner = await (isGivenUp ? giveUpDinner : cancelDinner)(dinnerDeps, id, seen)
  if (dinner.ok || dinner.reason === 'not_live') return DONE
  if (dinner.reason === 'late') return refused('too_late')
  if (dinner.reason === 'arrived' || dinner.reason === 'changed') return refused(dinner.reason)
  const night = await (isGivenUp ? giveUpByGuest : cancelByGuest)(deps, id, seen)
  if (night.ok) await dropChangeOfCancelled(deps, id)
  // A repeated form finds the reservation cancelled, and the page of one that is over says so.
  if (night.ok || night.reason === 'not_confirmed' || night.reason === 'over') return DONE
  return night.reason === 'not_found' ? { is: 'not_found' } : refused(night.reason)
}

const refused = (problem: string): Cancelled => ({ is: 'refused', problem, about: 'change', status: 409 })
