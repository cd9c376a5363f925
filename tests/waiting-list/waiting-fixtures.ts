import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { findEvent } from '#features/events/service.ts'
import type { Event } from '#features/events/schema.ts'
import type { Joining } from '#features/waiting-list/joining/schema.ts'
import { joinNight } from '#features/waiting-list/joining/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { TestDatabase } from '../support/database.ts'
import { newPhone, type Night } from '../booking/booking-fixtures.ts'

/** A party with contacts of its own. */
export const newParty = (change: Partial<Joining> = {}): Joining => ({
  guestName: 'Amara Okafor',
  guestEmail: `${randomUUID()}@example.com`,
  guestPhone: newPhone(),
  guestCount: 2,
  zone: null,
  agreesToTexts: false,
  key: randomUUID(),
  joiner: null,
  ...change,
})

export async function eventOf(
  { db }: TestDatabase,
  { event }: Pick<Night, 'event'>,
  now: Date,
): Promise<Event> {
  const found = await findEvent({ db, now }, event.slug)
  if (found?.kind !== 'event') throw new Error('the night has no event')
  return found.event
}

/** Sells every free table of the night; returns the ids of the reservations by table number. */
export async function sellOut(
  { pool }: TestDatabase,
  { event, tables }: Night,
): Promise<Map<number, string>> {
  const { rows } = await pool.query<{ id: string; number: number }>(
    `with sold as (
       insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
         guest_email, guest_count, status, total_price_cents)
       select e.id, t.id, 'nightlife', e.date, e.starts_at, e.ends_at, 'Kofi Boateng', 'kofi@example.com', 1, 'confirmed', 0
       from events e, venue_tables t where e.id = $1 and t.id = any($2::uuid[]) returning id, table_id
     )
     select sold.id, t.table_number as number from sold join venue_tables t on t.id = sold.table_id`,
    [event.id, tables.map(({ id }) => id)],
  )
  return new Map(rows.map(({ id, number }) => [number, id]))
}

export const cancel = (db: Db, id: string) =>
  db
    .updateTable('reservations')
    .set({ status: 'cancelled', cancelReason: 'guest' })
    .where('id', '=', id)
    .execute()

/** Joins the line of a night; returns the id of the entry. */
export async function join(
  database: TestDatabase,
  night: Night,
  at: { now: Date; party?: Partial<Joining> },
) {
  const event = await eventOf(database, night, at.now)
  const joined = await joinNight({ db: database.db, now: at.now }, event, newParty(at.party))
  if (!joined.ok) throw new Error(`not joined: ${JSON.stringify(joined.reason)}`)
  return joined.value
}

export const statusOf = async (db: Db, id: string): Promise<string> =>
  (await db.selectFrom('waitingEntries').where('id', '=', id).select('status').executeTakeFirstOrThrow())
    .status

/** Marks the emails about offers as sent: no test here has a mail server, and an offer that was not told does not lapse. */
export const deliverOffers = (db: Db) =>
  sql`update email_queue set sent_at = created_at where kind = 'waiting_offer' and sent_at is null`.execute(
    db,
  )

/** Number of jobs that wait to make offers. */
export async function countOfferJobs(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from graphile_worker.jobs where task_identifier = 'offer_tables'`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
