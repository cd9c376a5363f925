import { type Insertable, sql } from 'kysely'
import type { WalkIns } from '#features/reservation-management/arrivals/schema.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { DB } from '#platform/db/db-types.ts'
import type { Db } from '#platform/db/db.ts'

/** Inserts a count. Ignores one that is stored already, and a second reversal of the same count. */
export async function insertHeadCount(db: Db, row: Insertable<DB['headCounts']>): Promise<void> {
  await db
    .insertInto('headCounts')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export const findHeadCount = (db: Db, id: string) =>
  db
    .selectFrom('headCounts')
    .where('id', '=', id)
    .where('undoesId', 'is', null)
    .select(['night', 'change'])
    .executeTakeFirst()

/**
 * People who came in without a booking, and those who are out now, without the counts that were taken back. Walk-ins who sat down
 * as a party are heads of that party from then on. Only guests who were counted out can come back, so that such a count changes
 * nothing, and does not cancel a later one out either. No walk-in is inside once the night is closed, however late a count arrives.
 */
export async function readWalkIns(db: Db, night: CalendarDate): Promise<WalkIns> {
  const { rows } = await sql<WalkIns>`
    with counts as (
      select change, is_return,
        -sum(change) filter (where is_return or change < 0) over (order by happened_at, seq) as balance
      from head_counts h where night = ${night} and undoes_id is null
        and not exists (select from head_counts u where u.undoes_id = h.id)
    ), joined as (
      select coalesce(sum(guests), 0) as guests from standing_arrival_events where night = ${night} and were_walk_ins
    ), sums as (
      select greatest(0, coalesce(sum(change) filter (where change > 0 and not is_return), 0)
          - (select guests from joined))::int as came_in,
        (coalesce(-sum(change) filter (where is_return or change < 0), 0) - least(coalesce(min(balance), 0), 0))::int as went_out
      from counts
    )
    select came_in as "cameIn",
      greatest(went_out, (select came_in where exists (select from night_closings where night = ${night}))) as "wentOut"
    from sums`.execute(db)
  return rows[0] ?? { cameIn: 0, wentOut: 0 }
}

/** Two parties that sit down at the same moment must not both be the same walk-ins: they are counted one after the other. */
export async function lockWalkIns(db: Db, night: CalendarDate): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`walk-ins ${night}`}, 0))`.execute(db)
}

/** Ids of the counts that an account recorded for a night: all, or those recorded since a moment. */
export async function listOwnHeadCounts(
  db: Db,
  { actorId, night, since }: { actorId: string; night: CalendarDate; since: Date | null },
): Promise<string[]> {
  const rows = await db
    .selectFrom('headCounts')
    .where('night', '=', night)
    .where('actorId', '=', actorId)
    .$if(since !== null, (q) => q.where('recordedAt', '>=', since))
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Capacity of the venue; 0 for no limit. */
export const readCapacity = async (db: Db): Promise<number> =>
  (await db.selectFrom('venue').select('capacity').executeTakeFirst())?.capacity ?? 0
