import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

/** Makes a dinner that the waiting list offers the guest's, so that it has no expiry. A trigger marks the offer as accepted. */
export async function endOffer(db: Db, id: string): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ heldUntil: null })
    .where('id', '=', id)
    .where('heldUntil', 'is not', null)
    .execute()
}

/** The date from which an event was moved, as it was planned then. */
export const findFormerEventNight = (db: Db, eventId: string, date: CalendarDate) =>
  db
    .selectFrom('formerEventNights')
    .where('eventId', '=', eventId)
    .where('night', '=', date)
    .select(['night as date', 'startsAt', 'movedAt'])
    .executeTakeFirst()

/** The night of a date from which a reservation was moved, as it was booked then. */
export const findFormerNight = (db: Db, reservationId: string, date: CalendarDate) =>
  db
    .selectFrom('formerNights')
    .where('reservationId', '=', reservationId)
    .where('night', '=', date)
    .select(['night as date', 'startsAt', 'tableNumber', 'movedAt'])
    .executeTakeFirst()

export type LateParty = {
  readonly id: string
  readonly night: CalendarDate
  readonly isOfList: boolean
  readonly endsAt: Date
}

/** Parties of which acts were recorded after their night was closed. */
export async function listLateParties(db: Db, actIds: readonly string[]): Promise<LateParty[]> {
  const { rows } = await sql<LateParty>`
    select distinct coalesce(a.reservation_id, a.entry_id) as id, a.night::text as night, a.entry_id is not null as "isOfList",
      coalesce(r.ends_at, e.over_at) as "endsAt"
    from arrival_events a
    join night_closings c on c.night = a.night
    left join reservations r on r.id = a.reservation_id
    left join guest_list_entries g on g.id = a.entry_id
    left join guest_lists l on l.id = g.list_id
    left join events e on e.id = l.event_id
    where a.id = any(${[...actIds]}::uuid[])`.execute(db)
  return rows
}
