import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { listedNames } from '#platform/db/fragments/listed-names.ts'
import { isHeld } from '#platform/db/fragments/occupied-tables.ts'
import type { SpecialDay } from '../schema.ts'

type Service = SpecialDay['service']

type Day = {
  readonly date: CalendarDate
  readonly service: Service
  readonly now: Date
  /** Leaves out what has not changed after this moment; null for all of the day. */
  readonly since?: Date | null
}

const isOfService = (service: Service) =>
  sql<boolean>`service_of_event(e.start_time, e.end_time) = ${service}`

/**
 * Locks the events of a day until the transaction ends. `for update` conflicts with the key-share lock of every
 * reservation insert: running holds are waited for, and new ones wait. Ordered by id, so that two of these locks cannot
 * deadlock.
 */
export async function lockEvents(db: Db, { date, service }: Pick<Day, 'date' | 'service'>): Promise<void> {
  await db
    .selectFrom('events as e')
    .select('e.id')
    .where('e.date', '=', date)
    .where('e.deletedAt', 'is', null)
    .where(isOfService(service))
    .orderBy('e.id')
    .forUpdate()
    .execute()
}

/** The events of a service on a day that are not over, with the number of reservations. */
export const listEventsOn = (db: Db, { date, service, now, since = null }: Day) =>
  db
    .selectFrom('events as e')
    .where('e.date', '=', date)
    .where('e.deletedAt', 'is', null)
    .where('e.endsAt', '>', now)
    .where(isOfService(service))
    .$if(since !== null, (query) => query.where('e.createdAt', '>', since))
    .select(['e.title', 'e.startTime'])
    .select((eb) =>
      eb
        .selectFrom('reservations as r')
        .whereRef('r.eventId', '=', 'e.id')
        .where('r.status', 'in', ['pending', 'confirmed'])
        .where('r.deletedAt', 'is', null)
        .select((it) => it.fn.countAll<number>().as('parties'))
        .as('parties'),
    )
    .select(listedNames().as('listed'))
    .orderBy('e.startsAt')
    .execute()

/**
 * Pending and confirmed reservations of a service on a day that are not over: of its events, and those without an
 * event.
 */
export const listReservationsOn = (db: Db, { date, service, now, since = null }: Day) =>
  db
    .selectFrom('reservations as r')
    .leftJoin('events as e', 'e.id', 'r.eventId')
    .where('r.businessDate', '=', date)
    .where((eb) =>
      eb.or([
        eb.and([eb('r.eventId', 'is not', null), isOfService(service)]),
        eb('r.reservationType', '=', service === 'restaurant' ? 'dining' : 'nightlife').and(
          'r.eventId',
          'is',
          null,
        ),
      ]),
    )
    .where('r.status', 'in', ['pending', 'confirmed'])
    .where('r.deletedAt', 'is', null)
    .where('r.endsAt', '>', now)
    // One that was moved to the day since was created before.
    .$if(since !== null, (query) =>
      query.where((eb) => eb.or([eb('r.createdAt', '>', since), eb('r.updatedAt', '>', since)])),
    )
    .select(['r.id', 'r.reservationType', 'r.status', 'r.guestName', 'r.guestEmail'])
    .select(['r.guestCount', 'r.startsAt', 'r.receivedCents', 'r.refundedCents', 'r.disputedCents'])
    // Held for a party of the waiting list, which has not accepted it.
    .select(sql<boolean>`(${isHeld()} and r.waiting_entry_id is not null)`.as('isOffer'))
    .orderBy('r.startsAt')
    .orderBy('r.id')
    .execute()

/** Number of parties in line for a table of a service on a day, those with an open offer among them. */
export async function countWaiting(db: Db, { date, service, now, since = null }: Day): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from waiting_entries w left join events e on e.id = w.event_id
    where w.status in ('waiting', 'offered') and coalesce(e.ends_at, w.dinner_at) > ${now}
      and (${since}::timestamptz is null or w.created_at > ${since})
      and case when e.id is null then ${service} = 'restaurant' and w.business_date = ${date}
        else e.date = ${date} and e.deleted_at is null and service_of_event(e.start_time, e.end_time) = ${service} end`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Dinner times of a day for which parties wait or have an open offer, one for each party. */
export async function listWaitingTimes(db: Db, { date, now }: Omit<Day, 'service'>): Promise<Date[]> {
  const { rows } = await sql<{ startsAt: Date }>`
    select dinner_at as "startsAt" from waiting_entries
    where status in ('waiting', 'offered') and business_date = ${date} and dinner_at > ${now}`.execute(db)
  return rows.map(({ startsAt }) => startsAt)
}
