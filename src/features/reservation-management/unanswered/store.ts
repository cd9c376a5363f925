import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import { isUnanswered } from '#platform/db/fragments/unanswered.ts'

export type Unanswered = { readonly id: string; readonly guestEmail: string; readonly endsAt: Date }

/** Locks the requests whose time is over and of which no guest came; those that staff are answering are left for the next run. */
export async function lockOverdue(db: Db, now: Date): Promise<Unanswered[]> {
  const { rows } = await sql<Unanswered>`
    select r.id, r.guest_email as "guestEmail", r.ends_at as "endsAt" from reservations r
    where r.reservation_type = 'dining' and r.deleted_at is null and r.ends_at <= ${now} and ${isUnanswered()}
      and not exists (select from standing_arrival_events a where a.reservation_id = r.id and a.kind = 'arrived')
    order by r.id limit 200 for update of r skip locked`.execute(db)
  return rows
}
