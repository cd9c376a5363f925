import { no, type Result } from '#lib/result.ts'
import type { HoldRequest } from '#features/holds/schema.ts'
import { attemptKey, clearAttempt, storeHold, type StoredHold } from './attempts.ts'
import { type HeldTable, type ApiError, openPayment, requestHold } from '../hold-requests.ts'
import { sendToPayment } from './payment-tab.ts'

type NewRequest = Omit<HoldRequest, 'key'>
type Where = Pick<HoldRequest, 'eventId' | 'tableId'>

export type Outcome =
  | { readonly is: 'payable'; readonly hold: StoredHold }
  /** The table is held, and it is not known yet how it is paid for. */
  | { readonly is: 'held'; readonly hold: StoredHold; readonly refusal: ApiError }
  | { readonly is: 'refused'; readonly refusal: ApiError }

/** Holds the table, opens its payment and sends the tab there. A tab that has nowhere to go is closed. */
export async function bookAndPay(request: NewRequest, tab: Window | null): Promise<Outcome> {
  const taken = await takeHold(request)
  if (!taken.ok) {
    tab?.close()
    return { is: 'refused', refusal: taken.reason }
  }
  const { token, tableNumber, heldUntil, totalCents } = taken.value
  const hold = { token, tableNumber, heldUntil, totalCents, url: null }
  storeHold(request, hold)
  return payForHold(request, hold, tab)
}

/** Refusals that leave the hold as it is. */
const STILL_HELD = new Set(['unexpected', 'already_confirmed', 'unknown_hold'])

export async function payForHold(where: Where, hold: StoredHold, tab: Window | null): Promise<Outcome> {
  const opened = await openPayment(hold.token)
  if (opened.ok) {
    const payable = { ...hold, url: opened.value }
    storeHold(where, payable)
    if (tab) sendToPayment(tab, payable.url)
    return { is: 'payable', hold: payable }
  }
  tab?.close()
  if (STILL_HELD.has(opened.reason.error)) return { is: 'held', hold, refusal: opened.reason }
  clearAttempt(where)
  return { is: 'refused', refusal: opened.reason }
}

/**
 * Asks for the hold under the name this attempt goes by. A name that belongs to a hold that is over is given up, and the
 * guest, who cannot know of it, is not asked to click twice.
 */
async function takeHold(request: NewRequest): Promise<Result<HeldTable, ApiError>> {
  const taken = await askOnce(request)
  return !taken.ok && taken.reason.error === 'hold_ended' ? askOnce(request) : taken
}

async function askOnce({ eventId, tableId, ...form }: NewRequest): Promise<Result<HeldTable, ApiError>> {
  const where = { eventId, tableId }
  const taken = await requestHold({ ...form, ...where, key: attemptKey(where) })
  // What was refused was not made: the next attempt is another one. An answer that never came may have been a yes.
  if (!taken.ok && taken.reason.error !== 'unexpected') clearAttempt(where)
  return taken.ok ? taken : no(taken.reason)
}
