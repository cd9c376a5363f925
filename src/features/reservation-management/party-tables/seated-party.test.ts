import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { unreachablePayments } from '../../../../tests/booking/bookings.ts'
import { at as atTime, FAR_SATURDAY } from '../../../../tests/dining/dining-fixtures.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { mergeReservations, previewMerge } from '#features/reservation-management/merge/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { listSeatChoices } from '#features/reservation-management/service.ts'
import { dinnerForm } from '#features/reservation-management/staff-bookings/schema.ts'
import { addDinner, addNight } from '#features/reservation-management/staff-bookings/service.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { addMinutes, businessDate, momentAt, momentOf } from '#lib/venue-time.ts'
import { moveToTable, setPartyTables } from './service.ts'

const ROUNDS = 6

let database: TestDatabase
let staff: string
let tables: { id: string; n: number }[] = []
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'host@venue.example')
  const { rows } = await database.pool.query<{ id: string; n: number }>(
    'select id, table_number as n from venue_tables where is_available order by table_number',
  )
  tables = rows
  await database.pool.query('update events set tables_for_sale = false')
})
let now = new Date()
beforeEach(async () => {
  now = new Date()
  await database.pool.query(
    `update reservations set status = 'cancelled', cancel_reason = 'hold_expired'
     where status in ('pending', 'confirmed', 'completed')`,
  )
})

const as = () => ({
  ...unreachablePayments(),
  db: database.db,
  now,
  actor: { id: staff, name: 'Efua Boateng', role: 'host' as const },
})
const table = (i: number): string => tables[i]?.id ?? ''
const numberOf = (i: number): number => tables[i]?.n ?? 0

type Sitting = { readonly table: number; readonly from: number; readonly until: number }

