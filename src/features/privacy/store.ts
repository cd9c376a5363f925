import type { Db } from '#platform/db/db.ts'

/**
 * Clears the audit log's details about these records, because they identify the person. Action, actor and time stay.
 */
export async function clearAuditDetails(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('activity').set({ before: null, after: null }).where('entityId', 'in', ids).execute()
}
