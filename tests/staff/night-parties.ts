import type { TestDatabase } from '../support/database.ts'

/**
 * Books dinners of six tonight, from 5 PM on, at no table; the first is the earliest. Returns the ids in order.
 */
export async function bookTonight(
  { pool }: Pick<TestDatabase, 'pool'>,
  names: readonly string[],
  { inDays = 0 }: { readonly inDays?: number } = {},
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_phone, guest_count, status)
     select 'dining', d.date, s.at, s.at + interval '90 minutes', n.name, 'guest@example.com',
       '972555' || lpad(n.place::text, 4, '0'), 6, 'confirmed'
     from unnest($1::text[]) with ordinality as n (name, place),
       lateral (select business_day_of(now()) + $2::integer as date) d,
       lateral (select moment_of_business(d.date, '17:00') + make_interval(secs => n.place::integer) as at) s
     order by n.place returning id`,
    [names, inDays],
  )
  return rows.map(({ id }) => id)
}
