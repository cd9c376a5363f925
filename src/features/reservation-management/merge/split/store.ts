import type { Insertable } from 'kysely'
import type { DB } from '#platform/db/db-types.ts'
import type { Db } from '#platform/db/db.ts'

/**
 * Inserts the reservation of a part of a party. It gets a code of its own. Triggers insert its occupancies; the
 * constraint `one_party_per_table` throws where a table is another party's.
 */
export const insertSplitOff = (db: Db, row: Insertable<DB['reservations']>): Promise<{ id: string }> =>
  db.insertInto('reservations').values(row).returning('id').executeTakeFirstOrThrow()

/** The columns that both parts have in common. */
export const findCommon = (db: Db, id: string) =>
  db
    .selectFrom('reservations')
    .where('id', '=', id)
    .select(['eventId', 'reservationType', 'businessDate', 'startsAt', 'endsAt', 'status', 'createdAt'])
    .select(['refundableUntil', 'isLargeParty'])
    .executeTakeFirstOrThrow()
