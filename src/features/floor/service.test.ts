import { beforeAll, describe, expect, test } from 'vitest'
import { cloneDatabase, type TestDatabase } from '../../../tests/support/database.ts'
import { FLOOR_HEIGHT, FLOOR_WIDTH, type Place } from './schema.ts'
import { drawSeatingChart } from './service.ts'

const now = new Date('2026-11-21T00:00:00Z')
const night = {
  startsAt: new Date('2031-05-03T02:00:00Z'),
  endsAt: new Date('2031-05-03T10:00:00Z'),
  soldOut: false,
  bookingPercentage: 0,
}
let database: TestDatabase
beforeAll(async () => {
  database = await cloneDatabase()
})
const draw = (over: Partial<typeof night> = {}, seed = 1) =>
  drawSeatingChart({ db: database.db, now }, { ...night, ...over }, seed)

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

describe('a night on the chart', () => {
  test('shows a table somebody has as reserved, and only for that night', async () => {
    const [first] = (await draw()).tables
    await database.pool.query(
      `insert into reservations (table_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
         guest_count, status) values ($1, 'nightlife', '2031-05-02', $2, $3, 'G', 'g@example.com', 2, 'pending')`,
      [first?.id, night.startsAt, night.endsAt],
    )
    expect((await draw()).tables.find((it) => it.id === first?.id)?.state).toBe('reserved')
    const nextNight = { startsAt: new Date('2031-05-04T02:00:00Z'), endsAt: new Date('2031-05-04T10:00:00Z') }
    expect((await draw(nextNight)).tables.find((it) => it.id === first?.id)?.state).toBe('available')
  })

  test('keeps its pre-booked share while it is one drawing', async () => {
    const reserved = async (seed: number) =>
      (await draw({ bookingPercentage: 40 }, seed)).tables
        .filter((it) => it.state === 'reserved')
        .map((it) => it.id)
    expect(await reserved(5)).toEqual(await reserved(5))
    expect((await reserved(5)).length).toBeGreaterThanOrEqual(10)
    expect(await reserved(5)).not.toEqual(await reserved(6))
  })
})
