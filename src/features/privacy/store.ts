import type { Db } from '#platform/db/db.ts'

/** Forgets what changed in these records, which says who they were of. That they were changed, when and by whom stays. */
export async function forgetChanges(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('activity').set({ before: null, after: null }).where('entityId', 'in', ids).execute()
}
