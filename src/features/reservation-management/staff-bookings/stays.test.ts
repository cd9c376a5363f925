import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { at, FRIDAY } from '../../../../tests/dining/dining-fixtures.ts'
import { createStaff } from '../../../../tests/staff/sign-in.ts'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { formatUsdShort } from '#lib/money.ts'
import { momentOf } from '#lib/venue-time.ts'
import { loadDinnerContext } from './options/service.ts'
import { dinnerForm } from './schema.ts'
import { addDinner } from './service.ts'

let app: TestDatabase
let staff: string
beforeAll(async () => {
  app = await cloneDatabase()
  staff = await createStaff(app, 'staff@venue.example')
})
const as = async (now = FRIDAY) => ({
  ...(await at(app.db, now)),
  actor: { id: staff, name: 'Efua Boateng', role: 'host' as const },
})
const dinner = (change: object) =>
  dinnerForm.parse({
    source: 'phone',
    name: 'Ama Owusu',
    phone: '972 555 0142',
    email: '',
    note: '',
    key: randomUUID(),
    ...change,
  })

const endOf = async (id: string) =>
  (await app.pool.query<{ ends: Date }>('select ends_at as ends from reservations where id = $1', [id]))
    .rows[0]?.ends

describe('a dinner while tables of an event are for sale', () => {
  const DATE = '2027-01-22'
  const onSaleDinner = (change: object = {}) =>
    dinner({ date: DATE, time: '20:00', guests: '4', tableId: first?.id ?? '', ...change })
  let first: { id: string; n: number; cents: number } | undefined
  beforeAll(async () => {
    await app.pool.query(
      `insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ('afro-night', 'Afro Night', '', 'Nightlife', $1, '21:00', 'Free', 'free')`,
      [DATE],
    )
    const { rows } = await app.pool.query<{ id: string; n: number; cents: number }>(
      `select id, table_number as n, reservation_price_cents as cents from venue_tables
       where max_guests >= 4 and is_available order by table_number limit 1`,
    )
    first = rows[0]
  })
  test('ends when the event begins by default', async () => {
    const added = await addDinner(await as(), onSaleDinner())
    expect(added.ok && (await endOf(added.value.id))).toEqual(momentOf(DATE, '21:00'))
  })

  test('that stays longer names the table that goes off sale, its price and the time, before it is saved', async () => {
    await app.pool.query('delete from reservations where business_date = $1', [DATE])
    const price = formatUsdShort(first?.cents ?? 0)
    const whole = onSaleDinner({ stay: 'whole' })
    const refused = await addDinner(await as(), whole)
    expect(refused).toEqual({
      ok: false,
      reason: {
        why: 'off_sale',
        text: `Table ${first?.n} (${price}) will not be for sale for Afro Night until 9:45 PM.`,
        tableIds: [first?.id],
      },
    })
    const late = await addDinner(await as(), onSaleDinner({ time: '20:30' }))
    expect(late).toMatchObject({ reason: { why: 'off_sale' } })
    const agreed = await addDinner(await as(), { ...whole, offSale: [first?.id ?? ''] })
    expect(agreed.ok && (await endOf(agreed.value.id))).toEqual(momentOf(DATE, '21:45'))
  })
})

test('a dinner of guests who walk in ends before the party that is expected at the table, where staff agreed', async () => {
  const [seat] = (
    await loadDinnerContext(await as(), { date: '2026-11-20', guests: 2, time: 'now' })
  ).seats.filter(({ isFree }) => isFree)
  const next = new Date(FRIDAY.getTime() + 45 * 60_000)
  await app.pool.query(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
         guest_count, status)
       values ($1, 'dining', '2026-11-20', $2, $2::timestamptz + interval '2 hours', 'Ada', 'ada@example.com', 2, 'confirmed')`,
    [seat?.id, next],
  )
  const walkIn = {
    guests: '2',
    source: 'walk_in',
    phone: '',
    date: '2026-11-20',
    time: 'now',
    tableId: seat?.id,
  } as const
  expect(await addDinner(await as(), dinner(walkIn))).toMatchObject({
    reason: { text: expect.stringContaining('already taken for that time: Ada') },
  })
  const added = await addDinner(await as(), dinner({ ...walkIn, untilNext: true }))
  expect(added.ok && (await endOf(added.value.id))).toEqual(next)
  // Less than half an hour before the other party there is no stay at all.
  await app.pool.query(`update reservations set left_at = $1 where starts_at = $1 and table_id = $2`, [
    FRIDAY,
    seat?.id,
  ])
  const late = new Date(next.getTime() - 29 * 60_000)
  const tooLate = dinner({ ...walkIn, untilNext: true })
  expect(await addDinner(await as(late), tooLate)).toMatchObject({
    reason: { text: expect.stringContaining(': Ada.') },
  })
})
