import { cancelDinner, giveUpDinner } from '#features/dining/changes/service.ts'
import { hasArrived } from '#features/reservation-management/arrivals/service.ts'
import { cancelByGuest, giveUpByGuest } from '#features/reservation-management/cancellation/service.ts'
import { findEvening } from '#features/reservations/evening/service.ts'
import type { RequestContext } from '#http/context.ts'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { textOf } from '#forms/form-handler.ts'
import { ALSO, CANCEL, GIVE_UP } from './intents.ts'

export type Cancelled =
  /** `other_stays`: the other reservation of the evening was to be cancelled, too, and its terms have changed. */
  | { readonly is: 'done'; readonly what: 'other' | 'other_stays' }
  | { readonly is: 'refused'; readonly problem: string; readonly about: 'change'; readonly status: number }
  | { readonly is: 'not_found' }

const DONE = { is: 'done', what: 'other' } as const

/** Cancels a reservation by its guest's form, and the other one of the evening where the form says so. */
export async function requestCancel(deps: RequestContext, id: string, form: FormData): Promise<Cancelled> {
  const also = textOf(form, ALSO)
  // Looked up before, because a form names no reservation, and afterwards none stands that could be cancelled twice.
  const evening = also === CANCEL || also === GIVE_UP ? await findEvening(deps, id, 'holder') : null
  const cancelled = await cancelOne(deps, id, textOf(form, INTENT_FIELD))
  if (cancelled.is !== 'done' || !evening) return cancelled
  const other = await cancelOne(deps, evening.other.id, also)
  return other.is === 'done' ? DONE : { is: 'done', what: 'other_stays' }
}

async function cancelOne(deps: RequestContext, id: string, intent: string): Promise<Cancelled> {
  const isGivenUp = intent === GIVE_UP
  const dinnerDeps = { ...deps, hasArrived }
  const dinner = await (isGivenUp ? giveUpDinner : cancelDinner)(dinnerDeps, id)
  if (dinner.ok || dinner.reason === 'not_live') return DONE
  if (dinner.reason === 'late') return refused('too_late')
  if (dinner.reason === 'arrived') return refused('arrived')
  const night = await (isGivenUp ? giveUpByGuest : cancelByGuest)(deps, id)
  // A repeated form finds the reservation cancelled, and the page of one that is over says so.
  if (night.ok || night.reason === 'not_confirmed' || night.reason === 'over') return DONE
  return night.reason === 'not_found' ? { is: 'not_found' } : refused(night.reason)
}

const refused = (problem: string): Cancelled => ({ is: 'refused', problem, about: 'change', status: 409 })
