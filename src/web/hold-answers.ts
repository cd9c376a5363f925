import { refusalWords } from '#features/holds/rules.ts'
import type { HoldRefusal } from '#features/holds/schema.ts'
import type { Refused } from '#features/holds/service.ts'
import type { Refusal } from './json-answers.ts'

/** The HTTP status of each way in which a table is not to be had. */
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
      return 429
    case 'sold_out':
    case 'not_for_sale':
    case 'table_unavailable':
    case 'price_changed':
    case 'table_taken':
    case 'already_confirmed':
      return 409
  }
}

export const refusalOf = ({ why, maxGuests }: Refused): Refusal => ({
  error: why,
  ...refusalWords(why, { maxGuests }),
})

/** The provider did not play along; the guest may try again, and the table was let go. */
export const PAYMENT_ERROR: Refusal = {
  error: 'payment_unavailable',
  title: 'Payment Error',
  text: 'Could not create payment session. Please try again.',
}
