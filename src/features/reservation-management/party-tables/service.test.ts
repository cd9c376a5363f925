import { namedTables } from '#lib/text/list-text.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { unreachablePayments } from '../../../../tests/booking/bookings.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { findDinner } from '#features/dining/dinners/service.ts'
import type { Actor, StaffRole } from '#features/permissions/schema.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { loadFloor, setZoneServer } from '#features/reservation-management/floor/service.ts'
import { listSeatChoices } from '#features/reservation-management/service.ts'
import { markLeft } from '#features/reservation-management/status/left/service.ts'
import { loadTonight } from '#features/reservation-management/tonight/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { tableFact, tableNumbersOf } from '#features/reservations/rules.ts'
import { findReservation } from '#features/reservations/service.ts'
import { moveToTable, setPartyTables, setSittingEnd } from './service.ts'

// 8 PM in Texas, on Friday, November 27.
const now = new Date('2025-11-29T02:00:00Z')
const DATE = '2025-11-28'
let database: TestDatabase
let staff: string
let tables: readonly { readonly id: string; readonly n: number }[]
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'floor@venue.example')
  tables = await rowsOf(
    'select id, table_number as n from venue_tables where is_available order by table_number',
  )
})
// Every test has the room for itself.
beforeEach(async () => {
  await database.pool.query(
    `update reservations set status = 'cancelled', cancel_reason = 'hold_expired' where business_date >= $1`,
    [DATE],
  )
  await database.pool.query('update events set deleted_at = now() where date = $1', [DATE])
})

async function rowsOf<Row>(sql: string, values: readonly unknown[] = []): Promise<Row[]> {
  const { rows } = await database.pool.query(sql, [...values])
  return rows
}
const as = (role: StaffRole = 'host', at = now) => {
  const actor: Actor = { id: staff, name: 'Efua Boateng', role }
  return { ...unreachablePayments(), db: database.db, now: at, actor }
}
const table = (i: number): string => tables[i]?.id ?? ''

