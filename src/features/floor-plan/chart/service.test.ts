import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../../tests/support/database.ts'
import { FLOOR_HEIGHT, FLOOR_WIDTH, type Place } from './schema.ts'
import { buildSeatingChart, readFloorStates } from './service.ts'

const now = new Date('2026-11-21T00:00:00Z')
const night = {
  startsAt: new Date('2031-05-03T02:00:00Z'),
  endsAt: new Date('2031-05-03T10:00:00Z'),
  soldOut: false,
  closure: null,
  bookingPercentage: 0,
}
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
const draw = (over: Partial<typeof night> = {}, seed = 1) =>
  buildSeatingChart({ db: database.db, now }, { ...night, ...over }, seed)

const overlap = (a: Place, b: Place): boolean =>
  a.positionX < b.positionX + b.width &&
  b.positionX < a.positionX + a.width &&
  a.positionY < b.positionY + b.height &&
  b.positionY < a.positionY + a.height

describe('the seeded floor', () => {
  test('has 26 tables in three zones, none on another, all in the room', async () => {
    const { tables, furniture } = await draw()
    expect(tables).toHaveLength(26)
    expect(new Set(tables.map((it) => it.location)).size).toBe(3)
    expect(new Set(furniture.map((it) => it.kind))).toEqual(
      new Set(['stage', 'bar', 'dj_booth', 'dance_floor', 'entrance']),
    )
    for (const [i, table] of tables.entries()) {
      expect(table.positionX + table.width).toBeLessThanOrEqual(FLOOR_WIDTH)
      expect(table.positionY + table.height).toBeLessThanOrEqual(FLOOR_HEIGHT)
      expect(tables.slice(i + 1).some((other) => overlap(table, other))).toBe(false)
      expect(furniture.some((it) => overlap(table, it))).toBe(false)
    }
  })
})

const day = '2031-05-02'
const soon = new Date(now.getTime() + 60_000)
const past = new Date(now.getTime() - 1)

type Booking = {
  readonly status?: string
  readonly paymentStatus?: string
  readonly heldUntil?: Date | null
  readonly from?: Date
  readonly until?: Date
}

/** Books one reservation on a table that no other test uses. */
async function bookTable(booking: Booking = {}): Promise<string> {
  const { status = 'pending', paymentStatus = 'none', heldUntil = null } = booking
  const { rows } = await database.pool.query<{ table_id: string }>(
    `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_count, status, payment_status, held_until)
     select id, 'nightlife', $1, $2, $3, 'G', 'g@example.com', 2, $4, $5, $6 from venue_tables
     where id not in (select table_id from table_occupancies where during && tstzrange($2, $3)) limit 1
     returning table_id`,
    [day, booking.from ?? night.startsAt, booking.until ?? night.endsAt, status, paymentStatus, heldUntil],
  )
  return rows[0]?.table_id ?? ''
}

async function holdTableFor(expiresAt: Date | null): Promise<string> {
  const { rows } = await database.pool.query<{ event_id: string; table_id: string }>(
    `with night as (
       insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ('kept-' || md5(random()::text), 'T', 'D', 'Nightlife', $1, '21:00', '$20', 'moderate') returning id
     )
     select night.id as event_id, t.id as table_id from night, venue_tables t
     where t.id not in (select table_id from table_occupancies where during && tstzrange($2, $3)) limit 1`,
    [day, night.startsAt, night.endsAt],
  )
  const [kept] = rows
  await database.pool.query(
    `insert into table_blocks (event_id, table_id, reason, expires_at) values ($1, $2, 'for the band', $3)`,
    [kept?.event_id, kept?.table_id, expiresAt],
  )
  return kept?.table_id ?? ''
}

const stateOf = async (table: string, over: Partial<typeof night> = {}) =>
  (await draw(over)).tables.find((it) => it.id === table)?.state

