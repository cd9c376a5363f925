import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { listedNames } from '#platform/db/fragments/listed-names.ts'
import type { DayUndo, SpecialDay } from './schema.ts'

type Service = SpecialDay['service']

const COLUMNS = ['businessDate', 'service', 'opens', 'closes', 'reason', 'closedEvents'] as const

export const listDays = (db: Db, from: CalendarDate) =>
  db
    .selectFrom('venueSpecialDays')
    .where('businessDate', '>=', from)
    .select(COLUMNS)
    .orderBy('businessDate')
    .orderBy('service')
    .execute()

export const findDay = (db: Db, date: CalendarDate, service: Service) =>
  db
    .selectFrom('venueSpecialDays')
    .where('businessDate', '=', date)
    .where('service', '=', service)
    .select(COLUMNS)
    .executeTakeFirst()

const hoursOf = ({ opens, closes, reason, closedEvents }: SpecialDay) => ({
  opens: opens || null,
  closes: closes || null,
  reason,
  closedEvents,
  undoUntil: null,
  undo: null,
})

export async function writeDay(db: Db, day: SpecialDay): Promise<void> {
  await db
    .insertInto('venueSpecialDays')
    .values({ businessDate: day.date, service: day.service, ...hoursOf(day) })
    .onConflict((conflict) => conflict.columns(['businessDate', 'service']).doUpdateSet(hoursOf(day)))
    .execute()
}

type SetDay = { readonly date: CalendarDate; readonly service: Service }

/** Writes until when a day that was just set can be undone, and to what. */
export async function writeUndo(
  db: Db,
  { date, service }: SetDay,
  { undoUntil, undo }: { readonly undoUntil: Date; readonly undo: DayUndo },
): Promise<void> {
  await db
    .updateTable('venueSpecialDays')
    .set({ undoUntil, undo: JSON.stringify(undo) })
    .where('businessDate', '=', date)
    .where('service', '=', service)
    .execute()
}

/** Locks a day that can still be undone; undefined where there is none. */
export async function lockUndoable(
  db: Db,
  { date, service }: SetDay,
  now: Date,
): Promise<DayUndo | undefined> {
  const { rows } = await sql<{ undo: DayUndo }>`
    select undo from venue_special_days
    where business_date = ${date} and service = ${service} and undo_until > ${now} and undo is not null for update`.execute(
    db,
  )
  return rows[0]?.undo
}

export async function deleteDay(db: Db, { date, service }: SetDay): Promise<void> {
  await db
    .deleteFrom('venueSpecialDays')
    .where('businessDate', '=', date)
    .where('service', '=', service)
    .execute()
}

/**
 * Holds tables again for parties of the waiting list, unless their time is over. A trigger restores the offers; the constraint
 * `one_party_per_table` throws where a table is taken.
 */
export async function reviveOffers(db: Db, ids: readonly string[], now: Date): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ status: 'pending', cancelReason: null })
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...ids]))))
    .where('status', '=', 'cancelled')
    .where('heldUntil', '>', now)
    .execute()
}

/** Inserts a deleted day again; false where a row for the date and service exists by now. */
export async function insertRestored(db: Db, day: SpecialDay): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('venueSpecialDays')
    .values({ businessDate: day.date, service: day.service, ...hoursOf(day) })
    .onConflict((conflict) => conflict.columns(['businessDate', 'service']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

type Removed = { readonly date: CalendarDate; readonly service: Service; readonly now: Date }

/** Moves a day to the trash in one statement. Returns its id there; null where the day does not exist. */
export async function trashDay(db: Db, { date, service, now }: Removed): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    with removed as (
      delete from venue_special_days where business_date = ${date} and service = ${service} returning *
    )
    insert into deleted_special_days (business_date, service, opens, closes, reason, closed_events, deleted_at)
    select business_date, service, opens, closes, reason, closed_events, ${now} from removed returning id`.execute(
    db,
  )
  return rows[0]?.id ?? null
}

export const listTrashed = (db: Db) =>
  db
    .selectFrom('deletedSpecialDays')
    .select(['id', 'deletedAt', ...COLUMNS])
    .execute()

export const lockTrashedDay = (db: Db, id: string) =>
  db
    .selectFrom('deletedSpecialDays')
    .where('id', '=', id)
    .select(['deletedAt', ...COLUMNS])
    .forUpdate()
    .executeTakeFirst()

export async function deleteTrashedDay(db: Db, id: string): Promise<void> {
  await db.deleteFrom('deletedSpecialDays').where('id', '=', id).execute()
}

export async function purgeTrashed(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('deletedSpecialDays')
    .where('deletedAt', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

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
    .select(
      sql<boolean>`r.status = 'pending' and r.waiting_entry_id is not null and r.held_until is not null`.as(
        'isOffer',
      ),
    )
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
