import type { CoverTakenAct } from '#features/reservation-management/arrivals/cover/schema.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { TestDatabase } from '../support/database.ts'
import type { TestBookings } from './bookings.ts'
import type { Night } from './booking-fixtures.ts'

/** Two parties of a night, and one dinner. */
export const PARTIES = 3
export const DINNER = 2

/** The money in the cash drawer and on the card terminal, counted independently of the ledger. */
type Tills = { cash: number; card: number }

/** One run: its venue, its parties, and the money outside the ledger. */
export type Play = {
  readonly database: TestDatabase
  readonly bookings: TestBookings
  readonly night: Night
  readonly actor: Actor
  readonly parties: (string | null)[]
  readonly tills: Tills
  /** Cents to pay back at the venue after prices fell: the amount that staff were shown, and the amount handed over. */
  readonly surplus: { shownCents: number; paidCents: number }
  /** Acts of cover that were not taken back. */
  readonly covers: CoverTakenAct[]
  /** The reservations whose payment issue was resolved outside the system, or by a bank's decision. */
  readonly decided: Set<string>
  /** Sessions that were opened for the changes of guests, oldest first. */
  readonly changeSessions: string[]
}

export const newPlay = (scene: Pick<Play, 'database' | 'bookings' | 'night' | 'actor'>): Play => ({
  ...scene,
  parties: Array.from({ length: PARTIES }, () => null),
  tills: { cash: 0, card: 0 },
  surplus: { shownCents: 0, paidCents: 0 },
  covers: [],
  decided: new Set(),
  changeSessions: [],
})

export const staffOf = ({ bookings, actor }: Play) => ({ ...bookings.deps(), actor })
