import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { cancelDinner, moveDinner } from '#features/dining/changes/service.ts'
import { bookDinner, listTimes } from '#features/dining/service.ts'
import { loadDiningMonth } from '#features/dining/calendar/service.ts'
import { joinDinner } from '#features/waiting-list/joining/service.ts'
import { findDinner } from '#features/dining/dinners/service.ts'
import { findExpiredHolds, holdTable } from '#features/holds/service.ts'
import { addDays, momentOf, weekdayOf } from '#lib/venue-time.ts'
import {
  askFor as askForNight,
  findNight,
  type Night,
  newIdentity,
  tableOf,
} from '../booking/booking-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import {
  askFor,
  at,
  booked,
  occupanciesOf,
  confirmedByStaff,
  countOverlaps,
  coversOf,
  FAR_SATURDAY,
  FRIDAY,
} from './dining-fixtures.ts'

let app: TestDatabase
beforeAll(async () => {
  app = await cloneDatabase()
})

/** An evening for each test, so that their reservations do not compete for tables. */
const serviceDays = Array.from({ length: 42 }, (_, i) => addDays('2026-12-05', i))
  .filter((date) => ![1, 2].includes(weekdayOf(date)))
  .values()
const nextServiceDay = (): string => serviceDays.next().value ?? ''
const stateOf = async (date: string, guests = 2) =>
  (await listTimes(await at(app.db), { date, guests })).times.find((it) => it.time === '18:00')?.state
const dateOf = ({ event }: Night) =>
  app.db.selectFrom('events').select('date').where('id', '=', event.id).executeTakeFirstOrThrow()
const numberOf = async (id: string) => (await occupanciesOf(app.db, id)).map((it) => it.number)

