import { CompiledQuery } from 'kysely'
import { quietUntil } from '#features/emails/text-messages/rules.ts'
import { offerFreeTables } from '#features/waiting-list/offers/service.ts'
import type { TestDatabase } from '../support/database.ts'

export type SoldOutNight = { readonly id: string; readonly slug: string; readonly date: string }

let nights = 0

/** A Saturday night of its own, from 9 PM to 5 AM, all of its tables sold to other guests. */
export async function makeSoldOutNight(
  { pool }: TestDatabase,
  { title = 'Highlife Saturday', isMarked = true } = {},
): Promise<SoldOutNight> {
  nights += 1
  const { rows } = await pool.query<SoldOutNight>(
    `insert into events (slug, title, description, date, start_time, end_time, category, price, price_range, sold_out)
     select 'sold-out-' || substr(new_id()::text, 25), $1, description, d.date, '21:00',
       '05:00', 'Nightlife', '$25', price_range, $3
     from events, lateral (select business_day_of(now()) as today) t,
       lateral (select t.today + 6 - extract(dow from t.today)::integer + 7 * ($2::integer + 8) as date) d
     limit 1 returning id, slug, date::text`,
    [title, nights, isMarked],
  )
  const [night] = rows
  if (!night) throw new Error('the night was not made')
  await pool.query(
    `insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
       guest_email, guest_count, status)
     select e.id, t.id, 'nightlife', e.date, e.starts_at, e.ends_at, 'Kofi Boateng', 'kofi@example.com', 1, 'confirmed'
     from events e, venue_tables t where e.id = $1 and t.is_available and t.deleted_at is null
       and not exists (select from table_occupancies o where o.table_id = t.id and o.is_active
         and o.during && tstzrange(e.starts_at, e.ends_at))`,
    [night.id],
  )
  return night
}

/** The reservation of the smallest table of a night that is still sold. */
const SMALLEST = `select r.id from reservations r join venue_tables t on t.id = r.table_id
  where r.event_id = $1 and r.status = 'confirmed' and r.waiting_entry_id is null and t.max_guests >= $2
  order by t.max_guests, t.table_number limit 1`

/** Cancels the reservation of the smallest table of a night that seats a number of guests. */
export const freeOneTable = ({ pool }: TestDatabase, { id }: Pick<SoldOutNight, 'id'>, seats = 1) =>
  pool.query(
    `update reservations set status = 'cancelled', cancel_reason = 'guest' where id = (${SMALLEST})`,
    [id, seats],
  )

/** The same, as if it had been cancelled before the night was marked as sold out: the table is not offered by itself. */
export const freeUnsoldTable = ({ db }: TestDatabase, { id }: Pick<SoldOutNight, 'id'>, seats = 1) =>
  db.transaction().execute(async (tx) => {
    const cancelled = CompiledQuery.raw(
      `update reservations set status = 'cancelled', cancel_reason = 'guest' where id = (${SMALLEST})`,
      [id, seats],
    )
    await tx.executeQuery(cancelled)
    await tx.deleteFrom('freedTables').where('eventId', '=', id).execute()
  })

/** Parties in the line of a night, in the order of joining. */
export async function putInLine(
  { pool }: TestDatabase,
  { id }: Pick<SoldOutNight, 'id'>,
  names: readonly string[],
): Promise<void> {
  await pool.query(
    `insert into waiting_entries (event_id, business_date, guest_name, guest_email, guest_phone, guest_count, consented_at)
     select e.id, e.date, n.name, 'guest' || n.place || '@example.com', '(972) 555-' || lpad(n.place::text, 4, '0'), 4, now()
     from events e, unnest($2::text[]) with ordinality as n (name, place) where e.id = $1 order by n.place`,
    [id, names],
  )
}

/**
 * Makes the offers that the job makes by day. In the quiet hours it is done as of their end, so that tests with a server on the
 * real clock pass at any hour.
 */
export function makeOffers({ db }: TestDatabase): Promise<number> {
  const now = new Date()
  return offerFreeTables({ db, now: quietUntil(now) ?? now })
}
