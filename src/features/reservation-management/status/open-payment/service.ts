import { closeCheckout } from '#features/payments/sessions/service.ts'
import { findBooking } from '#features/reservation-management/service.ts'
import { refused, type RefusedWithText } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { CheckoutDeps } from '#platform/payments-gateways/checkout-deps.ts'
import { PaymentUnavailable } from '#platform/payments-gateways/types.ts'
import { PAYING_AGAIN, PROCESSING, PROVIDER_UNAVAILABLE } from '../rules.ts'

/**
 * `untouched`: no payment was in progress, or its result is unknown. `closed`: no payment can arrive any more. `paid`:
 * the guest had paid, and the reservation is confirmed.
 */
export type Settled = 'untouched' | 'closed' | 'paid'

/**
 * Settles a payment in progress at the provider. It runs outside of any transaction: a slow provider must not hold row
 * locks. With `evenUncertain` an unknown result is no refusal, because a payment that arrives later for a cancelled
 * reservation is refunded automatically.
 */
export async function settlePendingPayment(
  deps: CheckoutDeps,
  id: string,
  { evenUncertain = false }: { readonly evenUncertain?: boolean } = {},
): Promise<Result<Settled, RefusedWithText>> {
  if ((await findBooking(deps.db, id))?.paymentStatus !== 'pending') return ok('untouched')
  try {
    const closed = await closeCheckout(deps, id)
    if (closed !== 'processing') return ok(closed)
    return evenUncertain ? ok('untouched') : no(refused(PROCESSING))
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    return evenUncertain ? ok('untouched') : no(refused(PROVIDER_UNAVAILABLE))
  }
}

const TRIES = 3

/**
 * Settles a payment in progress, then runs the transaction. The guest may start another payment between the two; the
 * transaction sees it under the lock and returns `paying_again`, and both steps are retried.
 */
export async function afterSettlingPayment<Value, Reason>(
  settleNow: () => Promise<Result<Settled, Reason>>,
  act: (settled: Settled) => Promise<Result<Value, Reason> | 'paying_again'>,
): Promise<Result<Value, Reason | RefusedWithText>> {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    // oxlint-disable no-await-in-loop -- retries run in sequence
    const settled = await settleNow()
    if (!settled.ok) return settled
    const done = await act(settled.value)
    // oxlint-enable no-await-in-loop
    if (done !== 'paying_again') return done
  }
  return no(refused(PAYING_AGAIN))
}
