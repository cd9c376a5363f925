import { sql } from 'kysely'
import type { GuestFacts } from '#features/reservations/guest-facts/schema.ts'
import type { Db } from '#platform/db/db.ts'

/** Facts of the kept guest before a merge. Times are ISO text, because they are stored as JSON. */
export type KeptFacts = GuestFacts & { readonly blockedAt: string | null; readonly blockedBy: string | null }

type NewMerge = {
  readonly guestId: string
  readonly mergedId: string
  readonly movedIds: readonly string[]
  readonly before: KeptFacts
  readonly keptVersion: number
  readonly undoUntil: Date
}

export async function insertMerge(db: Db, { before, movedIds, ...merge }: NewMerge): Promise<string> {
  const { id } = await db
    .insertInto('guestMerges')
    .values({ ...merge, movedIds: [...movedIds], before: JSON.stringify(before) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a merge of a guest until the transaction ends. */
export async function lockMerge(
  db: Db,
  id: string,
): Promise<(NewMerge & { undoneAt: Date | null }) | undefined> {
  const { rows } = await sql<NewMerge & { undoneAt: Date | null }>`
    select guest_id as "guestId", merged_id as "mergedId", moved_ids as "movedIds", before, kept_version as "keptVersion",
      undo_until as "undoUntil", undone_at as "undoneAt"
    from guest_merges where id = ${id} for update`.execute(db)
  return rows[0]
}

export async function markMergeUndone(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('guestMerges').set({ undoneAt: now }).where('id', '=', id).execute()
}

/** Ids of the guests that were merged into a guest. */
export async function listMergedIds(db: Db, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom('guests')
    .where('mergedInto', '=', id)
    .select('id')
    .forNoKeyUpdate()
    .execute()
  return rows.map((row) => row.id)
}

export async function writeMergedInto(db: Db, ids: readonly string[], into: string | null): Promise<void> {
  if (ids.length === 0) return
  await db
    .updateTable('guests')
    .set({ mergedInto: into })
    .where('id', 'in', [...ids])
    .execute()
}
