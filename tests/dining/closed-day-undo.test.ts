import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { holdTable } from '#features/holds/service.ts'
import { finishChanges } from '#features/reservation-management/changes/service.ts'
import { dayUndoneText } from '#features/reservation-management/special-days/rules.ts'
import { setSpecialDay, undoSpecialDay } from '#features/reservation-management/special-days/service.ts'
import { addSeconds } from '#lib/venue-time.ts'
import { createStaff } from '../staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { FRIDAY } from './dining-fixtures.ts'

let database: TestDatabase
let staff = ''
beforeAll(async () => {
  database = await cloneDatabase()
  staff = await createStaff(database, 'manager@venue.example')
})
const deps = (now = FRIDAY) => ({
  db: database.db,
  now,
  actor: { id: staff, name: 'Ama', role: 'manager' as const },
})
const rowsOf = async <Row extends object>(text: string, values: unknown[]) =>
  (await database.pool.query<Row>(text, values)).rows

const DATE = '2027-05-07'
const CLOSED = {
  date: DATE,
  service: 'restaurant',
  opens: '',
  closes: '',
  reason: 'Kitchen works',
  closedEvents: 'cancelled',
} as const

const tableId = async (number: number) =>
  (await rowsOf<{ id: string }>('select id from venue_tables where table_number = $1', [number]))[0]?.id ?? ''

/** A dinner from 8 to 10 PM. */
const bookDinner = async (name: string, table: number) =>
  (
    await rowsOf<{ id: string }>(
      `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
         guest_count, status)
       values ($1, 'dining', $2, moment_of_business($2, '20:00'), moment_of_business($2, '22:00'), $3, 'guest@example.com', 2,
         'confirmed') returning id`,
      [await tableId(table), DATE, name],
    )
  )[0]?.id ?? ''

/** A guest of the night, whose event begins at 9 PM, takes a table. */
async function holdForNight(table: number): Promise<string> {
  const [event] = await rowsOf<{ id: string }>(
    `insert into events (slug, title, description, category, date, start_time, price, price_range)
     values ('meanwhile', 'Meanwhile', '', 'Nightlife', $1, '21:00', 'Free', 'free') returning id`,
    [DATE],
  )
  const id = await tableId(table)
  const [price] = await rowsOf<{ cents: number }>(
    'select reservation_price_cents as cents from venue_tables where id = $1',
    [id],
  )
  const held = await holdTable(
    deps(),
    {
      eventId: event?.id ?? '',
      tableId: id,
      key: randomUUID(),
      guestName: 'Yaw Night',
      guestEmail: 'night@example.com',
      guestPhone: '',
      guestCount: 1,
      specialRequests: '',
      birthdayPackage: false,
      screenDisplay: false,
      shownTotalCents: price?.cents ?? 0,
    },
    { browser: randomUUID(), address: randomUUID(), network: null },
  )
  if (!held.ok) throw new Error(held.reason.why)
  return held.value.reservationId
}

test('a dinner whose table was taken after its day was closed stays cancelled when that is undone, and staff read its name', async () => {
  const taken = await bookDinner('Ama Mensah', 5)
  const free = await bookDinner('Kofi Boateng', 6)
  expect(await setSpecialDay(deps(), CLOSED)).toMatchObject({ ok: true, value: { cancelled: 2, emailed: 2 } })
  const night = await holdForNight(5)
  const undone = await undoSpecialDay(deps(addSeconds(FRIDAY, 5)), CLOSED)
  expect(undone).toEqual({ ok: true, value: { restored: 1, left: ['Ama Mensah'] } })
  expect(undone.ok && dayUndoneText(CLOSED, undone.value)).toBe(
    'Restaurant, Friday, May 7, 2027. Reservations restored: 1. Changed since, or without their table, and still cancelled: Ama Mensah.',
  )

  // Each table has one party.
  expect(
    await rowsOf(
      `select t.table_number as table, r.id from table_occupancies o join venue_tables t on t.id = o.table_id
       join reservations r on r.id = o.reservation_id where o.is_active and r.business_date = $1 order by 1`,
      [DATE],
    ),
  ).toEqual([
    { table: 5, id: night },
    { table: 6, id: free },
  ])
  expect(
    await rowsOf('select id, status from reservations where id = any($1) order by guest_name', [
      [taken, free],
    ]),
  ).toEqual([
    { id: taken, status: 'cancelled' },
    { id: free, status: 'confirmed' },
  ])
  // The day is open, and only the guest who has no table any more is told.
  expect(await rowsOf('select from venue_special_days where business_date = $1', [DATE])).toEqual([])
  for (const id of [taken, free]) await finishChanges(deps(addSeconds(FRIDAY, 14)), id)
  expect(
    await rowsOf('select reservation_id as id, kind from email_queue where reservation_id = any($1)', [
      [taken, free],
    ]),
  ).toEqual([{ id: taken, kind: 'dinner_cancelled' }])
})

test('a dinner that has begun is not told of a closing that is undone, and the undo is in the audit log', async () => {
  const day = { ...CLOSED, date: '2026-11-20' }
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count, status)
     values ('dining', $1, $2::timestamptz - interval '30 minutes', $2::timestamptz + interval '1 hour', 'Esi Owusu',
       'esi@example.com', 2, 'confirmed') returning id`,
    [day.date, FRIDAY],
  )
  const emails = () => rowsOf('select kind from email_queue where reservation_id = $1', [rows[0]?.id])
  await setSpecialDay(deps(), day)
  expect(await emails()).toEqual([{ kind: 'dinner_cancelled' }])
  expect(await undoSpecialDay(deps(), day)).toMatchObject({ ok: true })
  expect(await emails()).toEqual([])
  expect(
    await rowsOf(
      `select action, after from activity where entity = 'settings' and before ->> 'date' = $1 order by created_at desc, id desc limit 1`,
      [day.date],
    ),
  ).toEqual([{ action: 'undid a special day in the', after: null }])
})

test('a day with many reservations can be undone for longer, because its cancellation takes longer', async () => {
  const day = { ...CLOSED, date: '2027-05-08' }
  await rowsOf(
    `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email, guest_count, status)
     select 'dining', $1, moment_of_business($1::date, '20:00'), moment_of_business($1::date, '22:00'), 'Party ' || n,
       'party@example.com', 2, 'confirmed' from generate_series(1, 40) n`,
    [day.date],
  )
  expect(await setSpecialDay(deps(), day)).toMatchObject({ ok: true, value: { cancelled: 40 } })
  expect(await undoSpecialDay(deps(addSeconds(FRIDAY, 13)), day)).toEqual({
    ok: true,
    value: { restored: 40, left: [] },
  })
})