/** A dinner whose time begins and ends so many minutes from now. */
async function book(name: string, { table: at, from, until }: Sitting): Promise<string> {
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_count, status)
     values ($1, 'dining', $2, $3, $4, $5, 'ada@example.com', 4, 'confirmed') returning id`,
    [table(at), businessDate(now), addMinutes(now, from), addMinutes(now, until), name],
  )
  return rows[0]?.id ?? ''
}

async function record(reservationId: string, kind: 'arrived' | 'left'): Promise<unknown> {
  const act = { id: randomUUID(), reservationId, at: now.toISOString(), kind, guests: 4 }
  const done = await recordArrivals(as(), { sentAt: now.toISOString(), acts: [act] })
  return done.ok && done.value[0]?.isRecorded
}

/** The same dinner with its guests inside. */
async function seat(name: string, sitting: Sitting): Promise<string> {
  const id = await book(name, sitting)
  await record(id, 'arrived')
  return id
}

const move = (id: string, from: number, to: number) =>
  moveToTable(as(), id, { tableId: table(to), seen: table(from) })

/** The table that a party has now. */
async function tableNow(id: string): Promise<string | undefined> {
  const { rows } = await database.pool.query<{ table: string }>(
    `select table_id as table from table_occupancies
     where reservation_id = $1 and is_active and during @> greatest(clock_timestamp(), $2)`,
    [id, now],
  )
  return rows[0]?.table
}

const stillSeated = (name: string, i: number) => ({
  ok: false,
  reason: { why: 'refused', text: `${name} is still seated at table ${numberOf(i)}.` },
})

test('a party that sits past its end keeps its table until it has left', async () => {
  const dina = await seat('Dina Addo', { table: 0, from: -130, until: -10 })
  const boris = await seat('Boris Tetteh', { table: 1, from: -5, until: 90 })
  expect(await move(boris, 1, 0)).toEqual(stillSeated('Dina Addo', 0))
  expect(await tableNow(dina)).toBe(table(0))
  const several = { tableIds: [table(1), table(0)], seen: [table(1)] }
  expect(await setPartyTables(as(), boris, several)).toEqual(stillSeated('Dina Addo', 0))
  await record(dina, 'left')
  expect(await move(boris, 1, 0)).toMatchObject({ ok: true })
})

test('a party that sits down before its time keeps its table as well', async () => {
  await seat('Dina Addo', { table: 0, from: 10, until: 90 })
  const boris = await seat('Boris Tetteh', { table: 1, from: -60, until: 5 })
  expect(await move(boris, 1, 0)).toEqual(stillSeated('Dina Addo', 0))
})

test('a party past its end is not moved to where another one sits', async () => {
  const dina = await seat('Dina Addo', { table: 0, from: -130, until: -10 })
  await seat('Diego Mensah', { table: 1, from: -5, until: 90 })
  const seats = (await listSeatChoices(as(), dina)) ?? []
  expect(seats.find(({ id }) => id === table(1))?.isFree).toBe(false)
  expect(seats.find(({ id }) => id === table(0))?.isFree).toBe(true)
  expect(await move(dina, 0, 1)).toMatchObject({
    reason: { text: `Table ${numberOf(1)} is already taken for that time: Diego Mensah.` },
  })
  expect(await move(dina, 0, 2)).toMatchObject({ ok: true })
  expect(await tableNow(dina)).toBe(table(2))
})

test('a table whose guests have left is offered to a party that is here, and taken', async () => {
  const walkIn = await seat('Walk-in', { table: 0, from: -60, until: 60 })
  await record(walkIn, 'left')
  now = new Date()
  const boris = await seat('Boris Tetteh', { table: 1, from: -90, until: 30 })
  const isFree = async (i: number) =>
    (await listSeatChoices(as(), boris))?.find(({ id }) => id === table(i))?.isFree
  expect(await isFree(0)).toBe(true)
  expect(await move(boris, 1, 0)).toMatchObject({ ok: true })
  expect(await isFree(0)).toBe(true)
})

test('a table at which guests sit past their end is taken in the choices of another party', async () => {
  await seat('Dina Addo', { table: 0, from: -130, until: -10 })
  const boris = await seat('Boris Tetteh', { table: 1, from: -5, until: 90 })
  const seats = (await listSeatChoices(as(), boris)) ?? []
  expect(seats.filter(({ isFree }) => !isFree).map(({ id }) => id)).toEqual([table(0)])
})

test('of two parties that are moved to one table at once, outside their booked times, one has it', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    // oxlint-disable no-await-in-loop -- each race is run by itself
    const late = await seat('Dina Addo', { table: 0, from: -130, until: -10 })
    const early = await seat('Boris Tetteh', { table: 1, from: 10, until: 90 })
    const moved = await Promise.all([move(late, 0, 2), move(early, 1, 2)])
    expect(moved.filter(({ ok }) => ok)).toHaveLength(1)
    await Promise.all([record(late, 'left'), record(early, 'left')])
    await database.pool.query(`update reservations set status = 'cancelled' where id = any($1)`, [
      [late, early],
    ])
    // oxlint-enable no-await-in-loop
  }
})

test('a party that comes after its end while another one is moved to its table is recorded, and one has the table', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    // oxlint-disable no-await-in-loop -- each race is run by itself
    const late = await book('Dina Addo', { table: 0, from: -130, until: -10 })
    const boris = await seat('Boris Tetteh', { table: 1, from: -5, until: 90 })
    const [isRecorded, moved] = await Promise.all([record(late, 'arrived'), move(boris, 1, 0)])
    expect(isRecorded).toBe(true)
    const here = [await tableNow(late), await tableNow(boris)].filter((id) => id === table(0))
    expect(here).toHaveLength(1)
    expect(await tableNow(boris)).toBe(moved.ok ? table(0) : table(1))
    await database.pool.query(`update reservations set status = 'cancelled' where id = any($1)`, [
      [late, boris],
    ])
    // oxlint-enable no-await-in-loop
  }
})

test('guests who walk in are not seated where a party sits past its end', async () => {
  now = momentAt(FAR_SATURDAY, '18:00')
  await seat('Dina Addo', { table: 0, from: -130, until: -10 })
  const form = dinnerForm.parse({
    source: 'walk_in',
    guests: '2',
    name: 'Walk-in',
    phone: '',
    email: '',
    note: '',
    date: FAR_SATURDAY,
    time: 'now',
    tableId: table(0),
    key: randomUUID(),
  })
  const deps = { ...as(), ...(await atTime(database.db, now)) }
  expect(await addDinner(deps, form)).toEqual(stillSeated('Dina Addo', 0))
  const best = await addDinner(deps, { ...form, tableId: 'best', key: randomUUID() })
  expect(best.ok && (await tableNow(best.value.id))).not.toBe(table(0))
})

describe('a reservation that gets a table at which another party sits past its end', () => {
  const setStatus = async (id: string, seen: 'confirmed' | 'cancelled', status: 'confirmed' | 'cancelled') =>
    changeStatus(as(), id, { status, seen })
  const merge = async (stays: string, goes: string) => {
    const shown = await previewMerge(asManager(), stays, goes)
    return mergeReservations(asManager(), stays, {
      version: shown?.stays.version ?? 0,
      otherId: goes,
      otherVersion: shown?.goes.version ?? 0,
      isEmailed: false,
    })
  }
  const asManager = () => ({ ...as(), actor: { ...as().actor, role: 'manager' as const } })

  test.each([
    ['came before the cancellation', ['arrive', 'cancel']],
    ['came after the cancellation', ['cancel', 'arrive']],
  ])('is not restored before the party, which %s, has left', async (_when, order) => {
    const dina = await book('Dina Addo', { table: 0, from: -130, until: -10 })
    const boris = await book('Boris Tetteh', { table: 0, from: -5, until: 90 })
    for (const step of order) {
      // Guests who come while the next party has the table are recorded, and have no table by that.
      // oxlint-disable-next-line no-await-in-loop -- one act after the other
      await (step === 'arrive' ? record(dina, 'arrived') : setStatus(boris, 'confirmed', 'cancelled'))
    }
    expect(await setStatus(boris, 'cancelled', 'confirmed')).toEqual(stillSeated('Dina Addo', 0))
    expect(await tableNow(dina)).toBe(table(0))
    await record(dina, 'left')
    expect(await setStatus(boris, 'cancelled', 'confirmed')).toMatchObject({ ok: true })
  })

  test('does not get it back by Undo', async () => {
    const dina = await book('Dina Addo', { table: 0, from: -130, until: -10 })
    const boris = await book('Boris Tetteh', { table: 0, from: -5, until: 90 })
    await record(dina, 'arrived')
    const done = await setStatus(boris, 'confirmed', 'cancelled')
    const actId = (done.ok && done.value.act?.actId) || ''
    expect(await undoChange(as(), boris, actId)).toEqual(stillSeated('Dina Addo', 0))
    expect(await tableNow(dina)).toBe(table(0))
    await record(dina, 'left')
    expect(await undoChange(as(), boris, actId)).toEqual({ ok: true, value: null })
  })

  test('is not merged with the reservation that has it later', async () => {
    const dina = await book('Dina Addo', { table: 0, from: -130, until: -10 })
    const later = now
    // On the business day of the test, also in its first hour.
    const dayBegan = momentOf(businessDate(later), '06:00')
    now = addMinutes(later, -Math.min(60, (later.getTime() - dayBegan.getTime()) / 60_000))
    expect(await record(dina, 'arrived')).toBe(true)
    now = later
    const boris = await book('Boris Tetteh', { table: 1, from: -5, until: 90 })
    const esi = await book('Esi Owusu', { table: 0, from: 20, until: 110 })
    expect(await merge(boris, esi)).toEqual(stillSeated('Dina Addo', 0))
    expect(await tableNow(dina)).toBe(table(0))
    await record(dina, 'left')
    expect(await merge(boris, esi)).toMatchObject({ ok: true })
  })
})

test('a dinner past its end keeps its own table for the night, as no other party can', async () => {
  const dina = await seat('Dina Addo', { table: 0, from: -130, until: -10 })
  const boris = await seat('Boris Tetteh', { table: 1, from: -5, until: 90 })
  expect(await move(boris, 1, 0)).toEqual(stillSeated('Dina Addo', 0))
  const { rows } = await database.pool.query<{ id: string; cents: number }>(
    `with night as (
       insert into events (slug, title, description, category, date, start_time, end_time, price, price_range)
       values ('all-day-' || substr(new_id()::text, 25), 'All Day', '', 'Nightlife', $1, '06:00', '05:59', 'Free', 'free')
       returning id
     ) select night.id, reservation_price_cents as cents from night, venue_tables t where t.id = $2`,
    [businessDate(now), table(0)],
  )
  const form = {
    name: 'Dina Addo',
    email: '',
    phone: null,
    guests: 4,
    note: '',
    source: 'walk_in' as const,
    tableId: table(0),
    eventId: rows[0]?.id ?? '',
    packages: [],
    payment: 'cash' as const,
    paymentNote: '',
    shownTotalCents: rows[0]?.cents ?? 0,
    key: randomUUID(),
  }
  const deps = { ...as(), ...(await atTime(database.db, now)) }
  expect(await addNight(deps, form)).toEqual(stillSeated('Dina Addo', 0))
  const kept = await addNight(deps, { ...form, dinnerId: dina })
  expect(kept.ok && (await tableNow(kept.value.id))).toBe(table(0))
})
