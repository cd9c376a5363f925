import { refusalCopy } from '#features/holds/rules.ts'
import type { HoldRefusal } from '#features/holds/schema.ts'
import { formatPhone } from '#features/venue/rules.ts'
import type { Refused } from '#features/holds/service.ts'
import type { ErrorBody } from '#http/json-response.ts'

/** HTTP status of each refusal of a hold. */
export function statusOf(why: HoldRefusal): number {
  switch (why) {
    case 'unknown_event':
    case 'unknown_table':
      return 404
    case 'event_over':
    case 'hold_ended':
      return 410
    case 'too_many_guests':
      return 422
    case 'too_many_holds':
    case 'too_many_for_contact':
    case 'too_many_nights':
    case 'network_busy':
    case 'must_wait':
    case 'network_must_wait':
      return 429
    case 'sold_out':
    case 'not_for_sale':
    case 'event_closed':
    case 'table_unavailable':
    case 'price_changed':
    case 'table_taken':
    case 'guest_blocked':
    case 'already_confirmed':
    case 'payment_processing':
      return 409
  }
}

/** Error body of a refused hold. `phone` is the venue's, for texts that ask the guest to call. */
export const refusalOf = ({ why, ...facts }: Refused, phone: string): ErrorBody => ({
  error: why,
  ...refusalCopy(why, { ...facts, phone: formatPhone(phone) }),
})

/** `Retry-After` of a refusal that ends by itself. */
export const retryHeaders = ({ waitMinutes }: Refused): Record<string, string> =>
  waitMinutes === null ? {} : { 'Retry-After': String(waitMinutes * 60) }

/** Checkout could not be created at the provider. The hold was released, so the guest can try again. */
export const PAYMENT_ERROR: ErrorBody = {
  error: 'payment_unavailable',
  title: 'Payment Error',
  text: 'Could not create payment session. Please try again.',
}
