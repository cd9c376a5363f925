import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { unreachablePayments } from '../../../../tests/booking/bookings.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { markLeft } from '#features/reservation-management/status/left/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { moveToTable } from './service.ts'

// 11 PM in Texas, on Friday, November 27.
const now = new Date('2026-11-28T05:00:00Z')
const DATE = '2026-11-27'
const STARTS = '2026-11-28 03:30Z'
const ENDS = '2026-11-28 11:00Z'
let database: TestDatabase
let staff: string
let tables: string[] = []
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'host@venue.example')
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from venue_tables where is_available order by table_number',
  )
  tables = rows.map(({ id }) => id)
})
beforeEach(async () => {
  await database.pool.query(
    `update reservations set status = 'cancelled', cancel_reason = 'hold_expired' where business_date >= $1`,
    [DATE],
  )
})

const as = () => ({
  ...unreachablePayments(),
  db: database.db,
  now,
  actor: { id: staff, name: 'Efua Boateng', role: 'host' as const },
})
const table = (i: number): string => tables[i] ?? ''

async function book(name: string, at: number, from = STARTS): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_count, status)
     values ($1, 'nightlife', $2, $3, $4, $5, 'ada@example.com', 6, 'confirmed') returning id`,
    [table(at), DATE, from, ENDS, name],
  )
  return rows[0]?.id ?? ''
}

const stamp = (reservationId: string) => ({ id: randomUUID(), reservationId, at: now.toISOString() })

async function record(reservationId: string, kind: 'arrived' | 'no_show' | 'left'): Promise<unknown> {
  const act = stamp(reservationId)
  const acts = [kind === 'no_show' ? { ...act, kind } : { ...act, kind, guests: 6 }]
  const done = await recordArrivals(as(), { sentAt: now.toISOString(), acts })
  return done.ok && done.value[0]?.isRecorded
}

/** A party that did not come, and whose table was released. */
async function released(at: number): Promise<string> {
  const id = await book('Ada Obi', at)
  await record(id, 'no_show')
  expect(await markLeft(as(), id, { hasLeft: true })).toMatchObject({ ok: true })
  return id
}

/** The tables that a party has from now on. */
async function tablesOf(id: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ table: string }>(
    `select table_id as table from table_occupancies where reservation_id = $1 and is_active and upper(during) > $2`,
    [id, now],
  )
  return rows.map((row) => row.table)
}

test('guests who come after their table was released have it again', async () => {
  const id = await released(0)
  expect(await tablesOf(id)).toEqual([])
  expect(await record(id, 'arrived')).toBe(true)
  expect(await tablesOf(id)).toEqual([table(0)])
})

test('guests whose table was given away meanwhile came all the same, and have the one to which staff move them', async () => {
  const id = await released(1)
  const other = await book('Kofi Mensah', 1, now.toISOString())
  expect(await record(id, 'arrived')).toBe(true)
  expect([await tablesOf(id), await tablesOf(other)]).toEqual([[], [table(1)]])
  const moved = await moveToTable(as(), id, { tableId: table(2), seen: table(1) })
  expect(await tablesOf(id)).toEqual([table(2)])
  expect(await undoChange(as(), id, moved.ok ? (moved.value?.actId ?? '') : '')).toMatchObject({ ok: true })
  expect(await tablesOf(id)).toEqual([])
})

test('a late party that called is moved before it comes, and its new table is kept', async () => {
  const id = await released(3)
  expect(await moveToTable(as(), id, { tableId: table(4), seen: table(3) })).toMatchObject({ ok: true })
  expect(await tablesOf(id)).toEqual([table(4)])
})

test('a party whose guests have left keeps no table, wherever it is moved', async () => {
  const id = await book('Ada Obi', 5)
  await record(id, 'arrived')
  await record(id, 'left')
  expect(await moveToTable(as(), id, { tableId: table(6), seen: table(5) })).toMatchObject({ ok: true })
  expect(await tablesOf(id)).toEqual([])
})

test('a no-show that is taken back has its table again', async () => {
  const id = await released(7)
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from arrival_events where reservation_id = $1',
    [id],
  )
  const acts = [{ ...stamp(id), kind: 'undone' as const, undoesId: rows[0]?.id ?? '' }]
  await recordArrivals(as(), { sentAt: now.toISOString(), acts })
  expect(await tablesOf(id)).toEqual([table(7)])
})