type Booked = {
  readonly guests?: number
  readonly from?: string
  readonly to?: string
  readonly type?: string
}
async function book(name: string, at: number | null, it: Booked = {}): Promise<string> {
  const [row] = await rowsOf<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_phone, guest_count, status)
     values ($1, $2, $3, $4, $5, $6, 'ada@example.com', '9725550142', $7, 'confirmed') returning id`,
    [
      at === null ? null : table(at),
      it.type ?? 'dining',
      DATE,
      it.from ?? '2025-11-29 01:30Z',
      it.to ?? '2025-11-29 03:30Z',
      name,
      it.guests ?? 6,
    ],
  )
  return row?.id ?? ''
}
const occupiedBy = (id: string) =>
  rowsOf<{ n: number; until: Date }>(
    `select t.table_number as n, upper(o.during) as until from table_occupancies o join venue_tables t on t.id = o.table_id
     where o.reservation_id = $1 and o.is_active order by 1`,
    [id],
  )
const numbersOf = async (id: string) => (await occupiedBy(id)).map(({ n }) => n)
const numbers = (...at: readonly number[]) => at.map((i) => tables[i]?.n)

describe('a party at several tables', () => {
  test('of fourteen occupies all three of them, the list of the night names them, and Undo gives two back', async () => {
    const id = await book('Ada Obi', 0, { guests: 14 })
    const form = { tableIds: [table(0), table(1), table(2)], seen: [table(0)] }
    const done = await setPartyTables(as(), id, form)
    if (!done.ok) throw new Error(done.reason.why)
    expect(await numbersOf(id)).toEqual(numbers(0, 1, 2))
    const { parties } = await loadTonight(as(), new URLSearchParams())
    expect(parties.find((it) => it.id === id)).toMatchObject({
      tableIds: [table(0), table(1), table(2)],
      tableNumbers: numbers(0, 1, 2),
    })
    expect((await findDinner(database, id))?.tableNumbers).toEqual(numbers(0, 1, 2))
    expect(await undoChange(as(), id, done.value?.actId ?? '')).toMatchObject({ ok: true })
    expect(await numbersOf(id)).toEqual(numbers(0))
  })

  test('gets none of them where one was taken meanwhile, and hears by whom', async () => {
    const id = await book('Ada Obi', 0, { guests: 14, type: 'dining' })
    await book('Kofi Mensah', 2)
    const form = { tableIds: [table(0), table(1), table(2)], seen: [table(0)] }
    expect(await setPartyTables(as(), id, form)).toEqual({
      ok: false,
      reason: { why: 'refused', text: `Table ${tables[2]?.n} is already taken for that time: Kofi Mensah.` },
    })
    expect(await numbersOf(id)).toEqual(numbers(0))
  })

  test('races another party for the same tables: one has all of them, the other none, with a text', async () => {
    const [ada, kofi] = [await book('Ada Obi', 0), await book('Kofi Mensah', 1)]
    const wanted = [table(3), table(4), table(5)]
    const done = await Promise.all([
      setPartyTables(as(), ada, { tableIds: [table(0), ...wanted], seen: [table(0)] }),
      setPartyTables(as('manager'), kofi, {
        tableIds: [table(1), ...wanted.toReversed()],
        seen: [table(1)],
      }),
    ])
    expect(done.filter(({ ok }) => ok)).toHaveLength(1)
    const refused = done.find(({ ok }) => !ok)
    expect(refused).toMatchObject({
      reason: { why: 'refused', text: expect.stringMatching(/is already taken for that time: (Ada|Kofi)/) },
    })
    const counts = [await numbersOf(ada), await numbersOf(kofi)].map((it) => it.length)
    expect(counts.toSorted((a, b) => a - b)).toEqual([1, 4])
  })

  test('of a night keeps its further tables, and frees all when it has left', async () => {
    const id = await book('Ada Obi', 0, { type: 'nightlife' })
    const form = { tableIds: [table(0), table(1)], seen: [table(0)] }
    expect(await setPartyTables(as(), id, form)).toMatchObject({ ok: true })
    expect(await numbersOf(id)).toEqual(numbers(0, 1))
    expect(await markLeft(as(), id, { hasLeft: true })).toMatchObject({ ok: true })
    const until = (await occupiedBy(id)).map((it) => it.until.getTime())
    expect(until).toEqual([now.getTime(), now.getTime()])
  })

  test('of a night reads the numbers of all its tables', async () => {
    const id = await book('Ada Obi', 0, { type: 'nightlife' })
    await database.pool.query(
      `with night as (
         insert into events (slug, title, description, category, date, start_time, price, price_range)
         values ('large-parties', 'Large Parties', '', 'Nightlife', $2, '21:00', 'Free', 'free') returning id)
       update reservations set event_id = night.id from night where reservations.id = $1`,
      [id, DATE],
    )
    await setPartyTables(as(), id, { tableIds: [table(0), table(2), table(1)], seen: [table(0)] })
    const night = await findReservation(database, id)
    const [a, b, c] = numbers(0, 1, 2)
    if (!night) throw new Error('the night is missing')
    const read = tableNumbersOf(night.table)
    expect(read).toEqual([a, b, c])
    expect(namedTables(read)).toBe(`tables ${a}, ${b}, and ${c}`)
    expect(tableFact(read, night.table.zone)).toEqual(['Tables', `${a}, ${b}, and ${c}, ${night.table.zone}`])
  })

  test('that moves to one table releases the others', async () => {
    const id = await book('Ada Obi', 0)
    await setPartyTables(as(), id, { tableIds: [table(0), table(1), table(2)], seen: [table(0)] })
    expect(await moveToTable(as(), id, { tableId: table(2), seen: table(0) })).toMatchObject({ ok: true })
    expect(await numbersOf(id)).toEqual(numbers(2))
  })

  test('is not changed for a colleague who saw other tables', async () => {
    const id = await book('Ada Obi', 0)
    expect(await setPartyTables(as(), id, { tableIds: [table(1)], seen: [table(2)] })).toMatchObject({
      reason: { why: 'version_conflict' },
    })
    expect(await setPartyTables(as(), id, { tableIds: [table(1), ZERO], seen: [table(0)] })).toMatchObject({
      reason: { why: 'refused', text: 'That table is not in use.' },
    })
  })
})

const ZERO = '00000000-0000-0000-0000-000000000000'

test('the table of a hold that has expired is free to move to, before the job has ended the hold', async () => {
  const id = await book('Ada', 0, { guests: 2 })
  const held = await book('Kofi', 1, { guests: 2, type: 'nightlife' })
  await database.pool.query(`update reservations set status = 'pending', held_until = $2 where id = $1`, [
    held,
    new Date(now.getTime() - 1000),
  ])
  const seats = await listSeatChoices({ db: database.db, now }, id)
  expect(seats?.find((it) => it.id === table(1))?.isFree).toBe(true)
  expect(await moveToTable(as(), id, { tableId: table(1), seen: table(0) })).toMatchObject({ ok: true })
})

test('two members of staff who move onto one table at once: one succeeds, one reads who has it', async () => {
  const [ada, kofi] = [await book('Ada Obi', 0), await book('Kofi Mensah', 1)]
  const done = await Promise.all([
    setPartyTables(as(), ada, { tableIds: [table(6)], seen: [table(0)] }),
    setPartyTables(as('manager'), kofi, { tableIds: [table(6)], seen: [table(1)] }),
  ])
  expect(done.filter(({ ok }) => ok)).toHaveLength(1)
  expect(done.find(({ ok }) => !ok)).toMatchObject({
    reason: { why: 'refused', text: expect.stringContaining(`Table ${tables[6]?.n} is already taken`) },
  })
})

describe('a sitting', () => {
  const until = (at: string) => new Date(`2025-11-29T${at}Z`).toISOString()

  test('is extended and taken back, and never into the next party', async () => {
    const id = await book('Ada Obi', 0)
    await book('Kofi Mensah', 0, { from: '2025-11-29 04:00Z', to: '2025-11-29 06:00Z' })
    const done = await setSittingEnd(as(), id, { endsAt: until('04:00'), seen: until('03:30') })
    if (!done.ok) throw new Error(done.reason.why)
    expect((await occupiedBy(id))[0]?.until.toISOString()).toBe(until('04:00'))
    expect(await setSittingEnd(as(), id, { endsAt: until('04:15'), seen: until('04:00') })).toEqual({
      ok: false,
      reason: { why: 'refused', text: `Table ${tables[0]?.n} is already taken for that time: Kofi Mensah.` },
    })
    expect(await undoChange(as(), id, done.value?.actId ?? '')).toMatchObject({ ok: true })
    expect((await occupiedBy(id))[0]?.until.toISOString()).toBe(until('03:30'))
  })

  test('that reaches into an event names the table that goes off sale', async () => {
    await rowsOf(
      `insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ('afro-floor', 'Afro Night', '', 'Nightlife', $1, '21:30', 'Free', 'free')`,
      [DATE],
    )
    const id = await book('Ada Obi', 0)
    const form = { endsAt: until('04:00'), seen: until('03:30') }
    const asked = await setSittingEnd(as(), id, form)
    expect(asked).toMatchObject({
      reason: {
        why: 'off_sale',
        text: expect.stringMatching(/will not be for sale for Afro Night until 10:00 PM/),
      },
    })
    expect(await setSittingEnd(as(), id, { ...form, offSale: [table(0)] })).toMatchObject({ ok: true })
  })

  test('has an end to come, at most twelve hours after its start, and only a dinner has one', async () => {
    const id = await book('Ada Obi', 0)
    const night = await book('Kofi Mensah', 1, { type: 'nightlife' })
    const refusal = async (of: string, endsAt: string) => {
      const done = await setSittingEnd(as(), of, { endsAt: until(endsAt), seen: until('03:30') })
      return done.ok || done.reason.why !== 'refused' ? done : done.reason.text
    }
    expect(await refusal(id, '01:45')).toBe(
      'Choose an end that is still to come. Where the party has gone, record that it left.',
    )
    expect(await refusal(id, '14:00')).toBe('A sitting lasts at most 12 hours.')
    expect(await refusal(night, '04:00')).toBe('A night table is theirs until the event ends.')
  })
})

test('a no-show that releases its table is no arrival, and the table is free at once', async () => {
  const id = await book('Ada Obi', 0)
  const act = { id: crypto.randomUUID(), reservationId: id, at: now.toISOString(), kind: 'no_show' as const }
  await recordArrivals(as(), { sentAt: now.toISOString(), acts: [act] })
  const done = await markLeft(as(), id, { hasLeft: true })
  if (!done.ok) throw new Error(done.reason.why)
  const kinds = await rowsOf<{ kind: string }>('select kind from arrival_events where reservation_id = $1', [
    id,
  ])
  expect(kinds).toEqual([{ kind: 'no_show' }])
  await book('Kofi Mensah', 0, { from: '2025-11-29 02:00Z' })
  expect(await undoChange(as(), id, done.value?.actId ?? '')).toMatchObject({
    reason: { why: 'refused', text: `Table ${tables[0]?.n} is already taken for that time: Kofi Mensah.` },
  })
})

test('each zone of a date has a server, who can be anyone, or none', async () => {
  const form = { date: DATE, zone: 'Floor Seating', name: 'Kojo (agency)' } as const
  expect(await setZoneServer(as(), form)).toEqual({ ok: true, value: null })
  const { servers, staffNames, tables: room } = await loadFloor(as(), new URLSearchParams())
  expect(servers).toEqual([{ zone: 'Floor Seating', name: 'Kojo (agency)' }])
  expect(staffNames.length).toBeGreaterThan(0)
  expect(room.length).toBe((await rowsOf('select from venue_tables where deleted_at is null')).length)
  await setZoneServer(as(), { ...form, name: '' })
  expect((await loadFloor(as(), new URLSearchParams())).servers).toEqual([])
})
