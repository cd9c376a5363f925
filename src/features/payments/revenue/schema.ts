import * as z from 'zod/mini'
import type { IssueKind } from '#features/payments/issues/schema.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

/** Open payment issue as staff see it: money that needs a decision. */
export type OpenIssue = {
  readonly id: string
  readonly kind: IssueKind
  readonly detail: string
  readonly amountCents: number | null
  readonly openedAt: string
  /** Reservation that the payment belongs to; null for a payment of unknown origin. */
  readonly reservation: {
    readonly id: string
    readonly guestName: string
    readonly guestEmail: string
    readonly date: CalendarDate
  } | null
  /** Cents that the provider can refund; 0 where they were refunded already or are in dispute. */
  readonly refundableCents: number
  /** Cents that were paid at the venue and that staff refund there. */
  readonly venueRefundCents: number
  /** Whether staff can give the guest a table of the night again instead of a refund. */
  readonly canSeatAgain: boolean
}

/**
 * Online payments of the last nights: the sums of the ledger beside those of the provider. `away`: the provider did not
 * answer.
 */
export type ProviderMatch =
  | { readonly kind: 'away' }
  | {
      readonly kind: 'matched'
      readonly nights: readonly {
        readonly date: CalendarDate
        readonly bookedCents: number
        readonly providerCents: number
      }[]
      /** Paid sessions of the provider without a paid checkout here. */
      readonly onlyThere: readonly { readonly sessionId: string; readonly amountCents: number }[]
    }

export const reasonForm = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(3, 'Please say why, for the books'), z.maxLength(400)),
})
