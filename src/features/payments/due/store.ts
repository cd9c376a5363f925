import { sql } from 'kysely'
import type { PriceFacts } from '#features/reservations/rules.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

/** Whether something was recorded about a reservation on its night. */
const isRecorded = (kind: 'arrived' | 'no_show') => sql<boolean>`exists (
  select from standing_arrival_events a
  where a.reservation_id = r.id and a.night = r.business_date and a.kind = ${kind})`

/** Prices and payments of the parties of a date that came, or are still waited for. */
export const listPrices = (db: Db, date: CalendarDate): Promise<PriceFacts[]> =>
  db
    .selectFrom('reservations as r')
    .where('r.businessDate', '=', date)
    .where(sql<boolean>`(${isRecorded('arrived')} or (r.left_at is null and not ${isRecorded('no_show')}))`)
    .where(sql<boolean>`reservation_is_expected(r.status, r.held_until, r.deleted_at)`)
    .select([
      'r.status',
      'r.totalPriceCents as totalCents',
      'r.allowanceCents',
      'r.receivedCents',
      'r.priceRefundedCents',
    ])
    .execute()
