import { beforeAll, expect, test } from 'vitest'
import { bookTable, releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { settleCheckout } from '#features/payments/checkouts/service.ts'
import { openCheckout } from '#features/payments/sessions/service.ts'
import { leaveLine, offerFreeTables } from '#features/waiting-list/offers/service.ts'
import { addHours, addMinutes } from '#lib/venue-time.ts'
import { askFor, findNight, FRIDAY, newIdentity, type Night } from '../booking/booking-fixtures.ts'
import { startBookings, type TestBookings } from '../booking/bookings.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { cancel, deliverOffers, join, sellOut } from './waiting-fixtures.ts'

let database: TestDatabase
let bookings: TestBookings
beforeAll(async () => {
  database = await cloneDatabase()
  bookings = await startBookings(database, MORNING)
})

/** In the morning, so that the race ends before the quiet hours, in which no offer is made. */
const MORNING = addHours(FRIDAY, 15)
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

type Offered = {
  readonly entryId: string
  readonly id: string
  readonly status: string
  readonly until: string | null
}

const listOffers = async (): Promise<Offered[]> =>
  (
    await database.pool.query<Offered>(
      `select waiting_entry_id as "entryId", id, status, held_until::text as until
       from reservations where waiting_entry_id is not null order by id`,
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

/** Jobs, guests and payments that arrive in one moment, all at once. */
const atOnce = (night: Night, { freed, paid }: { freed: Night['tables']; paid: readonly string[] }) =>
  Promise.allSettled([
    ...[1, 2, 3].map(() => offerFreeTables(bookings.deps())),
    releaseExpiredHolds(bookings.deps()),
    ...paid.map((session) => settleCheckout(bookings.deps(), session)),
    ...freed.map((table) => bookTable(bookings.deps(), askFor(night, { table }), newIdentity())),
  ])

type Paid = { readonly session: string; readonly until: string | null }

/**
 * A guest with an offer declines (0), pays (1), pays without anybody hearing of it (2), pays by a way that takes longer than the
 * offer (3), has such a payment under way when the hold is ended (4), or does nothing. Returns the session that was paid, with
 * the end of the offer, which a confirmed reservation does not keep.
 */
async function actOn({ id, entryId, until }: Offered, choice: number): Promise<Paid | null> {
  if (choice === 0) {
    await leaveLine(bookings.deps(), entryId)
    return null
  }
  if (choice > 4) return null
  const opened = await openCheckout(bookings.deps(), id)
  const session = opened.ok ? opened.value.sessionId : null
  if (session === null) return null
  // The session of an earlier round may be paid already.
  const { state } = (await bookings.deps().payments.getCheckout(session)) ?? {}
  if (state !== 'open') return null
  await bookings.provider.control.pay({ session, outcome: choice > 2 ? 'late' : 'approve' })
  if (choice === 1) await settleCheckout(bookings.deps(), session)
  if (choice === 4) await end(id)
  return { session, until }
}

/** Ends a hold as if it had lapsed while the provider was asked, with its payment under way. */
const end = (id: string) =>
  database.pool.query(
    `update reservations set status = 'cancelled', cancel_reason = 'hold_expired', payment_status = 'none'
     where id = $1 and status = 'pending'`,
    [id],
  )

/** Every payment, and whether its guest has a table, a refund, and heard of it only after the end of the offer. */
const listPayments = async (payments: readonly Paid[]) =>
  (
    await database.pool.query<{ isConfirmed: boolean; isRefunded: boolean; isLate: boolean }>(
      `select r.status = 'confirmed' as "isConfirmed", c.paid_at > p.until as "isLate",
         exists (select from refunds f where f.checkout_id = c.id and f.amount_cents = c.amount_cents) as "isRefunded"
       from unnest($1::text[], $2::timestamptz[]) as p (session, until)
       join checkouts c on c.session_id = p.session
       join reservations r on r.id = c.reservation_id`,
      [payments.map(({ session }) => session), payments.map(({ until }) => until)],
    )
  ).rows

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
  const freed = night.tables.filter((_table, i) => i % 3 === 0).slice(0, FREED)
  expect(freed).toHaveLength(FREED)
  await Promise.all(freed.map(({ number }) => cancel(database.db, sold.get(number) ?? '')))
  await bookings.provider.control.setFaults({ webhooks: { deliver: 'lost' }, settleAfterMs: 25 * 60_000 })
  let before = new Set<string>()
  const made: Paid[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    // oxlint-disable no-await-in-loop -- each step follows from the last
    const outcomes = await atOnce(night, { freed, paid: made.map(({ session }) => session) })
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
    await offerFreeTables(bookings.deps())
    await deliverOffers(database.db)
    expect(await listDoubled()).toEqual([])
    expect(await listSkipped(night, before)).toEqual([])
    const offers = await listOffers()
    before = new Set(offers.map(({ id }) => id))
    const open = offers.filter(({ status }) => status === 'pending')
    if (open.length === 0) break
    const paid = await Promise.all(open.map((it) => actOn(it, round < 20 ? random(7) : 1)))
    made.push(...paid.flatMap((it) => it ?? []))
    bookings.clock.now = addMinutes(bookings.clock.now, round % 3 === 0 ? 5 : 16)
    // oxlint-enable no-await-in-loop
  }
  // Payments that take longer than their offers arrive after the last of these.
  bookings.clock.now = addHours(bookings.clock.now, 1)
  await atOnce(night, { freed: [], paid: made.map(({ session }) => session) })
  const payments = await listPayments(made)
  expect(payments).toHaveLength(made.length)
  expect(payments.filter(({ isConfirmed, isRefunded }) => isConfirmed === isRefunded)).toEqual([])
  expect(payments.filter(({ isLate }) => isLate).length).toBeGreaterThan(0)
  // Guests who booked without waiting in line got none of the freed tables.
  const { rows } = await database.pool.query<{ count: number }>(
    `select count(*)::int as count from reservations where event_id = $1 and hold_key is not null and status = 'confirmed'
       and waiting_entry_id is null`,
    [night.event.id],
  )
  expect(rows).toEqual([{ count: 0 }])
  expect((await listOffers()).length).toBeGreaterThan(FREED)
}, 120_000)
