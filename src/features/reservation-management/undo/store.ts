import type { ChangeState } from '#features/reservation-management/changes/schema.ts'
import type { Updateable } from 'kysely'
import type { DB } from '#platform/db/db-types.ts'
import type { Db } from '#platform/db/db.ts'

/**
 * Restores the columns from before a change, including its deletion. Triggers occupy the table again, which may
 * conflict.
 */
export async function writeState(
  db: Db,
  id: string,
  {
    extraTableIds,
    ...before
  }: Omit<ChangeState, 'startsAt' | 'endsAt'> & Omit<Updateable<DB['reservations']>, 'extraTableIds'>,
): Promise<void> {
  await db
    .updateTable('reservations')
    .set({
      ...before,
      ...(extraTableIds ? { extraTableIds: [...extraTableIds] } : {}),
      deletedAt: null,
      deletedStatus: null,
    })
    .where('id', '=', id)
    .execute()
}
