import type { ReservationType } from '#features/reservation-management/list/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { nameField } from '#lib/forms/form.ts'
import type { CalendarDate, WallTime } from '#lib/venue-time.ts'

/** A friend of a party, as its host and the devices at the entrance see them. */
export type EntryShare = {
  readonly id: string
  readonly guestName: string
  readonly entryCode: string
  readonly isTakenBack: boolean
}

/** A friend with the party that they come with. */
export type SharedEntry = EntryShare & {
  readonly reservationId: string
  readonly date: CalendarDate
  readonly type: ReservationType
  readonly status: ReservationStatus
  readonly guestCount: number
  readonly hasTable: boolean
  /** Staff have to confirm the party of a dinner, by the setting of its booking. */
  readonly isLargeParty: boolean
  readonly isDeleted: boolean
  readonly startsAt: Date
  readonly endsAt: Date
  /** Increases with each change of the reservation, and where the friend goes over to another one. */
  readonly sequence: number
  readonly hostName: string
  /** Null for a dinner. */
  readonly eventTitle: string | null
  /** Cover of the night as its event words it; null for a dinner. */
  readonly eventPrice: string | null
  /** Null for a night without an end, and for a dinner. */
  readonly eventEndTime: WallTime | null
  readonly hasArrived: boolean
}

/** Name of a friend. */
export const friendName = nameField({ missing: 'Please enter the name of your friend.' })
