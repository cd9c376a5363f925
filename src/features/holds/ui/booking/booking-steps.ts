import { no, type Result } from '#lib/result.ts'
import type { HoldRequest } from '#features/holds/schema.ts'
import { attemptKey, clearAttempt, clearHold, storeHold, type StoredHold } from './attempts.ts'
import { type HeldTable, type ApiError, openPayment, requestHold } from '../hold-requests.ts'
import { sendToPayment } from '../payment/payment-tab.ts'

type NewRequest = Omit<HoldRequest, 'key'>
type Where = Pick<HoldRequest, 'eventId' | 'tableId'>

export type Outcome =
  | { readonly is: 'payable'; readonly hold: StoredHold }
  /** The table is held, but its checkout could not be opened yet; the guest can retry. */
  | { readonly is: 'held'; readonly hold: StoredHold; readonly refusal: ApiError }
  | { readonly is: 'refused'; readonly refusal: ApiError }

/** Places the hold, opens its checkout and redirects the tab to the payment page. On a refusal the tab is closed. */
export async function bookAndPay(request: NewRequest, tab: Window | null): Promise<Outcome> {
  const taken = await placeHold(request)
  if (!taken.ok) {
    tab?.close()
    return { is: 'refused', refusal: taken.reason }
  }
  const { token, tableNumber, heldUntil, totalCents } = taken.value
  const hold = { token, tableNumber, heldUntil, totalCents, url: null }
  storeHold(request, hold)
  return payForHold(request, hold, tab)
}

/** Errors after which the stored hold stays: polling it shows whether it is confirmed or ended. */
const STILL_HELD: readonly string[] = ['already_confirmed', 'unknown_hold']

export async function payForHold(where: Where, hold: StoredHold, tab: Window | null): Promise<Outcome> {
  const opened = await openPayment(hold.token)
  if (opened.ok) {
    const payable = { ...hold, url: opened.value }
    storeHold(where, payable)
    if (tab) sendToPayment(tab, payable.url)
    return { is: 'payable', hold: payable }
  }
  tab?.close()
  // The request was lost, and the view of the hold says that its payment page did not open.
  if (opened.reason.error === 'unexpected') return { is: 'payable', hold }
  if (STILL_HELD.includes(opened.reason.error)) return { is: 'held', hold, refusal: opened.reason }
  clearHold(where, hold.token)
  return { is: 'refused', refusal: opened.reason }
}

/**
 * Requests the hold with the stored idempotency key. If the key belongs to a hold that has ended (`hold_ended`),
 * retries once with a new key: the guest cannot know about the old one and should not have to click twice.
 */
async function placeHold(request: NewRequest): Promise<Result<HeldTable, ApiError>> {
  const taken = await requestOnce(request)
  return !taken.ok && taken.reason.error === 'hold_ended' ? requestOnce(request) : taken
}

/** Errors after which the hold may exist, by this request or by one before it whose response was lost: the key stays. */
const MAY_BE_HELD: readonly string[] = ['unexpected', 'busy', 'database_unavailable', 'payment_processing']

async function requestOnce({ eventId, tableId, ...form }: NewRequest): Promise<Result<HeldTable, ApiError>> {
  const where = { eventId, tableId }
  const taken = await requestHold({ ...form, ...where, key: attemptKey(where) })
  // A refused request created no hold: the next one gets a new key.
  if (!taken.ok && !MAY_BE_HELD.includes(taken.reason.error)) clearAttempt(where)
  return taken.ok ? taken : no(taken.reason)
}
