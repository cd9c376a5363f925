import type { TestDatabase } from '../support/database.ts'

let parties = 0
/** The evening of the dinner booked last, counted from the first. */
export const lastEvening = (): number => parties

export type Dinner = { readonly status?: string; readonly day?: number }

/** Books a dinner at the first table, on an evening of its own by default. */
export async function bookDinner(
  { pool }: TestDatabase,
  name: string,
  { status = 'confirmed', day = (parties += 1) }: Dinner = {},
): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_phone, guest_count, status, special_requests)
     select id, 'dining', '2030-03-01'::date + $2::integer, '2030-03-01 23:00Z'::timestamptz + make_interval(days => $2),
       '2030-03-02 01:00Z'::timestamptz + make_interval(days => $2), $1, 'party@example.com', '972 555 0133', 2, $3,
       'A quiet corner for ' || $1
     from venue_tables order by table_number limit 1 returning id`,
    [name, day, status],
  )
  return rows[0]?.id ?? ''
}

/** A confirmed, unpaid table of a coming night. */
export async function bookNight({ pool }: TestDatabase, guestName: string, cents: number): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_count, status, total_price_cents)
     select e.id, t.id, 'nightlife', e.date, e.starts_at, e.ends_at, $1, 'guest@example.com', 2, 'confirmed', $2
     from events e, venue_tables t where e.starts_at > now() and t.is_available and not exists (
       select from table_occupancies o where o.table_id = t.id and o.is_active and o.during && tstzrange(e.starts_at, e.ends_at))
     order by e.starts_at, t.table_number limit 1 returning id`,
    [guestName, cents],
  )
  return rows[0]?.id ?? ''
}

/** Records an online payment of a reservation. */
export async function payOnline({ pool }: TestDatabase, id: string, cents: number): Promise<void> {
  await pool.query(
    `insert into checkouts (reservation_id, provider, amount_cents, status, received_cents, expires_at, paid_at)
     values ($1, 'local', $2, 'paid', $2, now(), now())`,
    [id, cents],
  )
}

/** A date from tomorrow on, on which dinner is served. */
export async function nextDinnerDay({ pool }: TestDatabase): Promise<string> {
  const { rows } = await pool.query<{ date: string }>(
    `select to_char(day, 'YYYY-MM-DD') as date
     from generate_series(current_date + 1, current_date + 14, interval '1 day') day
     where exists (select from venue_hours h where h.service = 'restaurant' and h.weekday = extract(dow from day))
       and not exists (select from venue_special_days s where s.service = 'restaurant' and s.business_date = day)
     order by day limit 1`,
  )
  return rows[0]?.date ?? ''
}
