import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import type { StaffRole } from '#features/permissions/schema.ts'
import { buildSeatingChart } from '../chart/service.ts'
import { type StaffTable, type TableForm, tableForm } from './schema.ts'
import {
  addTable,
  deleteTable,
  editTable,
  listDeletedTables,
  listStaffTables,
  restoreTable,
  purgeTables,
} from './service.ts'

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
const as = (role: StaffRole = 'manager') => ({
  db: database.db,
  now,
  actor: { id: AMA, name: 'Ama', role },
})

const night = { startsAt: now, endsAt: now, soldOut: false, closure: null, bookingPercentage: 0 }
const chart = () => buildSeatingChart({ db: database.db, now }, night, 1)

let numbers = 100
const aForm = (over: Partial<TableForm> = {}): TableForm => ({
  tableNumber: (numbers += 1),
  maxGuests: 4,
  location: 'Floor Seating',
  reservationPrice: 15_000,
  isAvailable: true,
  shape: 'round',
  positionX: 10,
  positionY: 10,
  width: 60,
  height: 60,
  rotation: 0,
  ...over,
})
async function added(form = aForm()): Promise<StaffTable> {
  const done = await addTable(as(), form)
  if (!done.ok) throw new Error(done.reason.why)
  return done.value
}

/** Books the table for a party of three at a future dinner. */
async function book(tableId: string, status = 'confirmed') {
  await database.pool.query(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_count, status)
     values ($1, 'dining', '2031-05-02', '2031-05-02T23:00Z', '2031-05-03T01:00Z', 'Kofi', 'k@example.com', 3, $2)`,
    [tableId, status],
  )
}

const typed = {
  ...aForm(),
  tableNumber: '40',
  maxGuests: '4',
  reservationPrice: '$1,250.50',
  positionX: '1100',
  positionY: '0',
  width: '100',
  height: '60',
  rotation: '0',
}
describe('the form', () => {
  test('takes dollars and numbers as they are typed', () => {
    expect(tableForm.parse(typed)).toMatchObject({
      tableNumber: 40,
      reservationPrice: 125_050,
      positionX: 1100,
    })
    expect(tableForm.parse({ ...typed, reservationPrice: '0' }).reservationPrice).toBe(0)
    expect(tableForm.parse({ ...typed, reservationPrice: '0.50' }).reservationPrice).toBe(50)
  })

  test.each([
    ['no number', { tableNumber: '' }, 'tableNumber'],
    ['no seats', { maxGuests: '0' }, 'maxGuests'],
    ['half a guest', { maxGuests: '2.5' }, 'maxGuests'],
    ['a price below nothing', { reservationPrice: '-1' }, 'reservationPrice'],
    ['no price', { reservationPrice: ' ' }, 'reservationPrice'],
    ['a price no card can be charged', { reservationPrice: '0.25' }, 'reservationPrice'],
    ['an unknown zone', { location: 'Roof' }, 'location'],
    ['a place outside the room', { positionX: '1101' }, 'positionX'],
    ['a place below the room', { positionY: '450' }, 'positionY'],
  ])('refuses a table with %s', (_name, over, field) => {
    expect(tableForm.safeParse({ ...typed, ...over }).error?.issues.map((it) => it.path[0])).toEqual([field])
  })
})

describe('a table', () => {
  test('is added under a number of its own', async () => {
    const table = await added()
    expect(await listStaffTables(database.db)).toContainEqual(table)
    const twin = await addTable(as(), aForm({ tableNumber: table.tableNumber }))
    expect(twin).toEqual({ ok: false, reason: { why: 'number_taken' } })
    expect(await addTable(as('host'), aForm())).toEqual({ ok: false, reason: { why: 'not_allowed' } })
    const { rows } = await database.pool.query('select action, entity from activity where entity_id = $1', [
      table.id,
    ])
    expect(rows).toEqual([{ action: 'added', entity: 'table' }])
  })

  test('is updated only with its current version', async () => {
    const form = aForm()
    const table = await added(form)
    const first = await editTable(as(), table, { ...form, reservationPrice: 100 })
    expect(first).toMatchObject({ ok: true, value: { reservationPriceCents: 100, version: 2 } })
    const late = await editTable(as(), table, { ...form, reservationPrice: 2 })
    expect(late).toMatchObject({
      ok: false,
      reason: { why: 'version_conflict', current: { reservationPriceCents: 100 } },
    })
    const taken = await editTable(as(), { ...table, version: 2 }, { ...form, tableNumber: 1 })
    expect(taken).toEqual({ ok: false, reason: { why: 'number_taken' } })
  })

  test('has a picture and details for guests, which a page that knows none leaves', async () => {
    const { rows } = await database.pool.query<{ id: string }>(
      "insert into media (storage_key, content_type, width, height, byte_size, colour) values ('x', 'image/webp', 40, 30, 1, '#000000') returning id",
    )
    const picture = { id: rows[0]?.id ?? '', width: 40, height: 30 }
    const form = aForm()
    const table = await added(form)
    const details = { included: 'Mixers and ice', minimumSpend: 50_000, imageId: picture.id }
    const edited = await editTable(as(), table, { ...form, ...details })
    const shown = { picture, included: 'Mixers and ice', minimumSpendCents: 50_000 }
    expect(edited).toMatchObject({ ok: true, value: shown })
    expect((await chart()).details[table.id]).toEqual(shown)
    const kept = await editTable(as(), { ...table, version: 2 }, form)
    expect(kept).toMatchObject({ ok: true, value: shown })
    const none = { included: null, minimumSpend: null, imageId: null }
    await editTable(as(), { ...table, version: 3 }, { ...form, ...none })
    expect((await chart()).details[table.id]).toBeUndefined()
  })

  test('with a reservation is not taken from its guests, who are named', async () => {
    const form = aForm()
    const table = await added(form)
    await book(table.id)
    const refused = {
      ok: false,
      reason: {
        why: 'guests',
        guests: [{ guestName: 'Kofi', guestCount: 3, tableNumber: form.tableNumber }],
      },
    }
    expect(await editTable(as(), table, { ...form, maxGuests: 2 })).toMatchObject(refused)
    expect(await editTable(as(), table, { ...form, location: 'Left Green Vip' })).toMatchObject(refused)
    expect(await deleteTable(as(), table.id)).toMatchObject(refused)
    expect(await editTable(as(), table, { ...form, maxGuests: 3, positionX: 30 })).toMatchObject({ ok: true })
    // A table that is out of use is still theirs.
    const out = { ...form, isAvailable: false }
    expect(
      await editTable(as(), { ...table, version: 2 }, { ...out, location: 'Left Green Vip' }),
    ).toMatchObject(refused)
    expect(await editTable(as(), { ...table, version: 2 }, out)).toMatchObject({ reason: { why: 'parties' } })
    const { rows } = await database.pool.query<{ id: string }>(
      'select id from reservations where table_id = $1',
      [table.id],
    )
    const agreedParties = rows.map(({ id }) => id)
    expect(await editTable(as(), { ...table, version: 2, agreedParties }, out)).toMatchObject({
      ok: true,
      value: { isAvailable: false },
    })
    expect(await deleteTable(as(), table.id)).toMatchObject(refused)
  })

  test('with a table block for a night is not deleted', async () => {
    const table = await added()
    await database.pool.query(
      `with night as (insert into events (slug, title, description, category, date, start_time, price, price_range)
         values ('kept', 'Kept', '', 'Nightlife', '2031-05-09', '21:00', 'Free', 'free') returning id)
       insert into table_blocks (event_id, table_id, reason) select id, $1, 'the band' from night`,
      [table.id],
    )
    expect(await deleteTable(as(), table.id)).toMatchObject({
      ok: false,
      reason: { why: 'blocked', nights: [{ title: 'Kept', reason: 'the band' }] },
    })
  })

  test('is deleted, restored under a free number, and purged in the end', async () => {
    const table = await added()
    await book(table.id, 'cancelled')
    expect(await deleteTable(as(), table.id)).toEqual({ ok: true, value: null })
    expect((await listDeletedTables(as())).map((it) => it.name)).toContain(`Table ${table.tableNumber}`)
    await added(aForm({ tableNumber: table.tableNumber }))
    const [taken, next] = [table.tableNumber, table.tableNumber + 1]
    const value = `Table ${taken} is taken now: restored as table ${next}.`
    expect(await restoreTable(as(), table.id)).toEqual({ ok: true, value })
    const back = (await listStaffTables(database.db)).find((it) => it.id === table.id)
    expect(back?.tableNumber).toBe(next)
    const bare = await added(aForm({ tableNumber: 300 }))
    await deleteTable(as(), table.id)
    await deleteTable(as(), bare.id)
    await purgeTables(database.db, new Date(now.getTime() + 1))
    const left = (await listDeletedTables(as())).map((it) => it.id)
    expect([left.includes(table.id), left.includes(bare.id)]).toEqual([true, false])
  })
})
