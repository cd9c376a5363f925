import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { isBlockExpired, isHoldExpired } from '#platform/db/fragments/occupied-tables.ts'
import type { FreeTable, TableBlock, TableBlockForm } from './schema.ts'

const activeBlocks = (db: Db) =>
  db
    .selectFrom('tableBlocks as b')
    .innerJoin('venueTables as t', 't.id', 'b.tableId')
    .where('b.releasedAt', 'is', null)
    .select(['b.id', 't.tableNumber', 't.location', 'b.reason', 'b.expiresAt'])

/** Active table blocks of an event, ordered by table number. */
export const listBlocks = (db: Db, eventId: string, now: Date): Promise<TableBlock[]> =>
  activeBlocks(db)
    .where('b.eventId', '=', eventId)
    .where((eb) => eb.or([eb('b.expiresAt', 'is', null), eb('b.expiresAt', '>', now)]))
    .orderBy('t.tableNumber')
    .execute()

export const findBlock = (db: Db, id: string) =>
  activeBlocks(db).select('b.eventId').where('b.id', '=', id).executeTakeFirst()

/** Locks the table row: other bookings of this table wait until the transaction ends. Locked before the event. */
export const lockTable = (db: Db, id: string) =>
  db
    .selectFrom('venueTables')
    .select('tableNumber')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()

type Span = { readonly startsAt: Date; readonly endsAt: Date }

const isExpired = (now: Date) => sql<boolean>`(${isHoldExpired(now)} or ${isBlockExpired(now)})`

/**
 * Ends the expired holds and blocks that overlap a time range on a table. Called before a booking is inserted, in the
 * transaction that locked the table row: the exclusion constraint knows no expiry, so an expired hold occupies its
 * table until its row is updated. The update checks the status again: a checkout may have been opened since the query,
 * and its hold must keep the table. Holds are cancelled, not deleted, because a late payment must still find its
 * reservation.
 */
export async function endExpiredHolds(
  db: Db,
  { tableId, startsAt, endsAt }: Span & { readonly tableId: string },
  now: Date,
): Promise<void> {
  const lapsed = await db
    .selectFrom('tableOccupancies as o')
    .leftJoin('reservations as r', 'r.id', 'o.reservationId')
    .leftJoin('tableBlocks as b', 'b.id', 'o.tableBlockId')
    .where('o.tableId', '=', tableId)
    .where('o.isActive', '=', true)
    .where(sql<boolean>`o.during && tstzrange(${startsAt}, ${endsAt}, '[)')`)
    .where(isExpired(now))
    .select(['o.reservationId', 'o.tableBlockId'])
    .execute()
  const reservations = lapsed.flatMap((it) => it.reservationId ?? [])
  const held = lapsed.flatMap((it) => it.tableBlockId ?? [])
  if (reservations.length > 0)
    await db
      .updateTable('reservations')
      .set({ status: 'cancelled', cancelReason: 'hold_expired' })
      .where('id', 'in', reservations)
      .where('status', '=', 'pending')
      .where('paymentStatus', '<>', 'pending')
      .execute()
  if (held.length > 0)
    await db.updateTable('tableBlocks').set({ releasedAt: now }).where('id', 'in', held).execute()
}

/** Inserts a block; a trigger inserts its occupancy. Throws if the constraint `one_party_per_table` is violated. */
export const insertBlock = (db: Db, eventId: string, form: TableBlockForm): Promise<{ id: string }> =>
  db
    .insertInto('tableBlocks')
    .values({ ...form, eventId })
    .returning('id')
    .executeTakeFirstOrThrow()

