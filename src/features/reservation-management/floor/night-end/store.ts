import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

export type LateParty = {
  readonly id: string
  readonly isListed: boolean
  readonly night: CalendarDate
  readonly endsAt: Date
}

/** The parties of arrival events whose night, which they are still for, is closed; `isListed` for those of guest lists. */
export async function listOfClosedNights(db: Db, eventIds: readonly string[]): Promise<LateParty[]> {
  const { rows } = await sql<LateParty>`
    with late as (
      select a.reservation_id, a.entry_id, a.night from arrival_events a join night_closings c on c.night = a.night
      where a.id = any(${[...eventIds]}::uuid[])
    )
    select r.id, false as "isListed", r.business_date as night, r.ends_at as "endsAt"
    from late join reservations r on r.id = late.reservation_id and r.business_date = late.night
    union
    select n.id, true, e.date, e.ends_at
    from late join guest_list_entries n on n.id = late.entry_id join guest_lists l on l.id = n.list_id
    join events e on e.id = l.event_id and e.date = late.night`.execute(db)
  return rows
}
