import { sql } from 'kysely'
import type { Zone } from '#features/venue/schema.ts'
import { addMinutes, type CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

/** Serializes joins and offers of one night, until the caller's transaction ends. Taken before every row lock. */
export async function lockNightLine(db: Db, eventId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`waiting ${eventId}`}, 0))`.execute(db)
}

/**
 * Offers that ended within some minutes before their emails left the queue. The trigger `reservations_offer_not_told` put their parties
 * back in line.
 */
const untoldOffers = (now: Date, minutes: number) => sql`
  reservations r join email_queue q on q.waiting_entry_id = r.waiting_entry_id and q.kind = 'waiting_offer'
    and q.dedupe_key = r.id::text and q.sent_at is null
  where r.waiting_entry_id is not null and r.status = 'cancelled' and r.cancel_reason = 'payment_failed'
    and r.held_until <= ${now} and r.held_until > ${addMinutes(now, -minutes)}`

// An address whose own server is away for longer must not stop the line, nor keep a party out of it.
const PAUSE_MINUTES = 30
const SKIP_MINUTES = 60

/**
 * Whether no email leaves: one about an offer did not, and no other one did since it was queued. An offer that is made meanwhile would
 * end before its guest hears of it.
 */
export async function isMailHeldUp(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from ${untoldOffers(now, PAUSE_MINUTES)}
      and not exists (select from email_queue s where s.sent_at > q.created_at) limit 1`.execute(db)
  return rows.length > 0
}

type Line = { readonly eventId: string } | { readonly dinnersOf: CalendarDate }

/** Parties in line by the order of joining, without blocked guests and dinners of a closed night. */
export const listWaitingParties = (db: Db, line: Line) => waitingParties(db, line).execute()

/**
 * Those that can be made an offer now. A party that was not told of its last one is left out until an email leaves again, so that the
 * next one in line is tried.
 */
export const listPartiesToOffer = (db: Db, line: Line, now: Date) =>
  waitingParties(db, line)
    .where(
      sql<boolean>`not exists (select from ${untoldOffers(now, SKIP_MINUTES)} and r.waiting_entry_id = w.id
        and not exists (select from email_queue s where s.sent_at > r.held_until))`,
    )
    .execute()

const waitingParties = (db: Db, line: Line) =>
  db
    .selectFrom('waitingEntries as w')
    .where('w.status', '=', 'waiting')
    .where(
      'eventId' in line
        ? sql<boolean>`w.event_id = ${line.eventId}`
        : sql<boolean>`w.dinner_at is not null and w.business_date = ${line.dinnersOf}
            and not exists (select from night_closings c where c.night = w.business_date)`,
    )
    .where(sql<boolean>`not is_guest_blocked(w.guest_phone, w.guest_email)`)
    .select(['w.id', 'w.guestName', 'w.guestEmail', 'w.guestPhone', 'w.guestCount', 'w.dinnerAt'])
    .select(['w.zone', 'w.removalAt', 'w.joinerBrowser', 'w.joinerAddress', 'w.joinerNetwork'])
    .$narrowType<{ zone: Zone | null }>()
    .orderBy('w.seq')

/** Nights and dates of dinners for which parties are waiting. */
export async function listOpenLines(
  db: Db,
  now: Date,
): Promise<{
  readonly nights: readonly { readonly id: string; readonly date: CalendarDate }[]
  readonly dates: readonly CalendarDate[]
}> {
  const { rows } = await sql<{ eventId: string | null; date: CalendarDate }>`
    select distinct w.event_id as "eventId", coalesce(e.date, w.business_date)::text as date
    from waiting_entries w left join events e on e.id = w.event_id
    where w.status = 'waiting' and line_ends_at(e.over_at, w.dinner_at, w.business_date) > ${now}
    order by 2, 1`.execute(db)
  return {
    nights: rows.flatMap(({ eventId: id, date }) => (id === null ? [] : [{ id, date }])),
    dates: rows.flatMap(({ eventId, date }) => (eventId === null ? [date] : [])),
  }
}

/** Dates from one on with parties in line or with an open offer, and the number of parties. */
export const listWaitingDates = (db: Db, from: CalendarDate) =>
  db
    .selectFrom('waitingEntries')
    .where('status', 'in', ['waiting', 'offered'])
    .where('removalAt', 'is', null)
    .where('businessDate', '>=', from)
    .groupBy('businessDate')
    .select(['businessDate as date', sql<number>`count(*)::int`.as('parties')])
    .orderBy('businessDate')
    .execute()

/** Number of parties ahead in line that compete for the same tables. */
export async function countAhead(db: Db, id: string): Promise<number> {
  const row = await db
    .selectFrom('waitingEntries as w')
    .innerJoin('waitingEntries as own', (join) =>
      join.on('own.id', '=', id).on(
        sql<boolean>`(w.event_id, w.dinner_at) is not distinct from (own.event_id, own.dinner_at)
          and (w.zone is null or own.zone is null or w.zone = own.zone)`,
      ),
    )
    .where('w.status', '=', 'waiting')
    .whereRef('w.seq', '<', 'own.seq')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Whether staff can still undo a change of a dinner of a date, which may have freed a table, or a removal from one of its lines. */
export async function hasUndoableDinner(db: Db, date: CalendarDate, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from reservation_acts a join reservations r on r.id = a.reservation_id
    where r.business_date = ${date} and r.reservation_type = 'dining' and a.undone_at is null and a.finished_at is null
      and a.undo_until > ${now}
    union all
    select from waiting_entries where business_date = ${date} and dinner_at is not null and status = 'waiting' and removal_at > ${now}
    limit 1`.execute(db)
  return rows.length > 0
}