describe('a dinner', () => {
  test('is pending, belongs to no event and claims the smallest table that fits', async () => {
    const id = await booked(app.db, { date: nextServiceDay(), guests: 4, guestName: '李小龍 Ọlá' })
    const dinner = await findDinner(app, id)
    expect(dinner).toMatchObject({ status: 'pending', guestCount: 4, time: '18:00', guestName: '李小龍 Ọlá' })
    const row = await app.db
      .selectFrom('reservations')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ eventId: null, heldUntil: null, holdKey: null, timeSlot: '3pm-9pm' })
    expect(row.endsAt.getTime() - row.startsAt.getTime()).toBe(105 * 60_000)
    const [table] = await app.db
      .selectFrom('venueTables')
      .select('maxGuests')
      .where('id', '=', row.tableId ?? '')
      .execute()
    expect(table?.maxGuests).toBe(4)
    expect(await occupanciesOf(app.db, id)).toMatchObject([{ isActive: true }])
  })

  test('gets the next best table, and never one that is not available', async () => {
    const date = nextServiceDay()
    const [first] = await numberOf(await booked(app.db, { date }))
    const [second] = await numberOf(await booked(app.db, { date }))
    expect([first, second]).toEqual([11, 16])
    await app.db
      .updateTable('venueTables')
      .set({ isAvailable: false })
      .where('tableNumber', '=', 16)
      .execute()
    const other = nextServiceDay()
    await booked(app.db, { date: other })
    expect((await numberOf(await booked(app.db, { date: other })))[0]).not.toBe(16)
    await app.db.updateTable('venueTables').set({ isAvailable: true }).where('tableNumber', '=', 16).execute()
  })

  test('of a party that needs two tables occupies both, releases both, and gets both back', async () => {
    const other = await cloneDatabase()
    await other.db.updateTable('venueTables').set({ isAvailable: false }).where('maxGuests', '>', 4).execute()
    const id = await booked(other.db, { guests: 7 })
    expect((await occupanciesOf(other.db, id)).map((it) => it.number)).toEqual([12, 13])
    const row = () => other.db.updateTable('reservations').where('id', '=', id)
    await row().set({ status: 'cancelled' }).execute()
    expect((await occupanciesOf(other.db, id)).map((it) => it.isActive)).toEqual([false, false])
    const taker = await booked(other.db, { guests: 7 })
    expect((await occupanciesOf(other.db, taker)).map((it) => it.number)).toEqual([12, 13])
    await expect(row().set({ status: 'pending' }).execute()).rejects.toThrow(/one_party_per_table/)
    await row().set({ secondTableId: null }).execute()
    expect(await occupanciesOf(other.db, id)).toHaveLength(1)
  })

  test('of eight is a request without a table, and takes no covers until staff agree', async () => {
    const date = nextServiceDay()
    const taken = await bookDinner(await at(app.db), askFor({ date, guests: 8 }))
    expect(taken).toMatchObject({ ok: true, value: { isRequest: true } })
    const id = taken.ok ? taken.value.id : ''
    expect(await occupanciesOf(app.db, id)).toEqual([])
    expect(await stateOf(date, 8)).toBe('request')
    await app.db.updateTable('venue').set({ diningCoversPerSlot: 8 }).execute()
    expect(await stateOf(date)).not.toBe('full')
    await confirmedByStaff(app.db, id)
    expect(await stateOf(date)).toBe('full')
    await app.db.updateTable('venue').set({ diningCoversPerSlot: 24 }).execute()
  })

  test('sent twice, even at once, is one dinner; with another time under the same key it is refused', async () => {
    const deps = await at(app.db)
    const ask = askFor({ date: nextServiceDay() })
    const answers = await Promise.all([1, 2, 3].map(() => bookDinner(deps, ask)))
    const ids = answers.map((it) => (it.ok ? it.value.id : it.reason.why))
    expect(new Set(ids).size).toBe(1)
    expect(answers.filter((it) => it.ok && it.value.isNew)).toHaveLength(1)
    const otherTime = await bookDinner(deps, { ...ask, time: '19:00' })
    expect(otherTime).toMatchObject({ ok: false, reason: { why: 'already_booked' } })
    const back = await bookDinner(deps, {
      ...ask,
      key: randomUUID(),
      guestEmail: ask.guestEmail.toUpperCase(),
    })
    expect(back).toMatchObject({ ok: false, reason: { why: 'already_booked' } })
    const friend = await bookDinner(deps, { ...ask, key: randomUUID(), browser: randomUUID() })
    expect(friend).toMatchObject({ ok: true, value: { isNew: true } })
    const twoEvenings = askFor({ date: nextServiceDay() })
    const split = await Promise.all(
      [twoEvenings, { ...twoEvenings, date: nextServiceDay() }].map((it) => bookDinner(deps, it)),
    )
    expect(split.filter((it) => it.ok)).toHaveLength(1)
  })
})

