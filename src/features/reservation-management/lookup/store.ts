import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { Contact, Upcoming } from './schema.ts'

/** Reservations of an email address or a phone number that are still to come, soonest first; an unpaid hold is none. */
export const listUpcoming = (db: Db, { by, address }: Contact, now: Date): Promise<Upcoming[]> =>
  db
    .selectFrom('reservations as r')
    .leftJoin('events as e', 'e.id', 'r.eventId')
    .where((eb) =>
      by === 'email'
        ? eb(eb.fn('lower', ['r.guestEmail']), '=', address.toLowerCase())
        : sql<boolean>`phone_key(r.guest_phone) = phone_key(${address})`,
    )
    .where('r.endsAt', '>', now)
    .where('r.deletedAt', 'is', null)
    .where('r.anonymisedAt', 'is', null)
    .where('r.status', 'in', ['pending', 'confirmed'])
    .where((eb) =>
      eb.or([
        eb('r.status', '=', 'confirmed'),
        eb.and([eb('r.reservationType', '=', 'dining'), eb('r.heldUntil', 'is', null)]),
      ]),
    )
    .select(['r.id', 'r.startsAt', 'r.guestCount', 'r.guestEmail', 'r.guestPhone'])
    .select('e.title')
    .orderBy('r.startsAt')
    .orderBy('r.id')
    .limit(20)
    .execute()

/** The email address and the phone number of a reservation. */
export const findContacts = (db: Db, id: string) =>
  db.selectFrom('reservations').where('id', '=', id).select(['guestEmail', 'guestPhone']).executeTakeFirst()
