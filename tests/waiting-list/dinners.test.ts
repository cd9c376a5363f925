import { beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelDinner } from '#features/dining/changes/service.ts'
import { bookDinner } from '#features/dining/service.ts'
import { releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { joinDinner } from '#features/waiting-list/joining/service.ts'
import {
  acceptDinner,
  leaveLine,
  offerDinners,
  offerFreeTables,
} from '#features/waiting-list/offers/service.ts'
import { findPlace } from '#features/waiting-list/service.ts'
import { addMinutes, momentAt } from '#lib/venue-time.ts'
import { startBookings, type TestBookings } from '../booking/bookings.ts'
import { askFor, booked, countOverlaps, FAR_SATURDAY, FRIDAY } from '../dining/dining-fixtures.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { countOfferJobs, deliverOffers, newParty, statusOf } from './waiting-fixtures.ts'

const TIME = { date: FAR_SATURDAY, time: '18:00' }
let app: TestDatabase
let bookings: TestBookings
let first: string
beforeAll(async () => {
  app = await cloneDatabase()
  bookings = await startBookings(app, FRIDAY)
  await app.db.updateTable('venue').set({ diningCoversPerSlot: 6 }).execute()
})
beforeEach(async () => {
  bookings.clock.now = FRIDAY
  await app.pool.query(`update reservations set status = 'cancelled' where business_date = $1`, [
    FAR_SATURDAY,
  ])
  await app.pool.query(
    'update reservations set waiting_entry_id = null, held_until = null where waiting_entry_id is not null',
  )
  await app.pool.query('delete from waiting_entries')
  first = await booked(app.db, { guests: 4 })
  await booked(app.db, { guests: 2 })
})

const putInLine = async (guestCount = 4) => {
  const joined = await joinDinner(bookings.deps(), TIME, newParty({ guestCount }))
  if (!joined.ok) throw new Error(joined.reason.why)
  return joined.value
}
const withOffers = () => ({ ...bookings.deps(), offerFirst: offerDinners })
const statesOf = (ids: readonly string[]) => Promise.all(ids.map((id) => statusOf(app.db, id)))

test('a party joins the line of a full dinner time only', async () => {
  expect(await placeOf(await putInLine())).toBe(1)
  const ask = (change: Partial<typeof TIME>, guestCount = 4) =>
    joinDinner(bookings.deps(), { ...TIME, ...change }, newParty({ guestCount }))
  expect(await ask({ time: '19:30' })).toMatchObject({ reason: { why: 'not_full' } })
  expect(await ask({ time: '18:07' })).toMatchObject({ reason: { why: 'not_found' } })
  expect(await ask({ date: '2027-01-18' })).toMatchObject({ reason: { why: 'closed' } })
  expect(await ask({ date: '2026-11-19' })).toMatchObject({ reason: { why: 'too_late' } })
  expect(await ask({}, 9)).toMatchObject({ reason: { why: 'large_party' } })
})

const placeOf = async (id: string) => (await findPlace(bookings.deps(), id))?.place

test('a freed dinner is held for the first who fits, and becomes a dinner when it is accepted', async () => {
  const [one, two] = [await putInLine(), await putInLine()]
  const jobs = await countOfferJobs(app.db)
  await cancelDinner(bookings.deps(), first)
  expect(await countOfferJobs(app.db)).toBeGreaterThan(jobs)
  await offerFreeTables(bookings.deps())
  expect(await statesOf([one, two])).toEqual(['offered', 'waiting'])
  expect(await acceptDinner(bookings.deps(), one)).toBe('accepted')
  expect(await acceptDinner(bookings.deps(), one)).toBe('accepted')
  expect(await statesOf([one, two])).toEqual(['accepted', 'waiting'])
  bookings.clock.now = addMinutes(FRIDAY, 60)
  await releaseExpiredHolds(bookings.deps())
  const { entry } = (await findPlace(bookings.deps(), one)) ?? {}
  const dinner = await app.db
    .selectFrom('reservations')
    .selectAll()
    .where('id', '=', entry?.offer?.reservationId ?? '')
    .executeTakeFirstOrThrow()
  expect(dinner).toMatchObject({
    status: 'pending',
    guestCount: 4,
    reservationType: 'dining',
    heldUntil: null,
  })
  const { rows } = await app.pool.query(
    'select kind from email_queue where reservation_id = $1 order by kind',
    [dinner.id],
  )
  expect(rows).toEqual([{ kind: 'dinner_notice' }, { kind: 'dinner_received' }])
})

test('an offer that is declined or lapses goes to the next party', async () => {
  const ids = [await putInLine(), await putInLine(), await putInLine()]
  await cancelDinner(bookings.deps(), first)
  await offerFreeTables(bookings.deps())
  await leaveLine(bookings.deps(), ids[0] ?? '')
  await offerFreeTables(bookings.deps())
  await deliverOffers(app.db)
  bookings.clock.now = addMinutes(FRIDAY, 16)
  expect(await acceptDinner(bookings.deps(), ids[1] ?? '')).toBe('ended')
  await releaseExpiredHolds(bookings.deps())
  await offerFreeTables(bookings.deps())
  expect(await statesOf(ids)).toEqual(['declined', 'lapsed', 'offered'])
})

test('a dinner freed at night is offered in the morning; a guest who books it then gets it after the line', async () => {
  const waiting = await putInLine()
  bookings.clock.now = momentAt('2026-12-01', '02:00')
  await app.pool.query(`update reservations set status = 'cancelled' where id = $1`, [first])
  await offerFreeTables(bookings.deps())
  expect(await statusOf(app.db, waiting)).toBe('waiting')
  expect((await bookDinner(withOffers(), askFor({ guests: 4 }))).ok).toBe(false)
  const { entry } = (await findPlace(bookings.deps(), waiting)) ?? {}
  expect(entry?.offer?.heldUntil).toEqual(momentAt('2026-12-01', '09:15'))
  bookings.clock.now = momentAt('2026-12-01', '09:01')
  await releaseExpiredHolds(bookings.deps())
  expect(await acceptDinner(bookings.deps(), waiting)).toBe('accepted')
})

test('20 guests who book a freed time at once do not get it before the party that waits for it', async () => {
  const waiting = await putInLine()
  await cancelDinner(bookings.deps(), first)
  const taken = await Promise.all(
    Array.from({ length: 20 }, () => bookDinner(withOffers(), askFor({ guests: 4 }))),
  )
  expect(taken.filter(({ ok }) => ok)).toEqual([])
  expect(await statusOf(app.db, waiting)).toBe('offered')
  expect(await countOverlaps(app.db)).toBe(0)
})

test('12 parties in line, 3 dinners freed at once, lapses and other bookers: in the order of joining, no table twice', async () => {
  await app.db.updateTable('venue').set({ diningCoversPerSlot: 18 }).execute()
  const freed = [first, ...(await Promise.all([1, 2].map(() => booked(app.db, { guests: 4 }))))]
  await booked(app.db, { guests: 4 })
  const line: string[] = []
  // oxlint-disable-next-line no-await-in-loop -- in the order of joining
  while (line.length < 12) line.push(await putInLine())
  await Promise.all(freed.map((id) => cancelDinner(bookings.deps(), id)))
  for (let round = 0; round < 10; round += 1) {
    // oxlint-disable no-await-in-loop -- each round follows from the last
    const outcomes = await Promise.allSettled([
      ...[1, 2, 3].map(() => offerFreeTables(bookings.deps())),
      releaseExpiredHolds(bookings.deps()),
      ...Array.from({ length: 5 }, () => bookDinner(withOffers(), askFor({ guests: 4 }))),
    ])
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
    await offerFreeTables(bookings.deps())
    expect(await countOverlaps(app.db)).toBe(0)
    const states = await statesOf(line)
    // No party was passed over: those that still wait are the last ones.
    expect(states.toSorted((a, b) => Number(a === 'waiting') - Number(b === 'waiting'))).toEqual(states)
    const open = line.filter((_id, i) => states[i] === 'offered')
    const done = states.filter((state) => state === 'accepted').length
    // While any party waits, the line has all that was freed, and no other guest.
    const waits = states.includes('waiting')
    const others = outcomes.filter((it) => it.status === 'fulfilled' && isBooked(it.value))
    expect(waits ? open.length + done : freed.length).toBe(freed.length)
    expect(waits ? others : []).toEqual([])
    const [declines, accepts] = open
    if (declines) await leaveLine(bookings.deps(), declines)
    if (accepts && round === 1) await acceptDinner(bookings.deps(), accepts)
    await deliverOffers(app.db)
    bookings.clock.now = addMinutes(bookings.clock.now, 16)
    // oxlint-enable no-await-in-loop
  }
  const ends = new Set(await statesOf(line))
  expect(ends).toEqual(new Set(['declined', 'lapsed', 'accepted']))
  await app.db.updateTable('venue').set({ diningCoversPerSlot: 6 }).execute()
})

const isBooked = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'ok' in value && value.ok === true
