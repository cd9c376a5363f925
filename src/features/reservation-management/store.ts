import { tablesOf } from '#features/reservations/rules.ts'
import { sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { DB } from '#platform/db/db-types.ts'
import { isTableFree } from '#platform/db/fragments/occupied-tables.ts'
import type { Booking, Occupant, SeatChoice } from './schema.ts'

/**
 * Reads a reservation with its table and amounts, also a deleted one. It takes no lock: good for early checks, to be repeated
 * under the lock before a write.
 */
export const findBooking = (db: Db, id: string): Promise<Booking | undefined> =>
  db
    .selectFrom('reservations as r')
    .leftJoin('venueTables as t', 't.id', 'r.tableId')
    .where('r.id', '=', id)
    .select(['r.id', 'r.reservationType as type', 'r.status', 'r.paymentStatus', 'r.businessDate as date'])
    .select(['r.startsAt', 'r.endsAt', 'r.tableId', 't.tableNumber', 'r.guestName', 'r.guestEmail'])
    .select(['r.guestCount', 'r.staffNote', 'r.totalPriceCents as totalCents', 'r.allowanceCents'])
    .select(['r.receivedCents', 'r.refundedCents', 'r.disputedCents', 'r.keptCents', 'r.keptReason'])
    .select(['r.cancelReason', 'r.heldUntil', 'r.leftAt', 'r.deletedAt', 'r.secondTableId', 'r.version'])
    .select([
      'r.extraTableIds',
      'r.refundableUntil',
      'r.isRefundedIfResold',
      'r.creditCents',
      'r.creditUntil',
    ])
    .select(['r.eventId', 'r.guestPhone', 'r.priceRefundedCents', 'r.isLargeParty', 'r.holderCount'])
    .select(sql<number>`reservation_open_cents(r)`.as('openCents'))
    .executeTakeFirst()

export type Occupancy = {
  readonly id: string
  readonly tableIds: readonly string[]
  readonly startsAt: Date
  readonly endsAt: Date
}

/**
 * The first occupancy of these tables at that time by another reservation or by a block: its table number, the guest's name or
 * the block's reason, and whether the party has the table only because its guests sit there outside their booked time. A reservation
 * that joins this one is no other.
 */
export async function findOccupant(
  db: Db,
  { id, tableIds, startsAt, endsAt, joiningId = null }: Occupancy & { readonly joiningId?: string | null },
): Promise<Occupant | undefined> {
  const { rows } = await sql<Occupant>`
    select t.table_number as "tableNumber", coalesce(r.guest_name, b.reason) as who,
      coalesce(r.present_at is not null and not tstzrange(r.starts_at, r.ends_at) && tstzrange(${startsAt}, ${endsAt}, '[)'), false)
        as "isSeated"
    from table_occupancies o join venue_tables t on t.id = o.table_id
    left join reservations r on r.id = o.reservation_id left join table_blocks b on b.id = o.table_block_id
    where o.is_active and o.table_id = any(${[...tableIds]}::uuid[]) and o.during && tstzrange(${startsAt}, ${endsAt}, '[)')
      and occupies_for_other(o.reservation_id, ${id}::uuid, ${endsAt}) and (o.reservation_id = ${joiningId}::uuid) is not true
    limit 1`.execute(db)
  return rows[0]
}

/**
 * Extends the time of the parties that sit at these tables outside their booked time to this moment: the constraint refuses
 * another party there. All tables where null. To be called before a party is put at a table at once.
 */
export const keepSeatedParties = (db: Db, tableIds: readonly string[] | null, now: Date): Promise<void> =>
  keepOtherParties(db, { tableIds, exceptId: null }, now)

type Kept = {
  readonly tableIds: readonly string[] | null
  /** The party that takes these tables for the time that follows. */
  readonly exceptId: string | null
}

/** The same for the tables that a party has already, and goes on to use. */
export async function keepOtherParties(db: Db, { tableIds, exceptId }: Kept, now: Date): Promise<void> {
  if (tableIds?.length === 0) return
  await sql`select keep_seated_parties(${tableIds && [...tableIds]}::uuid[], ${now}::timestamptz, ${exceptId})`.execute(
    db,
  )
}

/** The tables and the time span of a reservation, also of a deleted one. */
export async function findOccupancy(db: Db, id: string): Promise<Occupancy | undefined> {
  const row = await db
    .selectFrom('reservations')
    .where('id', '=', id)
    .select(['id', 'tableId', 'secondTableId', 'extraTableIds', 'startsAt', 'endsAt'])
    .executeTakeFirst()
  if (!row) return undefined
  const { tableId, secondTableId, extraTableIds, ...rest } = row
  return { ...rest, tableIds: tablesOf({ tableId, secondTableId, extraTableIds }) }
}

/**
 * Writes the new facts of a reservation in one statement. Triggers move its occupancies, its money to another night and
 * its payment status; the constraint `one_party_per_table` throws where another party has the table.
 */
export async function writeAmended(
  db: Db,
  id: string,
  columns: Updateable<DB['reservations']>,
): Promise<void> {
  await db.updateTable('reservations').set(columns).where('id', '=', id).execute()
}

export async function writeNote(db: Db, id: string, staffNote: string): Promise<void> {
  await db.updateTable('reservations').set({ staffNote }).where('id', '=', id).execute()
}

/** All tables in use and those of the reservation, each free or not for a time. */
export async function listSeats(
  db: Db,
  { id, tableIds, startsAt, endsAt }: Occupancy,
  now: Date,
): Promise<SeatChoice[]> {
  const { rows } = await sql<SeatChoice>`
    select t.id, t.table_number as "tableNumber", t.location, t.max_guests as seats, ${isTableFree({ id, startsAt, endsAt }, now)} as "isFree",
      t.is_available and t.deleted_at is null as "isInUse"
    from venue_tables t
    where (t.is_available and t.deleted_at is null) or t.id = any(${[...tableIds]}::uuid[])
    order by t.table_number`.execute(db)
  return rows
}

/** The numbers and prices of tables. */
export const listPrices = (db: Db, ids: readonly string[]) =>
  db
    .selectFrom('venueTables')
    .where('id', 'in', ids)
    .select(['tableNumber', 'reservationPriceCents as priceCents'])
    .orderBy('tableNumber')
    .execute()
