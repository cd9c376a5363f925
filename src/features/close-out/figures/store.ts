import { type RawBuilder, sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { partyTableIds, partyTableNumbers } from '#platform/db/fragments/party-tables.ts'
import type { CameIn, MoneyRow, Movement, PaidParty } from './rules.ts'

const isExpected = sql<boolean>`reservation_is_expected(r.status, r.held_until, r.deleted_at)`

/** Whether a guest of a reservation came on a night, and whether it is marked as a no-show of that night. */
const attendanceOn = (night: RawBuilder<unknown>) => sql`(
  select coalesce(bool_or(e.kind = 'arrived'), false) as has_come,
    coalesce(bool_or(e.kind = 'no_show'), false) as is_no_show
  from standing_arrival_events e
  where e.reservation_id = r.id and e.night = ${night} and e.kind in ('arrived', 'no_show'))`

/**
 * Tables sold for nights, for those that have some. A table counts once however many parties used it; each table of a
 * combined party counts.
 */
export async function listTablesSold(
  db: Db,
  dates: readonly CalendarDate[],
): Promise<{ readonly date: CalendarDate; readonly tablesSold: number }[]> {
  const { rows } = await sql<{ date: CalendarDate; tablesSold: number }>`
    select r.business_date as date, count(distinct seat.table_id)::integer as "tablesSold"
    from reservations r, unnest(${partyTableIds('r')}) as seat (table_id)
    where r.business_date = any(${[...dates]}::date[]) and r.reservation_type = 'nightlife' and r.deleted_at is null
      and r.status in ('confirmed', 'completed')
    group by 1`.execute(db)
  return rows
}

/**
 * Parties that are marked as no-shows, by night. A party that was moved to another night afterwards stays a no-show of the
 * first, whatever becomes of it there.
 */
export async function listNoShows(
  db: Db,
  dates: readonly CalendarDate[],
): Promise<{ readonly date: CalendarDate; readonly count: number }[]> {
  const { rows } = await sql<{ date: CalendarDate; count: number }>`
    select marked.night as date, count(*)::integer as count
    from (
      select distinct reservation_id, night from arrival_events
      where night = any(${[...dates]}::date[]) and kind = 'no_show'
    ) marked join reservations r on r.id = marked.reservation_id, lateral ${attendanceOn(sql`marked.night`)} a
    where r.deleted_at is null and (r.business_date <> marked.night or ${isExpected})
      and a.is_no_show and not a.has_come
    group by 1`.execute(db)
  return rows
}

/** Arrivals and departures of the parties of nights: reservations, deleted ones included, and entries of guest lists. */
export async function listMovements(db: Db, dates: readonly CalendarDate[]): Promise<Movement[]> {
  const { rows } = await sql<Movement>`
    select e.night as date, r.id as "partyId", e.id, e.kind, e.guests, e.happened_at as at, e.were_walk_ins as "wereWalkIns"
    from standing_arrival_events e join reservations r on r.id = e.reservation_id
    where e.night = any(${[...dates]}::date[]) and e.kind in ('arrived', 'left')
    union all
    select e.night, e.entry_id, e.id, e.kind, e.guests, e.happened_at, e.were_walk_ins
    from standing_arrival_events e
    where e.night = any(${[...dates]}::date[]) and e.entry_id is not null and e.kind in ('arrived', 'left')`.execute(
    db,
  )
  return rows
}

/** Walk-ins of nights. Those who were counted out and came back are counted once. */
export async function listWalkIns(db: Db, dates: readonly CalendarDate[]): Promise<CameIn[]> {
  const { rows } = await sql<CameIn>`
    select h.night as date, h.happened_at as at, h.change as guests from head_counts h
    where h.night = any(${[...dates]}::date[]) and h.change > 0 and not h.is_return and h.undoes_id is null
      and not exists (select from head_counts u where u.undoes_id = h.id)`.execute(db)
  return rows
}

export async function countTables(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('venueTables')
    .where('deletedAt', 'is', null)
    .where('isAvailable', '=', true)
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Ledger lines of a night, added up by reservation, kind and method. */
export async function listMoney(db: Db, night: CalendarDate): Promise<MoneyRow[]> {
  const { rows } = await sql<MoneyRow>`
    select reservation_id as "reservationId", kind, method,
      sum(amount_cents)::integer as "amountCents", sum(allowance_cents)::integer as "allowanceCents",
      coalesce(sum(cover_guests), count(*))::integer as count
    from ledger_lines where night = ${night} group by 1, 2, 3`.execute(db)
  return rows
}

/** The reservations that have ledger lines of a night, deleted ones included: their money stays. */
export async function listPaidParties(db: Db, night: CalendarDate): Promise<PaidParty[]> {
  const { rows } = await sql<PaidParty>`
    select r.id, r.status, a.is_no_show and not a.has_come as "isNoShow",
      coalesce((select json_agg(json_build_object('zone', z.location, 'seats', z.seats) order by z.place) from (
        select x.location, sum(x.max_guests)::integer as seats, min(seat.place) as place
        from unnest(${partyTableIds('r')}) with ordinality as seat (id, place)
        join venue_tables x on x.id = seat.id group by x.location) z), '[]') as zones,
      ${partyTableNumbers('r')} as "tableNumbers",
      coalesce((select json_agg(json_build_object('kind', p.kind, 'label', p.label, 'amountCents', p.amount_cents)
        order by p.kind desc, p.label) from reservation_lines p where p.reservation_id = r.id), '[]') as lines
    from reservations r, lateral ${attendanceOn(sql`${night}::date`)} a
    where r.id in (select reservation_id from ledger_lines where night = ${night})`.execute(db)
  return rows
}

export const listEventTitles = async (db: Db, date: CalendarDate): Promise<string[]> =>
  (
    await db
      .selectFrom('events')
      .where('date', '=', date)
      .where('deletedAt', 'is', null)
      .select('title')
      .orderBy('startsAt')
      .execute()
  ).map(({ title }) => title)
