import { beforeAll, expect, test } from 'vitest'
import { bookTable, releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { settleCheckout } from '#features/payments/checkouts/service.ts'
import { openCheckout } from '#features/payments/sessions/service.ts'
import { leaveLine, offerFreeTables } from '#features/waiting-list/offers/service.ts'
import { addMinutes } from '#lib/venue-time.ts'
import { askFor, findNight, FRIDAY, newIdentity, type Night } from '../booking/booking-fixtures.ts'
import { startBookings, type TestBookings } from '../booking/bookings.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { cancel, join, sellOut } from './waiting-fixtures.ts'

let database: TestDatabase
let bookings: TestBookings
beforeAll(async () => {
  database = await cloneDatabase()
  bookings = await startBookings(database, FRIDAY)
})

const ZONES = ['Right Red Vip', 'Left Green Vip', 'Floor Seating'] as const
const PARTIES = 100
const FREED = 5
const ROUNDS = 30

/** A generator of its own, so that a failure can be repeated. */
function createRandom(seed: number) {
  let state = seed
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
}

type Offered = { readonly entryId: string; readonly id: string; readonly status: string }

const listOffers = async (): Promise<Offered[]> =>
  (
    await database.pool.query<Offered>(
      `select waiting_entry_id as "entryId", id, status from reservations where waiting_entry_id is not null order by id`,
    )
  ).rows

/** Parties that still wait although a table that they fit is free, or was offered to a later party. */
const listSkipped = async ({ event }: Night, before: ReadonlySet<string>): Promise<unknown[]> =>
  (
    await database.pool.query<{ id: string; skipped: string }>(
      `select r.id, w.id as skipped
       from waiting_entries w
       join venue_tables t on t.max_guests >= w.guest_count and (w.zone is null or w.zone = t.location)
       left join reservations r on r.table_id = t.id and r.event_id = w.event_id and r.status <> 'cancelled'
       left join waiting_entries other on other.id = r.waiting_entry_id
       where w.status = 'waiting' and w.event_id = $1 and t.is_available and t.deleted_at is null
         and ((other.seq > w.seq and not r.id = any($2::uuid[]))
           or not exists (select from table_occupancies o join events e on e.id = w.event_id
             where o.table_id = t.id and o.is_active and o.during && tstzrange(e.starts_at, e.ends_at)))`,
      [event.id, [...before]],
    )
  ).rows

/** Tables with two parties at once. The constraint refuses them; this is what it must come to. */
const listDoubled = async (): Promise<unknown[]> =>
  (
    await database.pool.query(
      `select a.table_id from table_occupancies a join table_occupancies b
       on a.table_id = b.table_id and a.id < b.id and a.during && b.during and a.is_active and b.is_active`,
    )
  ).rows

/** Jobs and guests of one moment, all at once. */
const atOnce = (night: Night, freed: Night['tables']) =>
  Promise.allSettled([
    ...[1, 2, 3].map(() => offerFreeTables(bookings.deps())),
    releaseExpiredHolds(bookings.deps()),
    ...freed.map((table) => bookTable(bookings.deps(), askFor(night, { table }), newIdentity())),
  ])

/** A guest with an offer pays, pays late, declines, or does nothing. */
async function actOn({ id, entryId }: Offered, choice: number): Promise<string | null> {
  if (choice === 0) {
    await leaveLine(bookings.deps(), entryId)
    return null
  }
  if (choice > 2) return null
  const opened = await openCheckout(bookings.deps(), id)
  if (!opened.ok) return null
  if (opened.value.sessionId === null) return null
  if (choice === 2) return opened.value.sessionId
  await bookings.provider.control.pay({ session: opened.value.sessionId, outcome: 'approve' })
  await settleCheckout(bookings.deps(), opened.value.sessionId)
  return null
}

test('100 parties, 5 tables freed at once, lapses and late payments: no table twice, no party skipped', async () => {
  const random = createRandom(20_261_123)
  const night = await findNight(database.db)
  const sold = await sellOut(database, night)
  await Promise.all(
    Array.from({ length: PARTIES }, () => {
      const zone = random(2) === 0 ? null : (ZONES[random(3)] ?? null)
      const party = { guestCount: 1 + random(zone === null ? 8 : 4), zone }
      return join(database, night, { now: bookings.clock.now, party })
    }),
  )
  const freed = night.tables.filter((_table, i) => i % 5 === 0).slice(0, FREED)
  await Promise.all(freed.map(({ number }) => cancel(database.db, sold.get(number) ?? '')))
  let before = new Set<string>()
  let late: string[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // oxlint-disable no-await-in-loop -- each step follows from the last
    const outcomes = await atOnce(night, freed)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
    await offerFreeTables(bookings.deps())
    expect(await listDoubled()).toEqual([])
    expect(await listSkipped(night, before)).toEqual([])
    const offers = await listOffers()
    before = new Set(offers.map(({ id }) => id))
    for (const session of late)
      await bookings.provider.control.pay({ session, outcome: 'approve' }).catch(() => undefined)
    for (const session of late) await settleCheckout(bookings.deps(), session)
    const open = offers.filter(({ status }) => status === 'pending')
    if (open.length === 0) break
    late = (await Promise.all(open.map((it) => actOn(it, round < 20 ? random(6) + (round % 2) : 1)))).flatMap(
      (session) => session ?? [],
    )
    bookings.clock.now = addMinutes(bookings.clock.now, round % 3 === 0 ? 5 : 16)
    // oxlint-enable no-await-in-loop
  }
  // Guests who booked without waiting in line got none of the freed tables.
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from reservations where event_id = $1 and hold_key is not null and status = 'confirmed'
       and waiting_entry_id is null`,
    [night.event.id],
  )
  expect(rows).toEqual([{ count: 0 }])
  expect((await listOffers()).length).toBeGreaterThan(FREED)
}, 120_000)
