import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { unreachablePayments } from '../../../../tests/booking/bookings.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { markLeft } from '#features/reservation-management/status/left/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { attendanceOf } from './rules.ts'

// 10 PM in Texas, on Friday, November 27.
const now = new Date('2026-11-28T04:00:00Z')
const DATE = '2026-11-27'
let database: TestDatabase
let staff: string
let tables = 0
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'manager@venue.example')
})
const as = (minutes = 0) => ({
  ...unreachablePayments(),
  db: database.db,
  now: new Date(now.getTime() + minutes * 60_000),
  actor: { id: staff, name: 'Efua Boateng', role: 'manager' as const },
})

/** Books a party of six, from 9:30 PM to 5 AM, at a table of its own. */
async function book(): Promise<string> {
  tables += 1
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_count, status)
     select id, 'nightlife', $1, '2026-11-28 03:30Z', '2026-11-28 11:00Z', 'Ada Obi', 'ada@example.com', 6, 'confirmed'
     from venue_tables order by table_number desc offset $2 limit 1 returning id`,
    [DATE, tables],
  )
  return rows[0]?.id ?? ''
}

/** Four of a party came, and all of them went out for a while. */
async function fourOutside(id: string): Promise<void> {
  const [came, out] = [as(0).now, as(5).now].map((it) => it.toISOString())
  const four = { reservationId: id, guests: 4 }
  const acts = [
    { ...four, id: randomUUID(), kind: 'arrived' as const, at: came ?? '' },
    { ...four, id: randomUUID(), kind: 'left' as const, keepsTable: true as const, at: out ?? '' },
  ]
  await recordArrivals(as(5), { sentAt: out ?? '', acts })
}

async function attendance(id: string) {
  const { parties } = await loadTonight(as(20), new URLSearchParams({ date: DATE }))
  const party = parties.find((it) => it.id === id)
  if (!party) throw new Error('no such party')
  return attendanceOf(party)
}

/** Marks a party as left; returns the way to undo it. */
async function leave(id: string): Promise<() => Promise<unknown>> {
  const done = await markLeft(as(10), id, { hasLeft: true })
  const actId = done.ok ? (done.value?.actId ?? '') : ''
  return () => undoChange(as(10), id, actId)
}

test('a party of which a part came, and is out, is not counted as whole once its table is freed', async () => {
  const id = await book()
  await fourOutside(id)
  await leave(id)
  expect(await attendance(id)).toMatchObject({ state: 'left', arrived: 4, inside: 0 })
})

test('undoing that a party left leaves no guests inside who were not there before', async () => {
  const [never, outside] = [await book(), await book()]
  await fourOutside(outside)
  for (const id of [never, outside]) {
    // oxlint-disable-next-line no-await-in-loop -- one party after the other
    const undo = await leave(id)
    // oxlint-disable-next-line no-await-in-loop -- as above
    expect(await undo()).toEqual({ ok: true, value: null })
  }
  expect(await attendance(never)).toMatchObject({ state: 'expected', arrived: 0, inside: 0 })
  expect(await attendance(outside)).toMatchObject({ arrived: 4, inside: 0 })
})

test('a party that is still here after all is inside', async () => {
  const id = await book()
  await leave(id)
  expect(await markLeft(as(15), id, { hasLeft: false })).toMatchObject({ ok: true })
  expect(await attendance(id)).toMatchObject({ state: 'arrived', arrived: 6, inside: 6 })
})
