import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Contact, Upcoming } from './schema.ts'

/**
 * Reservations of an email address or a phone number that are still to come, soonest first; an unpaid hold is none. A merged one
 * stands for the one that it became a part of, which may be under another guest's name; its link leads there.
 */
export async function listUpcoming(db: Db, { by, address }: Contact, now: Date): Promise<Upcoming[]> {
  const ofContact =
    by === 'email'
      ? sql`lower(r.guest_email) = ${address.toLowerCase()}`
      : sql`phone_key(r.guest_phone) = phone_key(${address})`
  const { rows } = await sql<Upcoming>`
    select u.id, u.title, u."startsAt", u."guestCount", u."guestEmail", u."guestPhone" from (
      select distinct on (l.id) r.id, e.title, l.starts_at as "startsAt", l.guest_count as "guestCount",
        r.guest_email as "guestEmail", r.guest_phone as "guestPhone"
      from reservations r join reservations l on l.id = coalesce(r.merged_into_id, r.id)
        left join events e on e.id = l.event_id
      where ${ofContact} and r.anonymised_at is null and l.anonymised_at is null and l.deleted_at is null
        and l.ends_at > ${now}
        and (l.status = 'confirmed'
          or (l.status = 'pending' and l.reservation_type = 'dining' and l.held_until is null))
      order by l.id, r.merged_into_id nulls first, r.id
    ) u order by u."startsAt", u.id limit 20`.execute(db)
  return rows
}

/** The email address and the phone number of a reservation. */
export const findContacts = (db: Db, id: string) =>
  db.selectFrom('reservations').where('id', '=', id).select(['guestEmail', 'guestPhone']).executeTakeFirst()
