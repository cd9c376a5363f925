import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { bookTable, releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { bookDinner, listTimes } from '#features/dining/service.ts'
import { businessDate, momentOf } from '#lib/venue-time.ts'
import { startBookings, type TestBookings } from '../booking/bookings.ts'
import { askFor, countParties, findNight, type Night, newIdentity } from '../booking/booking-fixtures.ts'
import { askFor as askForDinner, at as dinersAt, countOverlaps } from '../dining/dining-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'

/* The two nights of the year with a daylight saving change: 2 to 3 in spring, 2 to 1 in autumn. */

const HOUR_MS = 3_600_000
const CHANGES = [
  {
    name: 'in spring',
    date: '2027-03-13',
    morning: '2027-03-14',
    hours: 7,
    changeAt: '2027-03-14T08:00:00Z',
  },
  {
    name: 'in autumn',
    date: '2027-11-06',
    morning: '2027-11-07',
    hours: 9,
    changeAt: '2027-11-07T07:00:00Z',
  },
] as const

let database: TestDatabase
let bookings: TestBookings
let usual: Night
beforeAll(async () => {
  database = await cloneDatabase()
  bookings = await startBookings(database, new Date('2027-03-01T00:00:00Z'))
  usual = await findNight(database.db)
})

async function addNight(date: string): Promise<Night> {
  const event = await database.db
    .insertInto('events')
    .values({
      slug: `change-${date}-${randomUUID()}`,
      title: 'A night',
      description: '',
      category: 'Nightlife',
      date,
      startTime: '21:00',
      price: '$20',
      priceRange: 'moderate',
    })
    .returning(['id', 'slug', 'startsAt', 'endsAt'])
    .executeTakeFirstOrThrow()
  return { event, tables: usual.tables }
}

/** Violations in the hours of a night: 9 PM to 5 AM in wall-clock time, whatever the number of hours. */
const wrongHours = (
  { event: { startsAt, endsAt } }: Pick<Night, 'event'>,
  date: string,
  hours: number,
): string[] => [
  ...(momentOf(date, '21:00').getTime() === startsAt.getTime()
    ? []
    : [`begins at ${startsAt.toISOString()}`]),
  ...(momentOf(date, '05:00').getTime() === endsAt.getTime() ? [] : [`ends at ${endsAt.toISOString()}`]),
  ...((endsAt.getTime() - startsAt.getTime()) / HOUR_MS === hours
    ? []
    : [`lasts ${(endsAt.getTime() - startsAt.getTime()) / HOUR_MS} hours`]),
]

describe.each(CHANGES)('the night the clocks change $name', ({ date, morning, hours, changeAt }) => {
  test('is from nine to five on the clock, in the database and in the rules alike', async () => {
    const night = await addNight(date)
    expect(wrongHours(night, date, hours)).toEqual([])
    // Control: the hours of an ordinary night differ from this night's.
    expect(wrongHours(night, date, 8)).toHaveLength(1)
  })

  test('a hold of fifteen minutes lasts fifteen minutes, over the change too', async () => {
    const tomorrow = new Date(new Date(changeAt).getTime() + 7 * 24 * HOUR_MS)
    const night = await addNight(tomorrow.toISOString().slice(0, 10))
    const before = new Date(new Date(changeAt).getTime() - 5 * 60_000)
    bookings.clock.now = before
    const held = await bookTable(bookings.deps(), askFor(night), newIdentity())
    if (!held.ok) throw new Error(`not held: ${JSON.stringify(held.reason)}`)
    expect(held.value.heldUntil.getTime() - before.getTime()).toBe(15 * 60_000)
    const table = held.value.tableId
    bookings.clock.now = new Date(before.getTime() + 14 * 60_000)
    await releaseExpiredHolds(bookings.deps())
    expect(await countParties(database.db, night, table)).toBe(1)
    bookings.clock.now = new Date(before.getTime() + 16 * 60_000)
    await releaseExpiredHolds(bookings.deps())
    expect(await countParties(database.db, night, table)).toBe(0)
  })

  test('belongs to the day it began on, the hour that comes twice included', () => {
    const nine = momentOf(date, '21:00').getTime()
    for (let minutes = 0; minutes < hours * 60; minutes += 15)
      expect(businessDate(new Date(nine + minutes * 60_000))).toBe(date)
    expect(businessDate(momentOf(morning, '06:00'))).toBe(morning)
    expect(businessDate(new Date(momentOf(morning, '06:00').getTime() - 1000))).toBe(date)
  })

  test('is followed by an ordinary dinner, and neither is in the way of the other', async () => {
    const now = new Date(new Date(changeAt).getTime() - 3 * 24 * HOUR_MS)
    const app = await dinersAt(database.db, now)
    const serviceDay = await listTimes(app, { date: morning, guests: 2 })
    const free = serviceDay.times.filter((it) => it.state === 'free')
    expect(new Set(serviceDay.times.map((it) => it.time)).size).toBe(serviceDay.times.length)
    expect(free.length).toBeGreaterThan(0)
    const { time = '18:00' } = free[0] ?? {}
    const taken = await bookDinner(app, askForDinner({ date: morning, time }))
    if (!taken.ok) throw new Error(`not booked: ${taken.reason.why}`)
    const { startsAt } = await database.db
      .selectFrom('reservations')
      .where('id', '=', taken.value.id)
      .select('startsAt')
      .executeTakeFirstOrThrow()
    expect(startsAt).toEqual(momentOf(morning, time))
    expect(await countOverlaps(database.db)).toBe(0)
  })
})
