import { dueAtVenue } from '#features/reservations/rules.ts'
import type { Cents } from '#lib/money.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { listPrices } from './store.ts'

/** Amounts that parties of a date still have to pay at the venue, one for each party. */
export const listDue = async ({ db }: { readonly db: Db }, date: CalendarDate): Promise<Cents[]> =>
  (await listPrices(db, date)).map(dueAtVenue).filter((cents) => cents > 0)
