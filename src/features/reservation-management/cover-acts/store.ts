import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

type PartyIds = { readonly reservationId?: string | undefined; readonly entryId?: string | undefined }

/**
 * Whether the party of an act exists. It cannot be purged until the transaction ends. Cancelled and deleted reservations and
 * removed entries count: a device that was offline reports facts.
 */
export async function lockParty(trx: Db, { reservationId, entryId }: PartyIds): Promise<boolean> {
  const found =
    reservationId === undefined
      ? sql`select from guest_list_entries where id = ${entryId} for key share`
      : sql`select from reservations where id = ${reservationId} for key share`
  return (await found.execute(trx)).rows.length > 0
}