describe('a night on the chart', () => {
  test('shows a reserved table, and only for that night', async () => {
    const table = await bookTable({ status: 'confirmed' })
    expect(await stateOf(table)).toBe('reserved')
    const nextNight = { startsAt: new Date('2031-05-04T02:00:00Z'), endsAt: new Date('2031-05-04T10:00:00Z') }
    expect(await stateOf(table, nextNight)).toBe('available')
  })

  test('shows a table as held while its guest pays, and as free once the time to pay is up', async () => {
    expect(await stateOf(await bookTable())).toBe('held')
    expect(await stateOf(await bookTable({ heldUntil: soon }))).toBe('held')
    expect(await stateOf(await bookTable({ heldUntil: now }))).toBe('available')
    expect(await stateOf(await bookTable({ heldUntil: past, paymentStatus: 'failed' }))).toBe('available')
  })

  test('keeps a table held for a payment that is under way, however late', async () =>
    expect(await stateOf(await bookTable({ heldUntil: past, paymentStatus: 'pending' }))).toBe('held'))

  test('shows a confirmed table as reserved after its hold lapsed', async () =>
    expect(
      await stateOf(await bookTable({ status: 'confirmed', heldUntil: past, paymentStatus: 'paid' })),
    ).toBe('reserved'))

  test('shows a blocked table as reserved until the table block ends', async () => {
    expect(await stateOf(await holdTableFor(null))).toBe('reserved')
    expect(await stateOf(await holdTableFor(soon))).toBe('reserved')
    expect(await stateOf(await holdTableFor(now))).toBe('available')
  })

  test('shows a table that is dined at as reserved, though another guest of the evening still has to pay', async () => {
    const until = new Date(night.startsAt.getTime() + 3_600_000)
    const table = await bookTable({ until })
    await database.pool.query(
      `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
         guest_count, status) values ($1, 'nightlife', $2, $3, $4, 'G', 'g@example.com', 2, 'confirmed')`,
      [table, day, until, night.endsAt],
    )
    expect(await stateOf(table)).toBe('reserved')
  })

  test('keeps its pre-booked share while it is one drawing', async () => {
    // A date without bookings: an occupied table of the share has a state of its own and would change the count.
    const empty = { startsAt: new Date('2031-06-14T02:00:00Z'), endsAt: new Date('2031-06-14T10:00:00Z') }
    const reserved = async (seed: number) => {
      const chart = await draw({ ...empty, bookingPercentage: 40 }, seed)
      expect(chart.variant).toBe(seed)
      return chart.tables.filter((it) => it.state === 'reserved').map((it) => it.id)
    }
    expect(await reserved(5)).toEqual(await reserved(5))
    expect(await reserved(5)).toHaveLength(10)
    expect(await reserved(5)).not.toEqual(await reserved(6))
  })
})

describe('a reading for open charts', () => {
  const read = (over: Partial<typeof night> = {}, at = now) =>
    readFloorStates({ db: database.db, now: at }, { ...night, ...over })

  test('says of every drawing what its page says', async () => {
    const reading = await read({ bookingPercentage: 40 })
    for (const seed of [5, 6]) {
      // oxlint-disable-next-line no-await-in-loop -- two pages, one after the other
      const { tables } = await draw({ bookingPercentage: 40 }, seed)
      expect(reading.statesOf(seed)).toEqual(tables.map((it) => [it.id, it.state]))
    }
  })

  test('is true until the first hold lapses, or else until the night ends', async () => {
    const later = { startsAt: new Date('2031-06-07T02:00:00Z'), endsAt: new Date('2031-06-07T10:00:00Z') }
    expect((await read(later)).trueUntil).toEqual(later.endsAt)
    const span = { from: later.startsAt, until: later.endsAt }
    await bookTable({ ...span, heldUntil: new Date(now.getTime() + 120_000) })
    await bookTable({ ...span, heldUntil: past })
    await bookTable({ ...span, heldUntil: new Date(now.getTime() + 1), paymentStatus: 'pending' })
    await bookTable({ ...span, heldUntil: soon })
    expect((await read(later)).trueUntil).toEqual(soon)
    expect((await read(later, later.endsAt)).trueUntil).toBeNull()
  })
})