describe('is refused, with the times of that evening', () => {
  test.each([
    ['a Monday', { date: '2026-11-30' }, 'closed_day'],
    ['a past date', { date: '2026-11-14' }, 'past_day'],
    ['a year ahead', { date: '2027-11-20' }, 'too_far'],
    ['25:00', { date: FAR_SATURDAY, time: '25:00' }, 'no_such_time'],
    ['2:30 AM', { date: FAR_SATURDAY, time: '02:30' }, 'no_such_time'],
    ['a quarter past', { date: FAR_SATURDAY, time: '18:15' }, 'no_such_time'],
    ['now', { date: '2026-11-20', time: '18:00' }, 'too_late'],
  ])('%s', async (_what, change, why) => {
    const refused = await bookDinner(await at(app.db), askFor(change))
    expect(refused).toMatchObject({ ok: false, reason: { why, serviceDay: { guests: 2 } } })
  })

  test('a closure that staff made a moment ago', async () => {
    const date = nextServiceDay()
    await app.db
      .insertInto('venueSpecialDays')
      .values({ businessDate: date, service: 'restaurant', reason: 'A wedding' })
      .execute()
    expect(await bookDinner(await at(app.db), askFor({ date }))).toMatchObject({
      reason: { why: 'closed_day', serviceDay: { day: 'closed', reason: 'A wedding', times: [] } },
    })
    await app.db.deleteFrom('venueSpecialDays').execute()
  })

  test('tonight, once staff closed the night, and no longer once they opened it again', async () => {
    const date = '2026-11-20'
    const tonight = askFor({ date, time: '20:00' })
    const moved = await booked(app.db, { date: nextServiceDay() })
    const isClosed = { reason: { why: 'closed_day', serviceDay: { day: 'closed', times: [] } } }
    const markOf = async () => {
      const { weeks } = await loadDiningMonth(await at(app.db), { month: '2026-11', guests: 2 })
      return weeks.flat().find((day) => day?.date === date)?.mark
    }
    expect(await markOf()).toBe('open')
    await app.db
      .insertInto('nightClosings')
      .values({ night: date, closedAt: FRIDAY, actorName: 'Ama' })
      .execute()
    expect(await listTimes(await at(app.db), { date, guests: 2 })).toMatchObject({ day: 'closed', times: [] })
    expect(await markOf()).toBe('closed')
    expect(await bookDinner(await at(app.db), tonight)).toMatchObject(isClosed)
    expect(await moveDinner(await at(app.db), moved, { date, time: '20:00' })).toMatchObject(isClosed)
    const waits = { guestName: 'Esi', guestEmail: 'esi@example.com', guestPhone: '(972) 555-0143' }
    const party = { ...waits, guestCount: 2, zone: null, key: randomUUID(), agreesToTexts: false }
    const joined = await joinDinner(await at(app.db), { date, time: '20:00' }, { ...party, joiner: null })
    expect(joined).toMatchObject({ reason: { why: 'closed' } })
    await app.db.deleteFrom('nightClosings').where('night', '=', date).execute()
    expect(await bookDinner(await at(app.db), tonight)).toMatchObject({ ok: true })
  })
})

test.each(['2027-03-14', '2027-11-07'])(
  'on the day the clocks change (%s) begins at 3 PM in wall-clock time',
  async (date) => {
    const id = await booked(app.db, { date, time: '15:00' }, momentOf(addDays(date, -10), '12:00'))
    expect(await findDinner(app, id)).toMatchObject({ date, time: '15:00' })
    const { rows } = await app.pool.query(
      `select starts_at = moment_of_business(business_date, '15:00') as same from reservations where id = $1`,
      [id],
    )
    expect(rows).toEqual([{ same: true }])
  },
)

describe('a dinner and the night after it', () => {
  test("do not share a table: neither is offered the other's", async () => {
    const night = await findNight(app.db)
    const table = tableOf(night)
    const { date } = await dateOf(night)
    // All tables but one are blocked; that one is sold for the night.
    await app.db.updateTable('venueTables').set({ isAvailable: false }).where('id', '<>', table.id).execute()
    const held = await holdTable({ db: app.db, now: FRIDAY }, askForNight(night), newIdentity())
    expect(held.ok).toBe(true)
    const serviceDay = await listTimes(await at(app.db), { date, guests: 2 })
    for (const { time, state } of serviceDay.times) {
      // A dinner of at least an hour ends when the event begins.
      const isOver = momentOf(date, time).getTime() + 60 * 60_000 <= night.event.startsAt.getTime()
      expect([time, state === 'short']).toEqual([time, !isOver])
    }
    // An expired hold is not a dinner, and a dinner is not a hold.
    await app.db.updateTable('venueTables').set({ isAvailable: true }).execute()
    const id = await booked(app.db, { date: nextServiceDay() })
    const lapsed = await findExpiredHolds({ db: app.db, now: momentOf('2028-01-01', '12:00') })
    expect(lapsed.map((it) => it.id)).not.toContain(id)
    await expect(
      app.db.updateTable('reservations').set({ heldUntil: FRIDAY }).where('id', '=', id).execute(),
    ).rejects.toThrow(/check/)
  })

  test('who request one table at the same moment: one gets it', async () => {
    const night = await findNight(app.db)
    const { date } = await dateOf(night)
    const deps = await at(app.db)
    await Promise.all([
      ...night.tables.map((table) => holdTable(deps, askForNight(night, { table }), newIdentity())),
      ...night.tables.map(() => bookDinner(deps, askFor({ date, time: '20:30', guests: 1 }))),
    ])
    expect(await countOverlaps(app.db)).toBe(0)
  })
})

