import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

type PartyIds = { readonly reservationId?: string | undefined; readonly entryId?: string | undefined }

export type Party = { readonly reservationId: string | null; readonly entryId: string | null }

/**
 * The party of an act; null where it does not exist. It cannot be purged or merged until the transaction ends. Cancelled and
 * deleted reservations and removed entries count: a device that was offline reports facts.
 */
export async function lockParty(trx: Db, { reservationId, entryId }: PartyIds): Promise<Party | null> {
  if (reservationId !== undefined) return lockReservation(trx, reservationId)
  if (entryId === undefined) return null
  const { rows } = await sql`select from guest_list_entries where id = ${entryId} for key share`.execute(trx)
  return rows.length > 0 ? { reservationId: null, entryId } : null
}

/** A reservation that was merged into another one meanwhile stands for that one, which has its guests. */
async function lockReservation(trx: Db, id: string): Promise<Party | null> {
  const { rows } = await sql<{ mergedIntoId: string | null }>`
    select merged_into_id as "mergedIntoId" from reservations where id = ${id} for no key update`.execute(trx)
  const [found] = rows
  if (!found) return null
  return found.mergedIntoId === null
    ? { reservationId: id, entryId: null }
    : lockReservation(trx, found.mergedIntoId)
}
