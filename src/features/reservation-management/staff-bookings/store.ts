import { type Selectable, sql } from 'kysely'
import type { ReservationLine, ReservationStatus } from '#features/reservations/schema.ts'
import type { Db } from '#platform/db/db.ts'
import type { DB } from '#platform/db/db-types.ts'
import { isTableFree } from '#platform/db/fragments/occupied-tables.ts'
import type { Span, TableChoice } from './schema.ts'

type Columns = Selectable<DB['reservations']>

/** Columns of every reservation that staff enter. */
export type Written = Pick<
  Columns,
  | 'businessDate'
  | 'startsAt'
  | 'endsAt'
  | 'tableId'
  | 'guestName'
  | 'guestEmail'
  | 'guestPhone'
  | 'guestCount'
  | 'staffNote'
  | 'source'
  | 'formKey'
  | 'createdAt'
>

const CONFIRMED: ReservationStatus = 'confirmed'

/** Inserts a dinner. A trigger inserts the table's occupancy; the constraint `one_party_per_table` throws where one is taken. */
export const insertDinner = (db: Db, it: Written & Pick<Columns, 'secondTableId'>): Promise<{ id: string }> =>
  db
    .insertInto('reservations')
    .values({ ...it, reservationType: 'dining', status: CONFIRMED, paymentStatus: 'none' })
    .returning('id')
    .executeTakeFirstOrThrow()

type Night = Written & Pick<Columns, 'eventId' | 'totalPriceCents' | 'paymentStatus' | 'paymentNote'>

/** Inserts a night reservation. It throws where the table is taken, or its service was closed since the check. */
export const insertNight = (
  db: Db,
  { dinnerId, ...it }: Night & { readonly dinnerId: string | null },
): Promise<{ id: string }> =>
  db
    .insertInto('reservations')
    .values({
      ...it,
      reservationType: 'nightlife',
      status: CONFIRMED,
      dinnerId: sql<
        string | null
      >`(select id from reservations where id = ${dinnerId} and reservation_type = 'dining')`,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

export async function insertLines(
  db: Db,
  reservationId: string,
  lines: readonly ReservationLine[],
): Promise<void> {
  await db
    .insertInto('reservationLines')
    .values(lines.map((it) => ({ ...it, reservationId })))
    .execute()
}

/** The reservation that an earlier submission with the same idempotency key created. */
export const findByKey = (db: Db, formKey: string): Promise<{ id: string } | undefined> =>
  db.selectFrom('reservations').where('formKey', '=', formKey).select('id').executeTakeFirst()

/** The blocked guest with one of these contacts. */
export async function findBlock(
  db: Db,
  { phone, email }: { readonly phone: string | null; readonly email: string | null },
): Promise<{ name: string; reason: string } | undefined> {
  const { rows } = await sql<{ name: string; reason: string }>`
    select p.name, p.block_reason as reason
    from guest_contacts c join guests g on g.id = c.guest_id join guests p on p.id = coalesce(g.merged_into, g.id)
    where ((c.kind = 'phone' and c.value = phone_key(${phone})) or (c.kind = 'email' and c.value = email_key(${email})))
      and p.block_reason is not null
    order by c.kind desc limit 1`.execute(db)
  return rows[0]
}

/** Locks a table in use until the transaction ends: holds and other bookings of the table wait. */
export const lockTable = (db: Db, id: string) =>
  db
    .selectFrom('venueTables')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .where('isAvailable', '=', true)
    .select(['id', 'tableNumber', 'maxGuests', 'reservationPriceCents'])
    .forNoKeyUpdate()
    .executeTakeFirst()

type Asked = Span & { readonly id: string | null; readonly ownTables: readonly string[] }

/**
 * All tables in use and those of the reservation, each free or not for a time. Occupancies of the reservation itself, the time
 * for which its guests keep the table before their night, expired holds and expired table blocks count as free.
 */
export async function listTables(
  db: Db,
  { id, ownTables, startsAt, endsAt }: Asked,
  now: Date,
): Promise<TableChoice[]> {
  const { rows } = await sql<TableChoice>`
    select t.id, t.table_number as "tableNumber", t.location, t.max_guests as seats,
      t.reservation_price_cents as "priceCents", ${isTableFree({ id, startsAt, endsAt }, now)} as "isFree"
    from venue_tables t
    where (t.is_available and t.deleted_at is null) or t.id = any(${[...ownTables]}::uuid[])
    order by t.table_number`.execute(db)
  return rows
}
