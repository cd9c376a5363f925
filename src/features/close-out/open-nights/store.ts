import { sql } from 'kysely'
import type { MovedParty } from '#features/close-out/schema.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

type Span = { readonly from: CalendarDate; readonly until: CalendarDate }

/** Nights of a span that had guests or were to have some, and are not closed. */
export async function listUnclosed(db: Db, { from, until }: Span): Promise<CalendarDate[]> {
  const { rows } = await sql<{ night: CalendarDate }>`
    select n.night from (
      select r.business_date as night from reservations r
      where r.business_date between ${from} and ${until}
        and reservation_is_expected(r.status, r.held_until, r.deleted_at)
      union select night from arrival_events where night between ${from} and ${until}
      union select night from head_counts where night between ${from} and ${until}
    ) n where not exists (select from night_closings c where c.night = n.night) order by 1`.execute(db)
  return rows.map(({ night }) => night)
}

export type CrowdedParty = {
  readonly id: string
  readonly night: CalendarDate
  readonly guestCount: number
}

/** Parties of nights of which more guests were checked in than booked, in several acts. */
export async function listCrowded(db: Db, nights: readonly CalendarDate[]): Promise<CrowdedParty[]> {
  const { rows } = await sql<CrowdedParty>`
    select p.id, e.night, p.guest_count as "guestCount"
    from arrival_events e join (
      select id, guest_count, business_date as night from reservations
      union all select n.id, n.guest_count, ev.date from guest_list_entries n
        join guest_lists l on l.id = n.list_id join events ev on ev.id = l.event_id
    ) p on p.id = coalesce(e.reservation_id, e.entry_id) and p.night = e.night
    where e.night = any(${[...nights]}::date[]) and e.kind = 'arrived'
    group by p.id, e.night, p.guest_count having count(*) > 1 and sum(e.guests) > p.guest_count`.execute(db)
  return rows
}

/** Nights of a span whose figures are locked. */
export async function listLocked(db: Db, { from, until }: Span): Promise<CalendarDate[]> {
  const rows = await db
    .selectFrom('nightLocks')
    .where('night', '>=', from)
    .where('night', '<=', until)
    .select('night')
    .execute()
  return rows.map(({ night }) => night)
}

/** Parties whose arrivals were recorded after they, or the events of their lists, were moved to another night: all that any screen counts or names. */
export const listMoved = async (db: Db, span: Span): Promise<MovedParty[]> => [
  ...(await listMovedParties(db, span)),
  ...(await listPostponedEntries(db, span)),
]

/** Reservations whose arrivals were recorded after a move to another night. */
async function listMovedParties(db: Db, { from, until }: Span): Promise<MovedParty[]> {
  const { rows } = await sql<MovedParty>`
    select r.id, e.night, r.guest_name as "guestName", r.business_date as date, null as list
    from former_nights f join standing_arrival_events e on e.reservation_id = f.reservation_id and e.night = f.night
    join reservations r on r.id = f.reservation_id
    where f.night between ${from} and ${until} and e.kind = 'arrived' and e.recorded_at > f.moved_at
      and r.business_date <> e.night
    group by r.id, e.night order by e.night, r.guest_name, r.id`.execute(db)
  return rows
}

/** Guests on lists whose arrivals were recorded after their event was moved to another night. */
async function listPostponedEntries(db: Db, { from, until }: Span): Promise<MovedParty[]> {
  const { rows } = await sql<MovedParty>`
    select n.id, e.night, n.guest_name as "guestName", ev.date, json_build_object('id', l.id, 'name', l.name) as list
    from former_event_nights f join events ev on ev.id = f.event_id join guest_lists l on l.event_id = ev.id
    join guest_list_entries n on n.list_id = l.id
    join standing_arrival_events e on e.entry_id = n.id and e.night = f.night
    where f.night between ${from} and ${until} and e.kind = 'arrived' and e.recorded_at > f.moved_at and ev.date <> e.night
    group by n.id, e.night, ev.id, l.id order by e.night, n.guest_name, n.id`.execute(db)
  return rows
}
