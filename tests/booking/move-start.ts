import { sql } from 'kysely'
import type { TestDatabase } from '../support/database.ts'

/** Lets a reservation of 6 hours start so many hours from now; another party at its table is cancelled. */
export async function moveStart(
  { db }: Pick<TestDatabase, 'db'>,
  { id }: { readonly id: string },
  hours: number,
): Promise<void> {
  const [start, end] = [Math.round(hours * 60), Math.round((hours + 6) * 60)]
  await sql`
    update reservations set status = 'cancelled', cancel_reason = 'staff' where id in (
      select other.reservation_id from table_occupancies mine join table_occupancies other using (table_id)
      where mine.reservation_id = ${id} and other.reservation_id <> ${id} and other.is_active and other.during
        && tstzrange(now() + make_interval(mins => ${start}), now() + make_interval(mins => ${end}))
    )`.execute(db)
  await sql`
    update reservations set starts_at = now() + make_interval(mins => ${start}),
      ends_at = now() + make_interval(mins => ${end}) where id = ${id}`.execute(db)
}
