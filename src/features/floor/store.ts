import { sql } from 'kysely'
import type { Db } from '#platform/db.ts'
import type { Furniture, VenueTable } from './schema.ts'

export function listTables(db: Db): Promise<VenueTable[]> {
  return db
    .selectFrom('venueTables')
    .where('deletedAt', 'is', null)
    .select(['id', 'tableNumber', 'maxGuests', 'location', 'shape', 'reservationPriceCents', 'isAvailable'])
    .select(['positionX', 'positionY', 'width', 'height', 'rotation'])
    .orderBy('tableNumber')
    .execute()
}

export const listFurniture = (db: Db): Promise<Furniture[]> =>
  db.selectFrom('floorFurniture').selectAll().orderBy('id').execute()

/** The tables somebody has at any time between two moments: guests, holds and the house alike. */
export async function listTakenTableIds(
  db: Db,
  { from, until }: { from: Date; until: Date },
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('tableClaims')
    .select('tableId')
    .distinct()
    .where('live', '=', true)
    .where(sql<boolean>`during && tstzrange(${from}, ${until}, '[)')`)
    .execute()
  return new Set(rows.map((row) => row.tableId))
}
