import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { useGuestPages } from './guest-pages.ts'

type Change = {
  /** The night keeps the dinner's table. */
  readonly isKept?: boolean
  /** The dinner was booked in the browser of the night. */
  readonly isSameBrowser?: boolean
}

/** Guests with a dinner and a night of one evening, on the pages of both. */
export function useEvenings() {
  const pages = useGuestPages()
  const { app, read, rowOf } = pages

  /** A paid night, and a dinner before it with the same name, email and phone. */
  async function evening({ isKept = true, isSameBrowser = false }: Change = {}) {
    const night = await app().confirm()
    await expect.poll(async () => (await rowOf(night)).status).toBe('confirmed')
    const browser = randomUUID()
    const { pool } = app().database
    await pool.query('update reservations set holder_browser = $2 where id = $1', [night.id, browser])
    // Seeded dinners at the same table.
    await pool.query(
      `update reservations d set status = 'cancelled', cancel_reason = 'staff' from reservations n
       where n.id = $1 and d.business_date = n.business_date and d.reservation_type = 'dining'
         and n.table_id in (d.table_id, d.second_table_id)`,
      [night.id],
    )
    const { rows } = await pool.query<{ id: string; code: string; title: string; number: number }>(
      `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
         guest_phone, guest_count, status, holder_browser)
       select case when $3 then n.table_id end, 'dining', n.business_date, n.starts_at - interval '3 hours',
         n.starts_at - interval '90 minutes', n.guest_name, n.guest_email, n.guest_phone, 2, 'confirmed', $2
       from reservations n where n.id = $1
       returning id, entry_code as code, (select e.title from reservations r join events e on e.id = r.event_id where r.id = $1),
         (select t.table_number as number from reservations r join venue_tables t on t.id = r.table_id where r.id = $1)`,
      [night.id, isSameBrowser ? browser : randomUUID(), isKept],
    )
    const [row] = rows
    if (!row) throw new Error('no dinner')
    if (isKept) await pool.query('update reservations set dinner_id = $2 where id = $1', [night.id, row.id])
    const dinner = { ...row, link: `/my-reservation/${app().tokens.sign('guest', row.id)}` }
    return { night, dinner }
  }

  const send = (link: string, fields: Record<string, string>) =>
    read(link, { method: 'POST', body: new URLSearchParams(fields) })
  const dateOf = ({ id }: { readonly id: string }) =>
    app()
      .database.db.selectFrom('reservations')
      .where('id', '=', id)
      .select(['businessDate', 'eventId'])
      .executeTakeFirstOrThrow()
  const statusOf = async ({ id }: { readonly id: string }) =>
    (
      await app()
        .database.db.selectFrom('reservations')
        .where('id', '=', id)
        .select('status')
        .executeTakeFirstOrThrow()
    ).status
  const contactOf = ({ id }: { readonly id: string }) =>
    app()
      .database.db.selectFrom('reservations')
      .where('id', '=', id)
      .select(['guestEmail', 'guestPhone'])
      .executeTakeFirstOrThrow()
  /** Emails and audit log entries of a guest's corrections. */
  async function traceOf({ id }: { readonly id: string }) {
    const { db } = app().database
    const emails = await db
      .selectFrom('emailQueue')
      .where('reservationId', '=', id)
      .where('dedupeKey', 'like', 'email %')
      .select('kind')
      .execute()
    const audit = await db
      .selectFrom('activity')
      .where('entityId', '=', id)
      .select(['actor', 'after'])
      .execute()
    return { emails: emails.map(({ kind }) => kind), audit }
  }
  const arrive = (id: string) =>
    app().database.pool.query(
      `insert into arrival_events (id, reservation_id, kind, guests, happened_at, actor_id, actor_name)
       select new_id(), $1, 'arrived', 1, now(), id, name from staff_users limit 1`,
      [id],
    )

  return { ...pages, evening, send, statusOf, dateOf, contactOf, traceOf, arrive }
}
