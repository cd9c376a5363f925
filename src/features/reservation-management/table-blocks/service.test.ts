import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { listNightGuests } from '#features/reservations/affected-guests/service.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { tableBlockForm } from '#features/holds/table-blocks/schema.ts'
import { releaseExpiredBlocks } from '#features/holds/table-blocks/service.ts'
import { blockTable, loadTableBlocks, unblockTable } from './service.ts'

const now = new Date('2026-11-21T00:00:00Z')
const AMA = '0198c0de-0000-7000-8000-00000000000a'
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
  await database.pool.query(
    "insert into staff_users (id, name, email, role) values ($1, 'Ama', 'ama@venue.example', 'manager')",
    [AMA],
  )
})
const as = (role: StaffRole = 'manager', at = now) => ({
  db: database.db,
  now: at,
  actor: { id: AMA, name: 'Ama', role },
})

let nights = 0
/** Inserts a new event, so that tests do not share tables. */
async function aNight(): Promise<string> {
  nights += 1
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into events (slug, title, description, category, date, start_time, price, price_range)
     values ($1, $1, 'A night of the tests.', 'Nightlife', date '2031-03-01' + $2::integer, '21:00', 'Free', 'free')
     returning id`,
    [`night-${nights}`, nights],
  )
  return rows[0]?.id ?? ''
}
async function tableOf(number: number): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from venue_tables where table_number = $1',
    [number],
  )
  return rows[0]?.id ?? ''
}

type Booked = { number: number; others?: number[]; status?: string; heldUntil?: Date | null }

/** Books a table, and with it the `others`, as a merge does. */
async function book(
  eventId: string,
  { number, others = [], status = 'confirmed', heldUntil = null }: Booked,
) {
  await database.pool.query(
    `insert into reservations (event_id, table_id, extra_table_ids, reservation_type, business_date, starts_at, ends_at,
       guest_name, guest_email, guest_phone, guest_count, status, held_until, special_requests)
     select e.id, t.id, array(select id from venue_tables where table_number = any($5)), 'nightlife', e.date,
       e.starts_at, e.ends_at, 'Guest of ' || t.table_number, 'g@example.com', '555-0101', 2, $3, $4, 'By the stage'
     from events e, venue_tables t where e.id = $1 and t.table_number = $2`,
    [eventId, number, status, heldUntil, others],
  )
}
const hold = async (eventId: string, number: number, expiresAt: Date | null = null) =>
  blockTable(as(), eventId, { tableId: await tableOf(number), reason: 'The band', expiresAt })

describe('a table block', () => {
  test('is listed with its reason, occupies the table and can be released', async () => {
    const night = await aNight()
    const held = await hold(night, 3)
    expect(held.ok).toBe(true)
    const { holds, free } = await loadTableBlocks(as(), night)
    expect(holds).toMatchObject([{ tableNumber: 3, reason: 'The band', expiresAt: null }])
    expect(free.map((it) => it.tableNumber)).not.toContain(3)
    expect(await unblockTable(as(), holds[0]?.id ?? '')).toEqual({ ok: true, value: null })
    const after = await loadTableBlocks(as(), night)
    expect(after.holds).toEqual([])
    expect(after.free.map((it) => it.tableNumber)).toContain(3)
    const { rows } = await database.pool.query(
      'select action from activity where entity_id = $1 order by id',
      [night],
    )
    expect(rows.map((it) => it.action)).toEqual(['kept a table back of', 'let a table go of'])
  })

  test('is refused for a table that is booked or blocked already', async () => {
    const night = await aNight()
    await book(night, { number: 5 })
    expect(await hold(night, 5)).toEqual({ ok: false, reason: 'taken' })
    await hold(night, 6)
    expect(await hold(night, 6)).toEqual({ ok: false, reason: 'taken' })
  })

  test('replaces an expired hold and an expired block', async () => {
    const night = await aNight()
    await book(night, { number: 7, status: 'pending', heldUntil: new Date(now.getTime() - 1) })
    expect(await hold(night, 7)).toMatchObject({ ok: true })
    await hold(night, 8, new Date(now.getTime() + 1000))
    const later = as('manager', new Date(now.getTime() + 2000))
    expect((await loadTableBlocks(later, night)).holds.map((it) => it.tableNumber)).toEqual([7])
    const again = { tableId: await tableOf(8), reason: 'The mayor', expiresAt: null }
    expect(await blockTable(later, night, again)).toMatchObject({ ok: true })
  })

  test('needs the permission, an end in the future and an event that is not over', async () => {
    const night = await aNight()
    const form = { tableId: await tableOf(9), reason: 'The band', expiresAt: null }
    for (const role of ['host', 'marketing'] as const)
      // oxlint-disable-next-line no-await-in-loop -- one role after the other
      expect(await blockTable(as(role), night, form)).toEqual({ ok: false, reason: 'not_allowed' })
    expect(await hold(night, 9, now)).toEqual({ ok: false, reason: 'past' })
    const over = as('manager', new Date('2032-01-01T00:00:00Z'))
    expect(await blockTable(over, night, form)).toEqual({ ok: false, reason: 'night_over' })
    expect(await blockTable(as(), AMA, form)).toEqual({ ok: false, reason: 'not_found' })
  })

  test('is released by the job once it has expired', async () => {
    const night = await aNight()
    const expiresAt = new Date(now.getTime() + 60_000)
    const held = await blockTable(as(), night, { tableId: await tableOf(5), reason: 'The band', expiresAt })
    const live = async () => {
      const { rows } = await database.pool.query<{ is_active: boolean }>(
        'select is_active from table_occupancies where table_block_id = $1',
        [held.ok ? held.value.id : AMA],
      )
      return rows.map((row) => row.is_active)
    }
    await releaseExpiredBlocks(as())
    expect(await live()).toEqual([true])
    await releaseExpiredBlocks({ db: database.db, now: expiresAt })
    expect(await live()).toEqual([false])
  })

  test('expires by the clock of the venue', () => {
    const form = { tableId: AMA, reason: 'x', expiresAt: '2026-11-27T22:30' }
    expect(tableBlockForm.parse(form).expiresAt).toEqual(new Date('2026-11-28T04:30:00Z'))
    expect(tableBlockForm.safeParse({ ...form, expiresAt: 'soon' }).success).toBe(false)
  })
})

test('the guest list is ordered by table and leaves out cancelled reservations and expired holds', async () => {
  const night = await aNight()
  await book(night, { number: 12 })
  await book(night, { number: 2, status: 'completed' })
  await book(night, { number: 4, status: 'cancelled' })
  await book(night, { number: 10, status: 'pending', heldUntil: new Date(now.getTime() - 1) })
  const { rows } = await database.pool.query<{ id: string }>(
    "select id from reservations where event_id = $1 and guest_name = 'Guest of 12'",
    [night],
  )
  await database.pool.query(
    `insert into reservation_lines (reservation_id, kind, package_key, label, amount_cents)
     values ($1, 'package', 'birthday_shoutout', 'Birthday Shoutout', 5000)`,
    [rows[0]?.id],
  )
  expect(await listNightGuests(as(), night)).toMatchObject([
    { tableNumbers: [2], status: 'completed', packages: [] },
    {
      tableNumbers: [12],
      guestPhone: '555-0101',
      specialRequests: 'By the stage',
      packages: [
        expect.objectContaining({ label: 'Birthday Shoutout', need: 'name', name: '', hasPicture: false }),
      ],
    },
  ])
})

test('a party of the guest list has the numbers of all its tables, and its place by the first of them', async () => {
  const night = await aNight()
  await book(night, { number: 12, others: [4, 14] })
  await book(night, { number: 10 })
  expect((await listNightGuests(as(), night)).map(({ tableNumbers }) => tableNumbers)).toEqual([
    [4, 12, 14],
    [10],
  ])
})
