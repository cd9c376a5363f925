import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { settleCheckout } from '#features/checkouts/service.ts'
import {
  exportReservations,
  findReservationDetails,
  summariseReservations,
} from '#features/guest-book/service.ts'
import {
  correctLine,
  giveBackAtVenue,
  grantAllowance,
  readLedger,
  readMoneyByDate,
  takeVenuePayment,
} from '#features/ledger/service.ts'
import { loadOverview } from '#features/overview/service.ts'
import { noteDispute, syncDisputes } from '#features/payments/service.ts'
import { findMissedRefunds, giveBack, requestPartRefund, syncRefunds } from '#features/refunds/service.ts'
import type { Actor } from '#features/staff/schema.ts'
import { addDays, businessDate } from '#lib/venue-time.ts'
import { hire } from '../staff/door.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { emptyBook } from '../support/empty-book.ts'
import { startBookings, type TestBookings } from './bookings.ts'
import { askFor, findNight, type Night, tableOf } from './guests.ts'

/*
 * Guests pay by every method, staff correct and give back, banks decide disputes, reservations are moved, cancelled and
 * deleted, and messages of the provider are lost or repeated, in any order. Whatever happened: every figure of every
 * screen is a recount of the lines, and the lines are what the provider, the drawer and the card terminal have.
 */

const RUNS = Number(process.env['LEDGER_RUNS'] ?? 20)
const PARTIES = 3

let database: TestDatabase
let bookings: TestBookings
let night: Night
let actor: Actor
beforeAll(async () => {
  database = await cloneDatabase()
  bookings = await startBookings(database, new Date())
  await bookings.provider.control.setFaults({ webhooks: { deliver: 'lost' } })
  await emptyBook(database.pool)
  night = await findNight(database.db, bookings.clock.now)
  actor = { id: await hire(database, 'property@house.example'), name: 'Ama', role: 'manager' }
})

const staff = () => ({ ...bookings.deps(), actor })

type Act =
  | 'pay_online'
  | 'pay_venue'
  | 'correct'
  | 'give_back'
  | 'refund_online'
  | 'refund_in_dashboard'
  | 'refund_bounces'
  | 'allow'
  | 'dispute'
  | 'dispute_lost'
  | 'dispute_won'
  | 'hear'
  | 'move_night'
  | 'no_show'
  | 'cancel'
  | 'delete'
const ACTS: readonly Act[] = [
  'pay_online',
  'pay_online',
  'pay_venue',
  'pay_venue',
  'correct',
  'give_back',
  'refund_online',
  'refund_in_dashboard',
  'refund_bounces',
  'allow',
  'dispute',
  'dispute_lost',
  'dispute_won',
  'hear',
  'move_night',
  'no_show',
  'cancel',
  'delete',
]

type Step = {
  readonly act: Act
  readonly party: number
  readonly cents: number
  readonly method: 'cash' | 'card'
  readonly times: number
}
const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...ACTS),
  party: fc.nat(PARTIES - 1),
  cents: fc.integer({ min: 1, max: 60_000 }),
  method: fc.constantFrom('cash' as const, 'card' as const),
  times: fc.integer({ min: 1, max: 3 }),
})

/** What lies in the drawer and what the terminal has, as those who hold them would count it. */
type Tills = { cash: number; card: number }
type Play = { readonly parties: (string | null)[]; readonly tills: Tills; moves: number }

const repeat = async (times: number, work: () => Promise<unknown>): Promise<void> => {
  for (let i = 0; i < times; i += 1)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await work()
}
const orNot = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined)

