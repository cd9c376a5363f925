import type { Db } from '#platform/db/db.ts'
import type { FoundReservation } from './schema.ts'

/** The reservation with an id or an entry code, whatever its night. */
export async function findByCode(
  db: Db,
  by: { readonly id: string } | { readonly entryCode: string },
): Promise<FoundReservation | null> {
  const rows = db.selectFrom('reservations').select(['id', 'businessDate as date', 'status', 'deletedAt'])
  const row = await (
    'id' in by ? rows.where('id', '=', by.id) : rows.where('entryCode', '=', by.entryCode)
  ).executeTakeFirst()
  if (!row) return null
  const { deletedAt, ...found } = row
  return { ...found, isDeleted: deletedAt !== null }
}