describe('moving and cancelling', () => {
  test('takes the new time and frees the old one', async () => {
    const date = nextServiceDay()
    const id = await booked(app.db, { date })
    const [number] = await numberOf(id)
    const deps = await at(app.db)
    expect(await moveDinner(deps, id, { date, time: '19:00' })).toEqual({
      ok: true,
      value: { isRequest: false },
    })
    expect(await findDinner(app, id)).toMatchObject({ time: '19:00', status: 'pending' })
    expect(await numberOf(id)).toEqual([number])
    const to = nextServiceDay()
    expect((await moveDinner(deps, id, { date: to, time: '15:00' })).ok).toBe(true)
    expect(await occupanciesOf(app.db, id)).toMatchObject([{ isActive: true }])
    expect(await coversOf(app.db, date)).toEqual([])
  })

  test('is refused where the time is full, on a closed day, and from two hours before on', async () => {
    const date = nextServiceDay()
    const id = await booked(app.db, { date, time: '18:00' })
    await app.db.updateTable('venue').set({ diningCoversPerSlot: 2 }).execute()
    await booked(app.db, { date, time: '19:00' })
    const deps = await at(app.db)
    const refused = await moveDinner(deps, id, { date, time: '19:00' })
    expect(refused).toMatchObject({ ok: false, reason: { why: 'full' } })
    // Its own occupancy does not count against it.
    expect((await moveDinner(deps, id, { date, time: '18:00' })).ok).toBe(true)
    await app.db.updateTable('venue').set({ diningCoversPerSlot: 24 }).execute()
    expect(await moveDinner(deps, id, { date: '2026-11-30', time: '18:00' })).toMatchObject({
      reason: { why: 'closed_day' },
    })
    const late = { ...deps, now: new Date(momentOf(date, '16:00').getTime() + 1) }
    expect(await moveDinner(late, id, { date, time: '20:00' })).toMatchObject({ reason: { why: 'late' } })
    expect(await cancelDinner(late, id)).toEqual({ ok: false, reason: 'late' })
    const inTime = { ...deps, now: momentOf(date, '16:00') }
    expect(await cancelDinner(inTime, id)).toEqual({ ok: true, value: null })
    expect(await cancelDinner(inTime, id)).toEqual({ ok: false, reason: 'not_live' })
    expect(await moveDinner(deps, id, { date, time: '20:00' })).toMatchObject({ reason: { why: 'not_live' } })
    expect(await occupanciesOf(app.db, id)).toMatchObject([{ isActive: false }])
  })

  test('is for dinners only', async () => {
    const night = await app.db
      .selectFrom('reservations')
      .select('id')
      .where('reservationType', '=', 'nightlife')
      .executeTakeFirstOrThrow()
    const deps = await at(app.db)
    expect(await findDinner(app, night.id)).toBeNull()
    expect(await cancelDinner(deps, night.id)).toEqual({ ok: false, reason: 'not_found' })
    expect(await cancelDinner(deps, randomUUID())).toEqual({ ok: false, reason: 'not_found' })
  })

  test('a large party that moves needs staff confirmation again', async () => {
    const id = await booked(app.db, { date: nextServiceDay(), guests: 9 })
    await confirmedByStaff(app.db, id)
    const moved = await moveDinner(await at(app.db), id, { date: nextServiceDay(), time: '17:00' })
    expect(moved).toEqual({ ok: true, value: { isRequest: true } })
    expect(await findDinner(app, id)).toMatchObject({ status: 'pending', time: '17:00' })
  })
})
