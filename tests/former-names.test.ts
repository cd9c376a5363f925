import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from './support/database.ts'

/*
 * During an upgrade, and after a step back, the version before 0036_standard_names.sql serves on the new schema. These are
 * its statements, by the former names. They go together with the views and twin columns.
 */

let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})

const rows = async <Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> =>
  (await database.pool.query<Row>(sql, values)).rows

const eventNight = async (): Promise<{ eventId: string; tableIds: string[] }> => {
  const [event] = await rows<{ id: string }>(
    `insert into events (slug, title, description, category, date, start_time, price, price_range)
     values ($1, 'Night', 'x', 'Nightlife', '2031-03-01', '21:00', 'Free', 'free') returning id`,
    [randomUUID()],
  )
  const tables = await rows<{ id: string }>('select id from venue_tables order by table_number limit 2')
  return { eventId: event?.id ?? '', tableIds: tables.map(({ id }) => id) }
}

const HOLD = `insert into reservations (event_id, table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
    guest_email, guest_count, status, payment_status, held_until, hold_key, holder_browser, holder_address, holder_network)
  select e.id, $2, 'nightlife', e.date, e.starts_at, e.ends_at, 'Ada', 'ada@example.com', 2, 'pending', 'none',
    now() + interval '15 minutes', gen_random_uuid(), 'browser', 'address', 'network'
  from events e where e.id = $1 returning id`

const FREE = `select not exists (
    select from table_claims c
    left join reservations r on r.id = c.reservation_id
    left join house_holds h on h.id = c.house_hold_id
    where c.table_id = $2 and c.live and c.during && tstzrange(e.starts_at, e.ends_at, '[)')
      and not (r.status = 'pending' and r.held_until <= now()) is true and not (h.expires_at <= now()) is true
  ) as free from events e where e.id = $1`