export async function releaseBlock(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('tableBlocks')
    .set({ releasedAt: now })
    .where('id', '=', id)
    .where('releasedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Releases every expired block (job) and returns their number. A booking for the event does so itself; a dining
 * reservation relies on this job.
 */
export async function releaseExpiredBlocks({
  db,
  now,
}: {
  readonly db: Db
  readonly now: Date
}): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('tableBlocks')
    .set({ releasedAt: now })
    .where('releasedAt', 'is', null)
    .where('expiresAt', '<=', now)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** Tables without a party or a block between `from` and the end of an event. Expired ones do not count: a booking ends them. */
const freeTables = (
  db: Db,
  { eventId, from }: { readonly eventId: string; readonly from: Date | null },
  now: Date,
) =>
  db
    .selectFrom('venueTables as t')
    .innerJoin('events as e', (join) => join.on('e.id', '=', eventId))
    .where('t.deletedAt', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from table_occupancies o
        left join reservations r on r.id = o.reservation_id
        left join table_blocks b on b.id = o.table_block_id
        where o.table_id = t.id and o.is_active
          and o.during && tstzrange(greatest(e.starts_at, ${from}::timestamptz), e.ends_at, '[)')
          and not ${isExpired(now)})`,
    )
    .select(['t.id', 't.tableNumber', 't.location', 't.maxGuests'])

/** Tables that are free during an event. */
export const listFreeTables = (db: Db, eventId: string, now: Date): Promise<FreeTable[]> =>
  freeTables(db, { eventId, from: null }, now).orderBy('t.tableNumber').execute()

export type OfferableTable = FreeTable & {
  readonly priceCents: number
  /** Freed while its night was sold out, or free on a night that is on sale. */
  readonly isForSale: boolean
}

/**
 * Tables that can be sold for the rest of an event, the smallest and cheapest first. None of an event that is over or deleted,
 * whose day is closed, or whose night staff have closed.
 */
export const listOfferableTables = (db: Db, eventId: string, now: Date): Promise<OfferableTable[]> =>
  freeTables(db, { eventId, from: now }, now)
    .where('t.isAvailable', '=', true)
    .where('e.endsAt', '>', now)
    // Not by the time of the closing: the job of the offers may have begun before it.
    .where('e.closedAt', 'is', null)
    .where('e.deletedAt', 'is', null)
    .where('e.tablesForSale', '=', true)
    .where(sql<boolean>`closure_of_event(e.date, e.start_time, e.end_time) is null`)
    // Staff can still undo the change that freed the table.
    .where(
      sql<boolean>`not exists (
        select from reservation_acts a join reservations r on r.id = a.reservation_id
        where r.business_date = e.date and (t.id::text in (a.before ->> 'tableId', a.before ->> 'secondTableId')
            or (a.before -> 'extraTableIds') ? t.id::text)
          and a.undone_at is null and a.undo_until > ${now}
          and case a.kind when 'amended' then a.settled_at else a.finished_at end is null)`,
    )
    .select('t.reservationPriceCents as priceCents')
    .select(
      sql<boolean>`not e.sold_out or exists (
        select from freed_tables f where f.event_id = e.id and f.table_id = t.id)`.as('isForSale'),
    )
    .orderBy('t.maxGuests')
    .orderBy('t.reservationPriceCents')
    .orderBy('t.tableNumber')
    .execute()

/** Forgets the tables that were freed of nights that are over. */
export async function deleteOldFreedTables({
  db,
  now,
}: {
  readonly db: Db
  readonly now: Date
}): Promise<void> {
  await db
    .deleteFrom('freedTables as f')
    .using('events as e')
    .whereRef('e.id', '=', 'f.eventId')
    .where('e.endsAt', '<=', now)
    .execute()
}

type OfNight = { readonly eventId: string; readonly tableId: string }

/** Whether a table was freed while its night was sold out, so that it is offered to the waiting list. */
export async function isFreedTable(db: Db, { eventId, tableId }: OfNight): Promise<boolean> {
  const row = await db
    .selectFrom('freedTables')
    .select('tableId')
    .where('eventId', '=', eventId)
    .where('tableId', '=', tableId)
    .executeTakeFirst()
  return row !== undefined
}

export async function forgetFreedTable(db: Db, { eventId, tableId }: OfNight): Promise<void> {
  await db.deleteFrom('freedTables').where('eventId', '=', eventId).where('tableId', '=', tableId).execute()
}
