import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { unreachablePayments } from '../../../../../tests/booking/bookings.ts'
import { createStaff } from '../../../../../tests/staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../../../../../tests/support/database.ts'
import { attendanceAt } from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalAct } from '#features/reservation-management/arrivals/schema.ts'
import { verdictOnParty } from '#features/reservation-management/check-in/rules.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { recordArrivals } from './service.ts'

// 10 PM in Texas, on Friday, November 27.
const now = new Date('2026-11-28T04:00:00Z')
const DATE = '2026-11-27'
let database: TestDatabase
let staff: string
let tables = 0
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'server@venue.example')
})

/** Books a party of six, from 9:30 PM to 5 AM, at a table of its own. */
async function book(): Promise<string> {
  tables += 1
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count, status)
     select id, 'nightlife', $1, '2026-11-28 03:30Z', '2026-11-28 11:00Z', 'Ada Obi', 'ada@example.com', 6, 'confirmed'
     from venue_tables order by table_number desc offset $2 limit 1 returning id`,
    [DATE, tables],
  )
  return rows[0]?.id ?? ''
}

type NewAct =
  | { readonly kind: 'arrived'; readonly guests: number }
  | { readonly kind: 'left'; readonly guests: number; readonly keepsTable?: true; readonly freesTable?: true }
  | { readonly kind: 'undone'; readonly undoesId: string }
const act = (reservationId: string, newAct: NewAct, at = now): ArrivalAct => ({
  ...newAct,
  id: randomUUID(),
  reservationId,
  at: at.toISOString(),
})
const record = async (acts: ArrivalAct[]) => {
  const actor = { id: staff, name: 'Efua Boateng', role: 'server' as const }
  const deps = { ...unreachablePayments(), db: database.db, now, actor }
  const done = await recordArrivals(deps, { sentAt: now.toISOString(), acts })
  return done.ok ? done.value : []
}
async function partyOf(id: string) {
  const { parties } = await loadTonight({ db: database.db, now }, new URLSearchParams({ date: DATE }))
  return parties.find((it) => it.id === id)
}
const leftAtOf = async (id: string) =>
  (
    await database.pool.query<{ at: Date | null }>('select left_at as at from reservations where id = $1', [
      id,
    ])
  ).rows[0]?.at

test('a party that left in part keeps its table until staff say that its evening is over', async () => {
  const id = await book()
  await record([act(id, { kind: 'arrived', guests: 2 }), act(id, { kind: 'left', guests: 2 })])
  expect(await leftAtOf(id)).toBeNull()
  const party = await partyOf(id)
  expect(party && attendanceAt(party, now)).toMatchObject({ state: 'out', arrived: 2, inside: 0 })
  expect(party && verdictOnParty({ ...party, phoneEnd: null }, now)).toMatchObject({
    kind: 'back',
    lines: expect.arrayContaining([expect.stringMatching(/^Table \d+/)]),
  })
  // They are recorded as back and leaving, one after the other.
  const before = new Date(now.getTime() - 1)
  const end = act(id, { kind: 'left', guests: 2, freesTable: true })
  await record([act(id, { kind: 'arrived', guests: 2 }, before), end])
  expect(await leftAtOf(id)).toEqual(now)
  await record([act(id, { kind: 'undone', undoesId: end.id })])
  expect(await leftAtOf(id)).toBeNull()
  // All of the others come after all, and leave with them.
  await record([act(id, { kind: 'arrived', guests: 4 }), act(id, { kind: 'left', guests: 6 })])
  expect(await leftAtOf(id)).toEqual(now)
})

test('the table of a party that went out is freed only by the act that says so, which counts no guest twice', async () => {
  const id = await book()
  const minutes = (count: number) => new Date(now.getTime() - count * 60_000)
  await record([
    act(id, { kind: 'arrived', guests: 6 }, minutes(9)),
    act(id, { kind: 'left', guests: 6, keepsTable: true }, minutes(6)),
  ])
  const wrong = act(id, { kind: 'left', guests: 6, keepsTable: true }, minutes(5))
  await record([wrong, act(id, { kind: 'undone', undoesId: wrong.id })])
  expect(await leftAtOf(id)).toBeNull()
  await record([
    act(id, { kind: 'arrived', guests: 6 }, minutes(4)),
    act(id, { kind: 'left', guests: 6, freesTable: true }, minutes(3)),
  ])
  expect(await leftAtOf(id)).toEqual(now)
  await record([act(id, { kind: 'arrived', guests: 2 })])
  const party = await partyOf(id)
  expect(party && attendanceAt(party, now)).toMatchObject({ arrived: 6, inside: 2 })
  expect(await leftAtOf(id)).toBeNull()
  // Another device let two of them in before: they keep the table.
  await record([
    act(id, { kind: 'arrived', guests: 4 }),
    act(id, { kind: 'left', guests: 4, freesTable: true }),
  ])
  expect(await leftAtOf(id)).toBeNull()
})

test('guests who came back after another party got their table can leave', async () => {
  const id = await book()
  const came = [act(id, { kind: 'arrived', guests: 6 }), act(id, { kind: 'left', guests: 6 })]
  await record(came)
  await database.pool.query(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count, status)
   select table_id, reservation_type, business_date, '2026-11-28 04:00:01Z', ends_at, 'Yaw Darko', guest_email, 2, 'confirmed'
   from reservations where id = $1`,
    [id],
  )
  const [back, out] = await record([
    act(id, { kind: 'arrived', guests: 3 }),
    act(id, { kind: 'left', guests: 1 }),
  ])
  expect([back, out]).toMatchObject([{ isRecorded: true }, { isRecorded: true }])
  expect(await leftAtOf(id)).toEqual(now)
})