describe('the version before', () => {
  test('holds, confirms and cancels a table, and reads who has it', async () => {
    const { eventId, tableIds } = await eventNight()
    const isFree = async () => (await rows<{ free: boolean }>(FREE, [eventId, tableIds[0]]))[0]?.free
    expect(await isFree()).toBe(true)
    const [held] = await rows<{ id: string }>(HOLD, [eventId, tableIds[0]])
    expect(await isFree()).toBe(false)
    await expect(rows(HOLD, [eventId, tableIds[0]])).rejects.toThrow(/one_party_per_table/)
    await rows(`update reservations set status = 'confirmed' where id = $1`, [held?.id])
    expect(
      await rows('select live, house_hold_id from table_claims where reservation_id = $1', [held?.id]),
    ).toEqual([{ live: true, house_hold_id: null }])
    await rows(`update reservations set status = 'cancelled', cancel_reason = 'guest' where id = $1`, [
      held?.id,
    ])
    expect(await isFree()).toBe(true)
  })

  test('blocks a table, and ends an expired block in the statement of a hold', async () => {
    const { eventId, tableIds } = await eventNight()
    const [blocked] = await rows<{ id: string; created_at: Date }>(
      `insert into house_holds (event_id, table_id, reason, expires_at) values ($1, $2, 'The band', now() - interval '1 hour')
       returning id, created_at`,
      [eventId, tableIds[1]],
    )
    expect(blocked?.created_at).toBeInstanceOf(Date)
    await rows('select id from house_holds where id = $1 for update', [blocked?.id])
    const released = await rows<{ id: string }>(
      `with released as (
         update house_holds h set released_at = now() from table_claims c
         where c.table_id = $1 and c.live and h.id = c.house_hold_id and h.released_at is null and h.expires_at <= now()
         returning h.id
       ) select id from released`,
      [tableIds[1]],
    )
    expect(released).toEqual([{ id: blocked?.id }])
    expect((await rows<{ free: boolean }>(FREE, [eventId, tableIds[1]]))[0]?.free).toBe(true)
    await rows('delete from house_holds where event_id = $1', [eventId])
    expect(await rows('select from table_occupancies where table_block_id = $1', [blocked?.id])).toEqual([])
  })

  test('books a dinner at two tables, enqueues its email once and marks it as sent', async () => {
    const { tableIds } = await eventNight()
    const [dinner] = await rows<{ id: string }>(
      `insert into reservations (table_id, second_table_id, reservation_type, business_date, starts_at, ends_at, guest_name,
         guest_email, guest_count, status, form_key, holder_browser)
       values ($1, $2, 'dining', '2031-04-01', '2031-04-01 23:00Z', '2031-04-02 01:00Z', 'Ada', 'ada@example.com', 6,
         'confirmed', $3, 'browser') on conflict do nothing returning id`,
      [...tableIds, randomUUID()],
    )
    expect(
      await rows('select from table_claims where reservation_id = $1 and live', [dinner?.id]),
    ).toHaveLength(2)
    const enqueue = (occasion: string) =>
      rows<{ id: string }>(
        `insert into mails (reservation_id, kind, occasion) values ($1, 'dinner_received', $2)
         on conflict (about_id, kind, occasion) do nothing returning id`,
        [dinner?.id, occasion],
      )
    const [email] = await enqueue('')
    expect(await enqueue('')).toEqual([])
    expect(await enqueue('moved')).toHaveLength(1)
    await rows('update mails set sent_at = now() where id = $1 and sent_at is null', [email?.id])
    expect(
      await rows('select about_id, occasion, sent_at is null as waits from mails where id = $1', [email?.id]),
    ).toEqual([{ about_id: dinner?.id, occasion: '', waits: false }])
    await rows('delete from mails where reservation_id = $1', [dinner?.id])
  })

  test('moves the tables of a blocked event when the event moves', async () => {
    const { eventId, tableIds } = await eventNight()
    await rows(`insert into house_holds (event_id, table_id, reason) values ($1, $2, 'The band')`, [
      eventId,
      tableIds[0],
    ])
    await rows(`update events set date = '2031-05-05' where id = $1`, [eventId])
    expect(
      await rows(
        `select lower(c.during) = e.starts_at as moved from table_claims c join house_holds h on h.id = c.house_hold_id
         join events e on e.id = h.event_id where e.id = $1`,
        [eventId],
      ),
    ).toEqual([{ moved: true }])
    await rows('update house_holds set released_at = now() where event_id = $1', [eventId])
  })

  test('counts forms, opts guests out of reminders, and uses a code once', async () => {
    const count = () =>
      rows<{ points: number }>(
        `insert into form_counts values ('form:1', 1, 99) on conflict (key) do update set
           points = case when (form_counts.expire is null or form_counts.expire > 5) then form_counts.points + 1 else 1 end
         returning points, expire`,
      )
    await count()
    expect(await count()).toMatchObject([{ points: 2 }])
    expect(await rows(`delete from form_counts where expire < 100 returning key`)).toEqual([
      { key: 'form:1' },
    ])

    const optOut = `insert into reminder_stops (address_hash, stopped_at) values ('hash', now()) on conflict do nothing`
    await rows(optOut)
    await rows(optOut)
    expect(await rows('select address_hash from reminder_opt_outs')).toEqual([{ address_hash: 'hash' }])
    await rows(`delete from reminder_stops where address_hash = 'hash'`)

    const [user] = await rows<{ id: string }>(
      `insert into staff_users (name, email, role) values ('Ada', 'ada@example.com', 'host') returning id`,
    )
    const use = () =>
      rows(
        `insert into staff_used_codes (user_id, code_hash, used_at) values ($1, 'x', now())
         on conflict (user_id, code_hash) do nothing returning code_hash`,
        [user?.id],
      )
    expect(await use()).toHaveLength(1)
    expect(await use()).toHaveLength(0)
  })

  test('folds the counters of reservations', async () => {
    const sum = 'select coalesce(sum(reservations), 0)::int as n from reservation_tallies'
    const before = await rows(sum)
    await rows(
      `with folded as (delete from reservation_tallies returning reservation_type, status, reservations, earned_cents)
       insert into reservation_tallies (reservation_type, status, reservations, earned_cents)
       select reservation_type, status, sum(reservations), sum(earned_cents) from folded group by 1, 2`,
    )
    expect(await rows(sum)).toEqual(before)
  })

  test('changes settings that the new version reads, and reads those that the new version changed', async () => {
    await rows('update venue set reminders_on = false, dining_without_table = true, owners_need_codes = true')
    expect(
      await rows('select reminders_enabled, allow_overbooking, owners_require_two_factor from venue'),
    ).toEqual([{ reminders_enabled: false, allow_overbooking: true, owners_require_two_factor: true }])
    await rows(
      'update venue set reminders_enabled = true, allow_overbooking = false, owners_require_two_factor = false',
    )
    expect(await rows('select reminders_on, dining_without_table, owners_need_codes from venue')).toEqual([
      { reminders_on: true, dining_without_table: false, owners_need_codes: false },
    ])
    await rows('delete from dining_sittings')
    await rows('insert into dining_sittings (from_guests, minutes) values (1, 90)')
    expect(await rows('select * from dining_turn_times')).toEqual([{ from_guests: 1, minutes: 90 }])
  })

  test('counts sign-in attempts together with the new version', async () => {
    const count = (column: string) =>
      rows<{ n: number }>(
        `insert into sign_in_attempts (key, ${column}, resets_at) values ('k', 1, now() + interval '1 hour')
         on conflict (key) do update set ${column} = sign_in_attempts.${column} + 1 returning ${column} as n`,
      )
    const counted = []
    // oxlint-disable-next-line no-await-in-loop -- one attempt after the other
    for (const column of ['tries', 'attempts', 'attempts', 'tries']) counted.push((await count(column))[0]?.n)
    expect(counted).toEqual([1, 2, 3, 4])
    await rows(`update sign_in_attempts set tries = greatest(tries - 1, 0) where key = 'k'`)
    expect(await rows(`select tries, attempts from sign_in_attempts where key = 'k'`)).toEqual([
      { tries: 3, attempts: 3 },
    ])
  })

  test('stores a form once, whichever version gets it', async () => {
    const send = (column: string, conflict: string, key: string) =>
      rows(
        `insert into inquiries (name, email, phone, event_type, event_details, ${column})
         values ('Ada', 'ada@example.com', '1', 'other', 'x', $1) on conflict ${conflict} do nothing returning id`,
        [key],
      )
    expect(await send('form_key', '(form_key)', 'first')).toHaveLength(1)
    expect(await send('form_key', '(form_key)', 'first')).toHaveLength(0)
    expect(await send('idempotency_key', '', 'first')).toHaveLength(0)
    expect(await send('idempotency_key', '', 'second')).toHaveLength(1)
    expect(await send('form_key', '(form_key)', 'second')).toHaveLength(0)
    await rows(`update inquiries set form_key = null where form_key = 'first'`)
    expect(await rows(`select from inquiries where idempotency_key = 'first'`)).toEqual([])
  })

  test('hears of tables and home modals under its own topics', async () => {
    const client = new pg.Client(database.url)
    await client.connect()
    const heard: (string | undefined)[] = []
    client.on('notification', ({ payload }) => heard.push(payload))
    await client.query('listen content_changed')
    await rows('update home_modals set title = title')
    await rows('update table_claims set live = live')
    await client.query('select 1')
    await expect.poll(() => heard).toEqual(['home_modals', 'promotions', 'occupancies', 'claims'])
    await client.end()
  })
})
