import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { makeGuestList } from '../guest-lists/listed-nights.ts'
import type { TestDatabase } from '../support/database.ts'

/** Leaves the night without parties of the seed or of an earlier test. One that came would stay on the list of its own date. */
export async function clearTonight({ pool }: Pick<TestDatabase, 'pool'>): Promise<void> {
  // With their arrivals, which a trigger keeps: guests count on the night they came, wherever their reservation moved since.
  // The rows are locked in the order of the server, which books and seats at the same time.
  await pool.query(
    `begin;
     select from reservations where business_date >= current_date - 1 order by id for update;
     set local session_replication_role = replica;
     delete from arrival_events where reservation_id in (select id from reservations where business_date >= current_date - 1);
     set local session_replication_role = origin;
     update reservations set status = 'cancelled', cancel_reason = 'hold_expired', business_date = '2020-01-01'
     where business_date >= current_date - 1;
     commit`,
  )
}

/**
 * Books dinners of six tonight, from 5 PM on, at no table; the first is the earliest. They end with the business
 * day, so that none is over at any hour of a test. Returns the ids in order.
 */
export async function bookTonight(
  { pool }: Pick<TestDatabase, 'pool'>,
  names: readonly string[],
  { inDays = 0 }: { readonly inDays?: number } = {},
): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_phone, guest_count, status)
     select 'dining', d.date, s.at, moment_of_business(d.date + 1, '06:00'), n.name, 'guest@example.com',
       '972555' || lpad(n.place::text, 4, '0'), 6, 'confirmed'
     from unnest($1::text[]) with ordinality as n (name, place),
       lateral (select business_day_of(now()) + $2::integer as date) d,
       lateral (select moment_of_business(d.date, '17:00') + make_interval(secs => n.place::integer) as at) s
     order by n.place returning id`,
    [names, inDays],
  )
  return rows.map(({ id }) => id)
}

/** Puts three guests on a list of tonight; returns the path in the QR code of the entry. */
export async function listEntryPath(
  database: TestDatabase,
  tokens: Pick<SignedTokens, 'signEntryCode'>,
): Promise<string> {
  const list = await makeGuestList(database)
  const { rows } = await database.pool.query<{ id: string; date: string }>(
    `insert into guest_list_entries (list_id, guest_name, guest_count, source) values ($1, 'Esi Owusu', 3, 'staff')
     returning id, business_day_of(now())::text as date`,
    [list.id],
  )
  return `/list-entry/${tokens.signEntryCode(rows[0]?.id ?? '', rows[0]?.date ?? '')}`
}

/** Shares the entry of a party of tonight with Ana Sow; returns the path in the QR code of the friend. */
export async function sharedEntryPath(
  { pool }: Pick<TestDatabase, 'pool'>,
  tokens: Pick<SignedTokens, 'signEntryCode'>,
  reservationId: string,
): Promise<string> {
  const { rows } = await pool.query<{ id: string; date: string }>(
    `insert into entry_shares (reservation_id, guest_name) values ($1, 'Ana Sow')
     returning id, business_day_of(now())::text as date`,
    [reservationId],
  )
  return `/shared-entry/${tokens.signEntryCode(rows[0]?.id ?? '', rows[0]?.date ?? '')}`
}
