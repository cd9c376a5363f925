import * as z from 'zod/mini'
import type { ExceptionKind } from '#features/payments/issues/schema.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

/** Money that does not add up, as somebody of the staff has to look at it. */
export type OpenIssue = {
  readonly id: string
  readonly kind: ExceptionKind
  readonly detail: string
  readonly amountCents: number | null
  readonly openedAt: string
  /** Whose payment it is, where that is known. */
  readonly reservation: {
    readonly id: string
    readonly guestName: string
    readonly guestEmail: string
    readonly date: CalendarDate
  } | null
  /** How much the provider can refund; nothing where it went back already, or is not ours to give. */
  readonly refundableCents: number
  /** How much was paid at the venue and is to be given back there. */
  readonly venueRefundCents: number
  /** Whether the guest can be given a table of the night again, for the money that is still here. */
  readonly canSeatAgain: boolean
}

/** What the provider lists of the nights it was asked about, beside what stands in the books. */
export type ProviderMatch =
  | { readonly kind: 'away' }
  | {
      readonly kind: 'matched'
      readonly nights: readonly {
        readonly date: CalendarDate
        readonly bookedCents: number
        readonly providerCents: number
      }[]
      /** Payments of the provider that the books do not have. */
      readonly onlyThere: readonly { readonly sessionId: string; readonly amountCents: number }[]
    }

export const reasonForm = z.strictObject({
  reason: z.string().check(z.trim(), z.minLength(3, 'Please say why, for the books'), z.maxLength(400)),
})
