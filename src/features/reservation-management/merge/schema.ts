import * as z from 'zod/mini'
import type { Booking } from '#features/reservation-management/schema.ts'
import type { Tag } from '#features/reservation-management/tonight/schema.ts'
import type { ReservationLine } from '#features/reservations/schema.ts'
import { version } from '#lib/forms/shapes.ts'
import type { Cents } from '#lib/money.ts'
import type { WallTime } from '#lib/venue-time.ts'

/** A reservation, as far as merging it and splitting it depend on it. */
export type MergeParty = Booking & {
  readonly entryCode: string
  readonly eventTitle: string | null
  /** Price of its night, by which its guests pay cover; null for a dinner. */
  readonly eventPrice: string | null
  readonly specialRequests: string | null
  readonly tags: readonly Tag[]
  readonly dinnerId: string | null
  readonly tables: readonly { readonly id: string; readonly tableNumber: number }[]
  readonly tableNumbers: readonly number[]
  readonly lines: readonly (ReservationLine & { readonly id: string })[]
  /** A change that can still be undone, or whose refund or email is still to come. */
  readonly hasPendingChange: boolean
  readonly hasArrived: boolean
  readonly isNoShow: boolean
  readonly hasPaidCover: boolean
  readonly isNightClosed: boolean
  /** The guest is on the payment page, for the reservation or for a change of it. */
  readonly isPaying: boolean
  /** A refund, a dispute or a payment issue waits for its end. */
  readonly isMoneyUnderWay: boolean
}

/** The other reservation ends, and its party joins that of the reservation in the address. */
export const mergeForm = z.strictObject({
  version,
  otherId: z.uuid('Choose the other reservation.'),
  otherVersion: version,
  isEmailed: z.boolean(),
  /** Tables that staff agreed to take off sale for an event. */
  offSale: z.optional(z.array(z.uuid()).check(z.maxLength(9))),
})
export type MergeForm = z.output<typeof mergeForm>

/** A reservation that another one can be merged with. */
export type MergeChoice = {
  readonly id: string
  readonly guestName: string
  readonly guestCount: number
  readonly time: WallTime
  readonly tableNumbers: readonly number[]
}

/** A reservation as the dialogs show it. */
export type PartyFacts = MergeChoice & {
  readonly version: number
  readonly hasEmail: boolean
  /** Guests are told of a change by email only before this moment. */
  readonly startsAt: string
  readonly packages: readonly string[]
  readonly totalCents: Cents
  /** Received less refunded. */
  readonly receivedCents: Cents
  readonly dueCents: Cents
  /** `$75 (3 of 4 pay $25)`; null for a dinner and on a free night. */
  readonly cover: string | null
}

/** Outcome of a merge: both reservations, and the one that remains. */
export type MergePreview = {
  readonly stays: PartyFacts
  readonly goes: PartyFacts
  readonly after: Omit<PartyFacts, 'id' | 'version' | 'hasEmail' | 'startsAt'>
  readonly problem: string | null
  /** Tables that the merge takes off sale for an event; null without any. */
  readonly offSale: { readonly text: string; readonly tableIds: readonly string[] } | null
}
