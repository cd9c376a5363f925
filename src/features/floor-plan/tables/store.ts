import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { partyTableIds } from '#platform/db/fragments/party-tables.ts'
import { DETAIL_COLUMNS, withPicture } from '../table-details/rules.ts'
import type { StaffTable, TableForm } from './schema.ts'

const tables = (db: Db) =>
  db
    .selectFrom('venueTables as t')
    .leftJoin('media as m', 'm.id', 't.imageId')
    .where('t.deletedAt', 'is', null)
    .select(['t.id', 't.tableNumber', 't.maxGuests', 't.location', 't.shape', 't.reservationPriceCents'])
    .select(['t.isAvailable', 't.positionX', 't.positionY', 't.width', 't.height', 't.rotation', 't.version'])
    .select(DETAIL_COLUMNS)

export const listStaffTables = async (db: Db): Promise<StaffTable[]> =>
  (await tables(db).orderBy('t.tableNumber').execute()).map(withPicture)

export async function findStaffTable(db: Db, id: string): Promise<StaffTable | undefined> {
  const row = await tables(db).where('t.id', '=', id).executeTakeFirst()
  return row && withPicture(row)
}

/** Locks the table's row until the transaction ends, so that it is not assigned meanwhile. */
export async function lockTable(db: Db, id: string): Promise<void> {
  await db.selectFrom('venueTables').select('id').where('id', '=', id).forUpdate().execute()
}

export const columnsOf = ({ reservationPrice, minimumSpend, ...form }: TableForm) => ({
  ...form,
  reservationPriceCents: reservationPrice,
  ...(minimumSpend === undefined ? {} : { minimumSpendCents: minimumSpend }),
})

export const insertTable = (db: Db, form: TableForm): Promise<{ id: string }> =>
  db.insertInto('venueTables').values(columnsOf(form)).returning('id').executeTakeFirstOrThrow()

/** Upcoming events with an active table block on the table. */
export const listTableBlocks = (db: Db, tableId: string, now: Date) =>
  db
    .selectFrom('tableBlocks as b')
    .innerJoin('events as e', 'e.id', 'b.eventId')
    .where('b.tableId', '=', tableId)
    .where('b.releasedAt', 'is', null)
    .where('e.endsAt', '>', now)
    .where((eb) => eb.or([eb('b.expiresAt', 'is', null), eb('b.expiresAt', '>', now)]))
    .select(['e.title', 'e.date', 'b.reason'])
    .orderBy('e.date')
    .execute()

type Restored = { readonly formerNumber: number; readonly tableNumber: number }

/**
 * Restores a deleted table, under the next free number if another table has its number now. Returns both numbers; undefined if there is
 * no such table.
 */
export async function restoreTableRow(db: Db, id: string): Promise<Restored | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended('table numbers', 0))`.execute(db)
  const { rows } = await sql<Restored>`
    update venue_tables back set deleted_at = null, table_number = (
      select min(number) from generate_series(gone.table_number, 999) as number
      where not exists (select from venue_tables t where t.table_number = number and t.deleted_at is null))
    from venue_tables gone
    where back.id = ${id} and back.deleted_at is not null and gone.id = back.id
    returning gone.table_number as "formerNumber", back.table_number as "tableNumber"`.execute(db)
  return rows[0]
}

/**
 * Purges tables deleted before the given time. Tables with a history of reservations or blocks stay, because accounting
 * needs them.
 */
export async function purgeTables(db: Db, before: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from venue_tables t where deleted_at < ${before}
      and not exists (select from reservations r where t.id = any(${partyTableIds('r')}))
      and not exists (select from table_blocks b where b.table_id = t.id)
      and not exists (select from table_occupancies o where o.table_id = t.id)`.execute(db)
  return Number(numAffectedRows ?? 0n)
}
