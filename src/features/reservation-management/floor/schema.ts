import * as z from 'zod/mini'
import type { Furniture, VenueTable } from '#features/floor-plan/chart/schema.ts'
import { ZONES } from '#features/venue/schema.ts'
import type { Attendance } from '#features/reservation-management/arrivals/schema.ts'
import type { Party } from '#features/reservation-management/tonight/schema.ts'
import type { Zone } from '#features/venue/schema.ts'
import type { Cents } from '#lib/money.ts'
import { type CalendarDate, isCalendarDate } from '#lib/venue-time.ts'

/** A table that staff hold back for a night. Times are ISO text, because it is sent as JSON. */
export type FloorBlock = {
  readonly id: string
  readonly tableId: string
  readonly reason: string
  readonly from: string
  readonly until: string
}

/** An event of the date. */
export type FloorNight = {
  readonly id: string
  readonly title: string
  readonly startsAt: string
  readonly endsAt: string
  /** Whether guests can buy its tables. */
  readonly isOnSale: boolean
}

export type ZoneServer = { readonly zone: Zone; readonly name: string }

/** The room of a date beside its parties, which the list of the night has. */
export type Floor = {
  readonly date: CalendarDate
  readonly today: CalendarDate
  readonly tables: readonly VenueTable[]
  readonly furniture: readonly Furniture[]
  readonly blocks: readonly FloorBlock[]
  readonly nights: readonly FloorNight[]
  readonly servers: readonly ZoneServer[]
  /** Turn time of the smallest party: a table that is not needed for so long is free. */
  readonly turnMinutes: number
  /** Names to choose a server from. */
  readonly staffNames: readonly string[]
}

/** An empty name leaves the zone without a server. */
export const serverForm = z.strictObject({
  date: z.string().check(z.refine(isCalendarDate, 'Please choose a date.')),
  zone: z.enum(ZONES),
  name: z.string().check(z.trim(), z.maxLength(80, 'Please keep the name under 80 characters.')),
})
export type ServerForm = z.output<typeof serverForm>

export const TABLE_STANDINGS = [
  'free',
  'expected',
  'held',
  'arrived',
  'seated',
  'due_out',
  'out',
  'no_show',
  'blocked',
  'off_sale',
] as const
export type TableStanding = (typeof TABLE_STANDINGS)[number]

/** The fields of a party that the state of its tables follows from. */
export type FloorParty = Pick<
  Party,
  | 'id'
  | 'type'
  | 'status'
  | 'isHeld'
  | 'dinnerId'
  | 'keptFrom'
  | 'startsAt'
  | 'endsAt'
  | 'leftAt'
  | 'tableIds'
  | 'guestName'
  | 'guestCount'
  | 'tableNumbers'
> & { readonly attendance: Attendance }

/** A table at a moment: its state, the party that it belongs to now or next, and what follows. */
export type TableNow<P extends FloorParty = FloorParty> = {
  readonly table: VenueTable
  readonly standing: TableStanding
  readonly party: P | null
  /** Further parties whose guests still sit there, or are outside with the table kept: one must move or leave. */
  readonly others: readonly P[]
  /** The party that comes after it. */
  readonly next: P | null
  readonly block: FloorBlock | null
  /** Time by which the party must leave: another party, a block or an event on sale needs the table then. */
  readonly outBy: string | null
  /** Time until which people who walk in can have the table, although it is needed later; null where none can, or for long. */
  readonly freeUntil: string | null
}

/** A dinner whose table belongs to the night that follows. */
export type DinnerBeforeNight<P extends FloorParty = FloorParty> = {
  readonly party: P
  readonly outBy: string
  /** The party that has the table for the night; null where it is for sale. */
  readonly next: P | null
  /** The dinner's own guests have the table for the night: they need not leave. */
  readonly isKept: boolean
  /** The night that the dinner can keep its table for; null where it is sold already. */
  readonly offer: { readonly night: FloorNight; readonly priceCents: Cents } | null
}
