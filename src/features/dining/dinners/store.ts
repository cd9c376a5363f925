import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** Row of a dinner with its table numbers, soft-deleted ones included. */
export const findDinnerRow = (db: Db, id: string) =>
  db
    .selectFrom('reservations as r')
    .leftJoin('venueTables as t', 't.id', 'r.tableId')
    .leftJoin('venueTables as s', 's.id', 'r.secondTableId')
    .where('r.id', '=', id)
    .where('r.reservationType', '=', 'dining')
    .select([
      'r.id',
      'r.status',
      'r.cancelReason',
      'r.businessDate',
      'r.startsAt',
      'r.endsAt',
      'r.heldUntil',
      'r.version',
      'r.createdAt',
    ])
    .select([
      'r.guestName',
      'r.guestEmail',
      'r.guestPhone',
      'r.guestCount',
      'r.isLargeParty',
      'r.specialRequests',
      'r.entryCode',
    ])
    .select(['t.tableNumber', 's.tableNumber as secondTableNumber'])
    .select(
      sql<number[]>`array(select x.table_number from venue_tables x
        where x.id = any(r.extra_table_ids) order by x.table_number)`.as('extraTableNumbers'),
    )
    .select('r.deletedAt')
    .select(
      sql<string | null>`(select d.reason from venue_special_days d where d.business_date = r.business_date
        and d.service = 'restaurant' and d.opens is null and d.closed_events = 'cancelled')`.as(
        'closedBecause',
      ),
    )
    .executeTakeFirst()