async function reserve(play: Play, party: number): Promise<string> {
  const known = play.parties[party]
  if (known) return known
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into reservations (event_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
       guest_count, status, total_price_cents)
     select id, 'nightlife', date, starts_at, ends_at, 'Party', 'party@example.com', 2, 'confirmed', 50000 from events where id = $1
     returning id`,
    [night.event.id],
  )
  const id = rows[0]?.id ?? ''
  play.parties[party] = id
  return id
}

const intentsOf = async (id: string): Promise<string[]> =>
  (
    await database.db
      .selectFrom('checkouts')
      .where('reservationId', '=', id)
      .where('paymentIntentId', 'is not', null)
      .select('paymentIntentId')
      .execute()
  ).flatMap((it) => it.paymentIntentId ?? [])

async function disputesOf(id: string) {
  const intents = await intentsOf(id)
  const { disputes } = await bookings.provider.control.readBooks()
  return disputes.filter((it) => intents.includes(String(it.payment_intent as string)))
}

/** Everything that the provider could have told about a reservation, told some number of times. */
async function hear(id: string, times: number): Promise<void> {
  for (const intent of await intentsOf(id))
    // oxlint-disable-next-line no-await-in-loop
    await repeat(times, () => syncRefunds(bookings.deps(), intent))
  for (const { id: dispute } of await disputesOf(id))
    // oxlint-disable-next-line no-await-in-loop
    await repeat(times, () => noteDispute(bookings.deps(), dispute))
}

const drawer = (play: Play, method: 'cash' | 'card', cents: number): void => {
  play.tills[method] += cents
}

// oxlint-disable-next-line complexity -- one case for each thing that can happen
async function act(play: Play, { act: what, party, cents, method, times }: Step): Promise<void> {
  const { control } = bookings.provider
  if (what === 'pay_online') {
    if (play.parties[party]) return
    const begun = await bookings.begin(night, askFor(night, { table: tableOf(night, party) }))
    play.parties[party] = begun.id
    await control.pay({ session: begun.sessionId, outcome: 'approve' })
    return repeat(times, () => settleCheckout(bookings.deps(), begun.sessionId))
  }
  const id = await reserve(play, party)
  const [intent] = await intentsOf(id)
  switch (what) {
    case 'pay_venue': {
      const form = { key: randomUUID(), amount: cents, method, note: '' }
      const done = await takeVenuePayment(staff(), id, form)
      await repeat(times - 1, () => takeVenuePayment(staff(), id, form))
      if (done.ok) drawer(play, method, cents)
      return
    }
    case 'correct': {
      const line = (await readLedger(database, id)).find((it) => it.isCorrectable && it.kind === 'payment')
      if (!line || line.method === 'online' || line.method === null) return
      const instead = times === 1 ? null : { amount: cents, method }
      const form = { lineId: line.id, instead, reason: 'typed wrongly' }
      const done = await correctLine(staff(), id, form)
      await correctLine(staff(), id, form)
      if (!done.ok) return
      drawer(play, line.method, -line.amountCents)
      if (instead) drawer(play, method, cents)
      return
    }
    case 'give_back': {
      const form = { key: randomUUID(), amount: cents, method, reason: 'the band was late' }
      const done = await giveBackAtVenue(staff(), id, form)
      await repeat(times - 1, () => giveBackAtVenue(staff(), id, form))
      if (done.ok) drawer(play, method, -cents)
      return
    }
    case 'refund_online':
      return void (await requestPartRefund(database.db, id, {
        amountCents: cents,
        note: 'asked',
        requestedBy: actor.id,
      }))
    case 'refund_in_dashboard':
      return void (intent && (await orNot(control.refund({ paymentIntent: intent, amount: cents }))))
    case 'refund_bounces': {
      const { refunds } = await control.readBooks()
      const refund = refunds.find((it) => it.payment_intent === intent && it.status === 'succeeded')
      return void (refund && (await orNot(control.settleRefund({ refund: refund.id, outcome: 'failed' }))))
    }
    case 'allow':
      return void (await grantAllowance(staff(), id, {
        key: randomUUID(),
        kind: 'discount',
        amount: cents,
        reason: 'regulars',
      }))
    case 'dispute':
      return void (
        intent &&
        (await disputesOf(id)).length === 0 &&
        (await orNot(control.dispute({ paymentIntent: intent })))
      )
    case 'dispute_lost':
    case 'dispute_won': {
      const [dispute] = await disputesOf(id)
      const outcome = what === 'dispute_lost' ? 'lost' : 'won'
      return void (dispute && (await orNot(control.closeDispute({ dispute: dispute.id, outcome }))))
    }
    case 'hear':
      return hear(id, times)
    case 'move_night':
      play.moves += 1
      return void (await database.pool.query(
        `update reservations set business_date = business_date + 1 where id = $1`,
        [id],
      ))
    case 'no_show':
      return void (await database.pool.query(
        `update reservations set status = 'completed' where id = $1 and status = 'confirmed'`,
        [id],
      ))
    case 'cancel':
      return void (await database.pool.query(
        `update reservations set status = 'cancelled', cancel_reason = 'staff' where id = $1`,
        [id],
      ))
    case 'delete':
      return void (await database.pool.query(
        `update reservations set kept_cents = greatest(0, received_cents - refunded_cents - disputed_cents), deleted_at = now()
         where id = $1 and status = 'cancelled' and deleted_at is null`,
        [id],
      ))
  }
}

/** Refunds that were promised are asked for, and lost messages are made up for, as the hourly job does. */
async function comeToRest(): Promise<void> {
  for (let round = 0; round < 2; round += 1) {
    const open = await database.db
      .selectFrom('refunds')
      .where('status', 'in', ['requested', 'pending'])
      .select('id')
      .execute()
    for (const { id } of open)
      // oxlint-disable-next-line no-await-in-loop
      await giveBack(bookings.deps(), id)
    await findMissedRefunds(bookings.deps())
    const intents = await database.db.selectFrom('checkouts').select('paymentIntentId').execute()
    for (const { paymentIntentId } of intents)
      // oxlint-disable-next-line no-await-in-loop
      if (paymentIntentId) await syncRefunds(bookings.deps(), paymentIntentId)
    await syncDisputes(bookings.deps())
  }
}

type Recount = { readonly date: string; readonly cents: number }
const recount = async (by: 'night' | 'moved_on'): Promise<Recount[]> =>
  (
    await database.pool.query<Recount>(
      `select ${by} as date, sum(amount_cents)::int as cents from ledger_lines where ${by} is not null group by 1 order by 1`,
    )
  ).rows

const centsOn = (rows: readonly Recount[], date: string): number =>
  rows.find((it) => it.date === date)?.cents ?? 0

/** The revenue column of the table that can be downloaded. */
async function downloadedCents(): Promise<number> {
  let text = ''
  const all = { search: '', type: null, status: null, eventId: null, sort: 'newest' } as const
  for await (const part of exportReservations(database, all)) text += part
  const [head = '', ...lines] = text.trim().split('\r\n')
  const at = head.split(',').indexOf('Revenue')
  return lines.reduce((sum, it) => sum + Math.round(Number(it.split(',')[at]) * 100), 0)
}

async function check(play: Play): Promise<void> {
  const nights = await recount('night')
  const days = await recount('moved_on')
  const total = nights.reduce((sum, it) => sum + it.cents, 0)

  // Provider + drawer + terminal = ledger.
  const { paymentIntents, refunds, disputes } = await bookings.provider.control.readBooks()
  const sum = (rows: readonly { readonly amount: number }[]) => rows.reduce((all, it) => all + it.amount, 0)
  const atProvider =
    sum(paymentIntents.filter((it) => it.status === 'succeeded')) -
    sum(refunds.filter((it) => it.status === 'succeeded' || it.status === 'pending')) -
    sum(disputes.filter((it) => it.status === 'lost'))
  const { rows: byMethod } = await database.pool.query<{ method: string; cents: number }>(
    `select method, sum(amount_cents)::int as cents from ledger_lines where method is not null group by 1`,
  )
  const ledgerOf = (method: string) => byMethod.find((it) => it.method === method)?.cents ?? 0
  expect(ledgerOf('online'), 'the provider').toBe(atProvider)
  expect(ledgerOf('cash'), 'the cash drawer').toBe(play.tills.cash)
  expect(ledgerOf('card'), 'the card terminal').toBe(play.tills.card)

  // Each screen, for each night and each day.
  const last = addDays(night.event.startsAt.toISOString().slice(0, 10), 20)
  const shown = await readMoneyByDate(staff(), last)
  for (const { date, cents } of nights) {
    const it = shown.nights.find((row) => row.date === date)
    expect(it?.keptCents, `for the night of ${date}`).toBe(cents)
    expect((it?.thatDayCents ?? 0) + (it?.otherDaysCents ?? 0) + (it?.transferredCents ?? 0)).toBe(cents)
    const there = { ...staff(), now: new Date(`${date}T23:00:00Z`) }
    // oxlint-disable-next-line no-await-in-loop
    expect((await loadOverview(there)).tonight.moneyCents, `overview of ${date}`).toBe(cents)
  }
  for (const { date, cents } of days) {
    const it = shown.days.find((row) => row.date === date)
    expect(it?.netCents, `moved on ${date}`).toBe(cents)
    expect((it?.onlineCents ?? 0) + (it?.cashCents ?? 0) + (it?.cardCents ?? 0)).toBe(cents)
    expect((it?.thatNightCents ?? 0) + (it?.otherNightsCents ?? 0)).toBe(cents)
  }
  expect(
    days.reduce((all, it) => all + it.cents, 0),
    'what moved is what there is',
  ).toBe(total)
  expect(centsOn(days, businessDate(new Date()))).toBe(total)

  const summary = await summariseReservations(staff(), null)
  const { rows: split } = await database.pool.query<{ shown: number; deleted: number }>(
    `select coalesce(sum(amount_cents) filter (where deleted_at is null), 0)::int as shown,
       coalesce(sum(amount_cents) filter (where deleted_at is not null), 0)::int as deleted
     from ledger_lines l join reservations r on r.id = l.reservation_id`,
  )
  expect(summary).toMatchObject({
    revenueCents: split[0]?.shown,
    deletedRevenueCents: split[0]?.deleted,
  })
  expect(await summariseReservations(staff(), night.event.id)).toMatchObject({
    revenueCents: split[0]?.shown,
  })
  expect(await downloadedCents(), 'the download').toBe(split[0]?.shown)

  for (const id of play.parties) {
    // oxlint-disable-next-line no-await-in-loop
    const details = id ? await findReservationDetails(staff(), id) : null
    if (!details) continue
    const kept = details.ledger.reduce((all, it) => all + it.amountCents, 0)
    expect(details.revenueCents, 'a reservation and its lines').toBe(kept)
    expect(details.refundable?.openCents).toBe(Math.max(0, kept))
  }
}

const playAll = async (steps: readonly Step[]): Promise<void> => {
  await emptyRun()
  const play: Play = {
    parties: Array.from({ length: PARTIES }, () => null),
    tills: { cash: 0, card: 0 },
    moves: 0,
  }
  // oxlint-disable-next-line no-await-in-loop -- one thing happens after the other
  for (const it of steps) await act(play, it)
  await comeToRest()
  await check(play)
}

/** Every run begins with an empty book and a provider of its own. */
async function emptyRun(): Promise<void> {
  await database.pool.query(`
    alter table ledger_lines disable trigger user;
    delete from ledger_lines; delete from disputes; delete from payment_exceptions; delete from refunds;
    delete from checkouts; delete from mails;
    alter table ledger_lines enable trigger user;
    delete from reservations; delete from reservation_tallies`)
  bookings = await startBookings(database, new Date())
}

test('in any order of events every screen is a recount of the lines, and the tills hold what the ledger says', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), playAll)
  await expect(fc.assert(property, { numRuns: RUNS })).resolves.toBeUndefined()
}, 300_000)
