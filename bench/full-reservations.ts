import type pg from 'pg'

/** Realistic names, so that a search matches some guests and not all. */
const FIRST_NAMES =
  'Amara Beatriz Chidi Dara Efua Farid Grace Hana Ines Jamal Kofi Leila Marco Nadia Omar Priya'
const LAST_NAMES =
  'Adeyemi Bianchi Castillo Diallo Eze Fernandez Garcia Haddad Ibrahim Johnson Kamara Lopez Mensah Nguyen Okonkwo Papadakis Quartey Rossi Santos Traore Ueda Vasquez Williams Xenakis Yilmaz Zidane'
const A_STEP = 100_000

/** Counts the reservations. */
async function countReservations(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ have: number }>('select count(*)::int as have from reservations')
  return rows[0]?.have ?? 0
}

/**
 * Inserts past reservations up to a total: dinners and nights, each night with its event, each party with a table,
 * most of them completed and some cancelled. Returns the total.
 */
export async function fillReservations(pool: pg.Pool, count: number): Promise<number> {
  for (let have = await countReservations(pool); have < count; have = Math.min(count, have + A_STEP))
    // oxlint-disable-next-line no-await-in-loop -- batches that fit into memory
    await pool.query(
      `with places as (
         select array_agg(id order by table_number) as ids, count(*)::int as n from venue_tables
       ), names as (
         select string_to_array($3, ' ') as first, string_to_array($4, ' ') as last
       ), told as (
         select i, date '2026-01-01' - 1 - (i / (places.n * 4)) as day, (i / places.n) % 4 as sitting,
           places.ids[i % places.n + 1] as table_id,
           first[1 + (i * 7) % cardinality(first)] || ' ' || last[1 + (i * 11 + i / 26) % cardinality(last)] as name
         from generate_series($1::int, $2::int - 1) as i, places, names
       ), nights as (
         insert into events (slug, title, description, category, date, start_time, price, price_range)
         select distinct 'night-of-' || day, 'Night of ' || day, 'A night of the past.', 'Nightlife', day, time '21:00',
           '$20', 'moderate'
         from told where not exists (select from events e where e.date = day) returning id, date
       ), past as (
         select id, date from nights
         union all (select distinct on (date) id, date from events where date < '2026-01-01' order by date, id)
       )
       insert into reservations (reservation_type, event_id, business_date, starts_at, ends_at, table_id, guest_name,
         guest_email, guest_phone, guest_count, status, cancel_reason, payment_status, total_price_cents, entry_code,
         created_at)
       select case when sitting = 3 then 'nightlife' else 'dining' end, case when sitting = 3 then past.id end, day,
         moment_of_business(day, time '15:00' + sitting * interval '2 hours'),
         moment_of_business(day, time '15:00' + sitting * interval '2 hours') + interval '105 minutes', table_id, name,
         lower(replace(name, ' ', '.')) || i || '@example.com', '(972) 555-' || lpad((i % 10000)::text, 4, '0'),
         1 + i % 4, case when i % 25 = 0 then 'cancelled' when i % 3 = 0 then 'completed' else 'confirmed' end,
         case when i % 25 = 0 then 'guest' end, 'none', case when sitting = 3 then 15000 + i % 40 * 500 else 0 end,
         'B' || lpad(i::text, 7, '0'), day - interval '3 days' + (i % 1440) * interval '1 minute'
       from told join past on past.date = day`,
      [have, Math.min(count, have + A_STEP), FIRST_NAMES, LAST_NAMES],
    )
  await fillLedger(pool)
  await pool.query('vacuum analyze reservations, table_occupancies, events, ledger_lines')
  return countReservations(pool)
}

/** Payments of completed nights, on the day of the booking, in cash or by card. */
const fillLedger = (pool: pg.Pool): Promise<unknown> =>
  pool.query(
    `insert into ledger_lines (source_key, kind, method, amount_cents, reservation_id, night, moved_at)
     select 'venue:' || r.id, 'payment', case when r.guest_count = 2 then 'cash' else 'card' end, r.total_price_cents, r.id,
       r.business_date, r.created_at
     from reservations r where r.entry_code like 'B%' and r.total_price_cents > 0 and r.status <> 'cancelled'
     on conflict (source_key) do nothing`,
  )
