import * as z from 'zod/mini'
import type { Zone } from '#features/venue/schema.ts'
import type { WaitingStatus } from '#features/waiting-list/schema.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

/**
 * `tableId` is null for a dinner, whose table is assigned as for any other dinner. The reason is empty for the first in line, who
 * comes before no other party.
 */
export const offerForm = z.strictObject({
  tableId: z.nullable(z.uuid('Please choose a table.')),
  reason: z.string().check(z.trim(), z.maxLength(300, 'Please keep the reason under 300 characters.')),
})
export type OfferForm = z.output<typeof offerForm>

/** The reservation of the offer that is taken back. */
export const undoOfferForm = z.strictObject({ reservationId: z.uuid() })
export type UndoOfferForm = z.output<typeof undoOfferForm>

/** A party in a line, as staff see it. */
export type StaffEntry = {
  readonly id: string
  readonly status: WaitingStatus
  /** Place among the waiting parties of the line; null for a party that does not wait. */
  readonly place: number | null
  readonly guestName: string
  readonly guestEmail: string
  readonly guestPhone: string
  readonly guestCount: number
  readonly zone: Zone | null
  /** Moment of joining. */
  readonly since: string
  /** End of an open offer. */
  readonly heldUntil: string | null
  readonly tableNumber: number | null
  /** Reason of an offer out of turn; null for one in turn. */
  readonly offerReason: string | null
}

/** A line of a business date: a night, or a dinner time. */
export type StaffLine = {
  readonly key: string
  readonly kind: 'night' | 'dinner'
  readonly title: string
  readonly when: string
  readonly entries: readonly StaffEntry[]
}

export type StaffWaitingList = {
  readonly date: CalendarDate
  readonly today: CalendarDate
  /** Dates from today on that have parties in line. */
  readonly dates: readonly { readonly date: CalendarDate; readonly parties: number }[]
  readonly lines: readonly StaffLine[]
}

/** Table that staff can offer to a party. */
export type OfferChoice = {
  readonly id: string
  readonly tableNumber: number
  readonly zone: Zone
  readonly seats: number
}
