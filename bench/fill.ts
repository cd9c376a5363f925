import type pg from 'pg'

/** Fills a house with past dinners of years, all of them at a table, until there are so many reservations. */
export async function fillReservations(pool: pg.Pool, count: number): Promise<number> {
  const { rows } = await pool.query<{ have: number }>('select count(*)::int as have from reservations')
  await pool.query(
    `with places as (
       select array_agg(id order by table_number) as ids, count(*)::int as n from venue_tables
     ), told as (
       select i, date '2026-01-01' - 1 - (i / (places.n * 4)) as day, i % places.n as place,
         (i / places.n) % 4 as sitting, places.ids
       from generate_series($1::int, $2::int - 1) as i, places
     )
     insert into reservations (reservation_type, business_date, starts_at, ends_at, table_id, guest_name, guest_email,
       guest_count, status, payment_status, entry_code)
     select 'dining', day, moment_of_business(day, time '15:00' + sitting * interval '2 hours'),
       moment_of_business(day, time '15:00' + sitting * interval '2 hours') + interval '105 minutes', ids[place + 1],
       'Guest', 'guest-' || i || '@example.com', 2, 'confirmed', 'none',
       'B' || lpad(i::text, 7, '0')
     from told`,
    [rows[0]?.have ?? 0, count],
  )
  await pool.query('vacuum analyze reservations, table_claims')
  const after = await pool.query<{ have: number }>('select count(*)::int as have from reservations')
  return after.rows[0]?.have ?? 0
}

/** Adds past nights until there are so many events. */
export async function fillEvents(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into events (slug, title, description, category, date, start_time, price, price_range)
     select 'past-' || i, 'Night ' || i, '', 'Nightlife', date '2026-01-01' - i, '21:00', '$20', 'moderate'
     from generate_series(1, $1::int - (select count(*)::int from events)) as i`,
    [count],
  )
  await pool.query('vacuum analyze events')
}
