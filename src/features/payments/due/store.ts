import { sql } from 'kysely'
import type { PriceFacts } from '#features/reservations/rules.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

/** Prices and payments of the parties that are expected on a date and have not left. */
export const listPrices = (db: Db, date: CalendarDate): Promise<PriceFacts[]> =>
  db
    .selectFrom('reservations as r')
    .where('r.businessDate', '=', date)
    .where('r.leftAt', 'is', null)
    .where(sql<boolean>`reservation_is_expected(r.status, r.held_until, r.deleted_at)`)
    .select([
      'r.status',
      'r.totalPriceCents as totalCents',
      'r.allowanceCents',
      'r.receivedCents',
      'r.priceRefundedCents',
    ])
    .execute()
