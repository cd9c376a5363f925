import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Lapses } from './rules.ts'

/** Seconds of each minute to pay after the first third. */
const KEPT_S_A_MINUTE = 40

/**
 * The changes of a reservation since a moment that kept a table for more than a third of the time to pay and were not paid, whether
 * the time ran out or the guest began another one.
 */
export async function findLapses(db: Db, reservationId: string, since: Date): Promise<Lapses> {
  const { rows } = await sql<Lapses>`
    select count(*)::int as count, max(b.released_at) as "lastAt"
    from guest_changes c join table_blocks b on b.id = c.table_block_id
    where c.reservation_id = ${reservationId} and c.status = 'ended' and b.released_at > ${since}
      and b.released_at >= c.held_until - make_interval(secs => (select hold_minutes from venue) * ${KEPT_S_A_MINUTE})`.execute(
    db,
  )
  return rows[0] ?? { count: 0, lastAt: null }
}
