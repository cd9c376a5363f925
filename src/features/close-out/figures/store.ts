import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { MoneyRow, PaidParty } from './rules.ts'
import type { NightSummary } from './schema.ts'

type Span = { readonly from: CalendarDate; readonly until: CalendarDate }

// A hold during checkout is no expected guest yet; a pending dinner that staff have to confirm is one.
const isExpected = sql<boolean>`r.deleted_at is null
  and (r.status in ('confirmed', 'completed') or (r.status = 'pending' and r.hold_key is null))`

const isStanding = sql<boolean>`not exists (select from arrival_events u where u.undoes_id = e.id)`

/** Guests who came with a party, and whether it is marked as a no-show. */
const attendance = sql`(
  select coalesce(sum(e.guests) filter (where e.kind = 'arrived'), 0)::integer as came,
    coalesce(bool_or(e.kind = 'no_show'), false) as is_no_show
  from arrival_events e
  where e.reservation_id = r.id and e.kind in ('arrived', 'no_show') and ${isStanding})`

/**
 * Counts of every night of a span, without money. A table counts once however many parties used it; both tables of a combined
 * party count.
 */
export async function listCounts(db: Db, { from, until }: Span): Promise<Omit<NightSummary, 'keptCents'>[]> {
  const { rows } = await sql<Omit<NightSummary, 'keptCents'>>`
    with booked as (
      select r.business_date as date, count(*) filter (where ${isExpected}) as parties,
        coalesce(sum(r.guest_count) filter (where ${isExpected}), 0) as covers,
        coalesce(sum(a.came) filter (where r.deleted_at is null), 0) as came,
        count(*) filter (where ${isExpected} and a.is_no_show and a.came = 0) as no_shows
      from reservations r, lateral ${attendance} a
      where r.business_date between ${from} and ${until} group by 1
    ), sold as (
      select r.business_date as date, count(distinct seat.table_id) as tables
      from reservations r, unnest(array[r.table_id, r.second_table_id] || r.extra_table_ids) as seat (table_id)
      where r.business_date between ${from} and ${until} and r.reservation_type = 'nightlife' and r.deleted_at is null
        and r.status in ('confirmed', 'completed')
      group by 1
    ), listed as (
      select ev.date, sum(e.guests) as came
      from arrival_events e join guest_list_entries n on n.id = e.entry_id
      join guest_lists l on l.id = n.list_id join events ev on ev.id = l.event_id
      where ev.date between ${from} and ${until} and e.kind = 'arrived' and ${isStanding} group by 1
    ), walked as (
      select h.night as date, sum(h.change) as came from head_counts h
      where h.night between ${from} and ${until} and h.change > 0 and h.undoes_id is null
        and not exists (select from head_counts u where u.undoes_id = h.id)
      group by 1
    )
    select d.date::date as date, coalesce(b.parties, 0)::integer as parties, coalesce(b.covers, 0)::integer as covers,
      (coalesce(b.came, 0) + coalesce(l.came, 0) + coalesce(w.came, 0))::integer as came,
      coalesce(b.no_shows, 0)::integer as "noShows", coalesce(s.tables, 0)::integer as "tablesSold"
    from generate_series(${from}::date, ${until}::date, interval '1 day') as d (date)
    left join booked b on b.date = d.date::date left join sold s on s.date = d.date::date
    left join listed l on l.date = d.date::date left join walked w on w.date = d.date::date
    order by 1`.execute(db)
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

/** Heads that came in on a night, by the quarter hour of UTC: it has no hour twice and none that is missing. */
export async function listArrivals(
  db: Db,
  date: CalendarDate,
): Promise<{ readonly at: Date; readonly guests: number }[]> {
  const { rows } = await sql<{ at: Date; guests: number }>`
    select date_bin('15 minutes', it.at, timestamptz '2000-01-01 00:00Z') as at, sum(it.guests)::integer as guests
    from (
      select e.happened_at as at, e.guests from reservations r join arrival_events e on e.reservation_id = r.id
      where r.business_date = ${date} and r.deleted_at is null and e.kind = 'arrived' and ${isStanding}
      union all
      select e.happened_at, e.guests
      from events ev join guest_lists l on l.event_id = ev.id join guest_list_entries n on n.list_id = l.id
      join arrival_events e on e.entry_id = n.id
      where ev.date = ${date} and e.kind = 'arrived' and ${isStanding}
      union all
      select h.happened_at, h.change from head_counts h
      where h.night = ${date} and h.change > 0 and h.undoes_id is null
        and not exists (select from head_counts u where u.undoes_id = h.id)
    ) it group by 1 order by 1`.execute(db)
  return rows
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
    select r.id, r.status, a.is_no_show and a.came = 0 as "isNoShow", t.location as zone,
      array_remove(array[t.table_number, s.table_number], null) || array(select x.table_number from venue_tables x
        where x.id = any(r.extra_table_ids) order by x.table_number) as "tableNumbers",
      coalesce((select json_agg(json_build_object('kind', p.kind, 'label', p.label, 'amountCents', p.amount_cents)
        order by p.kind desc, p.label) from reservation_lines p where p.reservation_id = r.id), '[]') as lines
    from reservations r left join venue_tables t on t.id = r.table_id
    left join venue_tables s on s.id = r.second_table_id, lateral ${attendance} a
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
