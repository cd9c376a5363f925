import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { pairOf } from './rules.ts'
import type { ChangedPiece, ChangedTable, PlanPiece, TablePair } from './schema.ts'

export const listPieces = (db: Db): Promise<PlanPiece[]> =>
  db
    .selectFrom('floorFurniture')
    .select(['id', 'kind', 'label', 'positionX', 'positionY', 'width', 'height', 'rotation', 'version'])
    .orderBy('id')
    .execute()

/** Pairs of combinable tables, deleted tables excluded. */
export async function listPairs(db: Db): Promise<TablePair[]> {
  const rows = await db
    .selectFrom('combinableTables as c')
    .innerJoin('venueTables as one', 'one.id', 'c.tableId')
    .innerJoin('venueTables as other', 'other.id', 'c.withTableId')
    .where('one.deletedAt', 'is', null)
    .where('other.deletedAt', 'is', null)
    .select(['c.tableId', 'c.withTableId'])
    .orderBy('one.tableNumber')
    .orderBy('other.tableNumber')
    .execute()
  return rows.map((it) => pairOf(it.tableId, it.withTableId))
}

/** Locks rows in id order until the transaction ends: two concurrent saves cannot deadlock. */
export async function lockPlan(
  db: Db,
  { tableIds, pieceIds }: { readonly tableIds: readonly string[]; readonly pieceIds: readonly string[] },
): Promise<void> {
  await sql`select from venue_tables where id = any(${tableIds}::uuid[]) order by id for update`.execute(db)
  await sql`select from floor_furniture where id = any(${pieceIds}::uuid[]) order by id for update`.execute(
    db,
  )
}

const PLACE = sql.raw(
  '"positionX" integer, "positionY" integer, width integer, height integer, rotation integer',
)

export async function writeTables(db: Db, tables: readonly ChangedTable[]): Promise<void> {
  await sql`
    update venue_tables t set position_x = p."positionX", position_y = p."positionY", width = p.width,
      height = p.height, rotation = p.rotation, max_guests = p."maxGuests", location = p.location
    from jsonb_to_recordset(${JSON.stringify(tables)}::jsonb)
      as p(id uuid, ${PLACE}, "maxGuests" integer, location text)
    where t.id = p.id`.execute(db)
}

export async function writePieces(db: Db, pieces: readonly ChangedPiece[]): Promise<void> {
  await sql`
    insert into floor_furniture (id, kind, label, position_x, position_y, width, height, rotation)
    select id, kind, label, "positionX", "positionY", width, height, rotation
    from jsonb_to_recordset(${JSON.stringify(pieces)}::jsonb) as p(id uuid, kind text, label text, ${PLACE})
    on conflict (id) do update set label = excluded.label, position_x = excluded.position_x,
      position_y = excluded.position_y, width = excluded.width, height = excluded.height,
      rotation = excluded.rotation`.execute(db)
}

export async function deletePieces(db: Db, ids: readonly string[]): Promise<void> {
  await sql`delete from floor_furniture where id = any(${ids}::uuid[])`.execute(db)
}

export async function writePair(db: Db, { tableId, withTableId }: Omit<TablePair, 'id'>): Promise<void> {
  await db
    .insertInto('combinableTables')
    .values({ tableId, withTableId })
    .onConflict((it) => it.doNothing())
    .execute()
}

export async function deletePair(db: Db, { tableId, withTableId }: Omit<TablePair, 'id'>): Promise<void> {
  await db
    .deleteFrom('combinableTables')
    .where('tableId', '=', tableId)
    .where('withTableId', '=', withTableId)
    .execute()
}
