import { sql } from 'kysely'
import type { TableChoice } from './schema.ts'
import type { Span } from '#features/reservation-management/staff-bookings/schema.ts'
import type { ReservationLine } from '#features/reservations/schema.ts'
import type { Db } from '#platform/db/db.ts'

type Asked = Span & { readonly id: string; readonly ownTables: readonly string[] }

/**
 * All tables in use and those of the reservation, each free or not for a time. Occupancies of the reservation itself,
 * expired holds and expired table blocks count as free.
 */
export async function listTables(
  db: Db,
  { id, ownTables, startsAt, endsAt }: Asked,
  now: Date,
): Promise<TableChoice[]> {
  const { rows } = await sql<TableChoice>`
    select t.id, t.table_number as "tableNumber", t.location, t.max_guests as seats,
      t.reservation_price_cents as "priceCents", not exists (
        select from table_occupancies o
        left join reservations r on r.id = o.reservation_id
        left join table_blocks b on b.id = o.table_block_id
        where o.table_id = t.id and o.is_active and o.during && tstzrange(${startsAt}, ${endsAt}, '[)')
          and o.reservation_id is distinct from ${id}::uuid
          and (r.status = 'pending' and r.held_until <= ${now} and r.payment_status <> 'pending') is not true
          and (b.expires_at <= ${now}) is not true
      ) as "isFree"
    from venue_tables t
    where (t.is_available and t.deleted_at is null) or t.id = any(${[...ownTables]}::uuid[])
    order by t.table_number`.execute(db)
  return rows
}

export const listReservationLines = (db: Db, id: string): Promise<ReservationLine[]> =>
  db
    .selectFrom('reservationLines')
    .where('reservationId', '=', id)
    .select(['kind', 'packageKey', 'label', 'amountCents'])
    .orderBy('kind', 'desc')
    .orderBy('packageKey')
    .execute()

/** An event, locked until the transaction ends: a transaction that deletes it or closes its service waits. */
export const lockEvent = (db: Db, id: string) =>
  db
    .selectFrom('events')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .select(['id', 'title', 'date', 'startsAt', 'endsAt'])
    .select(sql<boolean>`closure_of_event(date, start_time, end_time) is not null`.as('isClosed'))
    .forKeyShare()
    .executeTakeFirst()

/** Title of an event, also of a deleted one. */
export const findEventTitle = async (db: Db, id: string): Promise<string | null> =>
  (await db.selectFrom('events').where('id', '=', id).select('title').executeTakeFirst())?.title ?? null
