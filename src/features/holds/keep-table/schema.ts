import * as z from 'zod/mini'
import type { Event } from '#features/events/schema.ts'
import type { VenueTable } from '#features/floor-plan/chart/schema.ts'
import type { Cents } from '#lib/money.ts'
import type { WallTime } from '#lib/venue-time.ts'

/**
 * `open`: the table can be kept. `held`: this guest holds it and has not paid yet. `kept`: it is paid. `sold`: another party
 * has it for the night.
 */
export type KeepState = 'open' | 'held' | 'kept' | 'sold'

/** The night that follows a dinner at its table. */
export type KeepOffer = {
  readonly state: KeepState
  readonly event: Pick<Event, 'id' | 'slug' | 'title' | 'date' | 'startTime' | 'endTime' | 'price'>
  readonly table: Pick<VenueTable, 'id' | 'tableNumber' | 'location' | 'maxGuests'>
  readonly priceCents: Cents
  /** Least amount that the party spends at the table on the night; null where none is set. */
  readonly minimumSpendCents: Cents | null
  /** End of the dinner, where the table is not theirs between dinner and night; null where the guests need not leave it. */
  readonly awayFrom: WallTime | null
  /** Another party has the table between dinner and night. */
  readonly isTakenBetween: boolean
  readonly guestCount: number
  /** Idempotency key of the hold. */
  readonly key: string
  /** The guests' night reservation that keeps the table; null where there is none. */
  readonly nightId: string | null
}

const uuid = z.uuid()

/** The offer as the guest's page showed it. Another table, night or price is refused. */
export const keepForm = z.object({
  eventId: uuid,
  tableId: uuid,
  key: uuid,
  shownCents: z.coerce.number().check(z.int(), z.minimum(0)),
})
export type KeepForm = z.output<typeof keepForm>
