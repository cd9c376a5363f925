import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { exportReservations, findReservationDetails } from '#features/reservation-management/list/service.ts'
import { summariseReservations } from '#features/reservation-management/list/summary/service.ts'
import { readMoneyByDate, readMoneyFigures } from '#features/payments/ledger/service.ts'
import { itemsCents } from '#features/payments/cover/rules.ts'
import { loadOverview } from '#features/dashboard/service.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { listOpenIssues } from '#features/payments/revenue/service.ts'
import { addDays, businessDate } from '#lib/venue-time.ts'
import { createStaff } from '../staff/sign-in.ts'
import { checkProperty, PROPERTY_RUNS } from '../support/check-property.ts'
import { cloneDatabase, type TestDatabase } from '../support/database.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { startBookings } from './bookings.ts'
import { findNight, type Night } from './booking-fixtures.ts'
import { act, runOutstandingJobs } from './money-actions.ts'
import { newPlay, type Play, staffOf } from './money-scenario.ts'
import { guestStep, type Step, step } from './money-steps.ts'

/*
 * Property test of the ledger. Guests pay by every method, staff correct and refund, banks decide disputes,
 * reservations are moved, cancelled and deleted, and webhooks are lost or repeated, in any order. Afterwards every
 * figure of every screen equals a recount of the ledger lines, and the lines equal the provider's, the cash drawer's
 * and the terminal's records.
 */

const GUEST_RUNS = Math.ceil(PROPERTY_RUNS / 5)

let database: TestDatabase
let night: Night
let actor: Actor
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  await deleteAllReservations()
  night = await findNight(database.db, new Date())
  actor = { id: await createStaff(database, 'property@venue.example'), name: 'Ama', role: 'manager' }
})

/** The list without a filter. */
const ANY = { search: '', type: null, status: null, eventId: null, date: null }

type Recount = { readonly date: string; readonly cents: number }
const recount = async (by: 'night' | 'moved_on'): Promise<Recount[]> =>
  (
    await database.pool.query<Recount>(
      `select ${by} as date, sum(amount_cents)::int as cents from ledger_lines where ${by} is not null group by 1 order by 1`,
    )
  ).rows

/** The revenue column of the downloaded CSV. */
async function downloadedCents(): Promise<number> {
  let text = ''
  const all = { search: '', type: null, status: null, eventId: null, date: null, sort: 'newest' } as const
  for await (const part of exportReservations(database, all, 'manager')) text += part
  const [head = '', ...lines] = text.trim().split('\r\n')
  const at = head.split(',').indexOf('Revenue')
  return lines.reduce((sum, it) => sum + Math.round(Number(it.split(',')[at]) * 100), 0)
}

async function check(play: Play): Promise<void> {
  const nights = await recount('night')
  const days = await recount('moved_on')
  const total = nights.reduce((sum, it) => sum + it.cents, 0)

  // Provider + cash drawer + terminal = ledger.
  const { paymentIntents, refunds, disputes } = await play.bookings.provider.control.readLedger()
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
  expect(play.surplus.paidCents, 'paid back after changes').toBeLessThanOrEqual(play.surplus.shownCents)

  // Each screen, for each night and each business day.
  const last = addDays(night.event.startsAt.toISOString().slice(0, 10), 20)
  const shown = await readMoneyByDate(staffOf(play), last)
  for (const { date, cents } of nights) {
    const it = shown.nights.find((row) => row.date === date)
    expect(it?.keptCents, `for the night of ${date}`).toBe(cents)
    expect((it?.thatDayCents ?? 0) + (it?.otherDaysCents ?? 0) + (it?.transferredCents ?? 0)).toBe(cents)
    const there = { ...staffOf(play), now: new Date(`${date}T23:00:00Z`) }
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
  const today = staffOf(play)
  const date = businessDate(today.now)
  const figures = await readMoneyFigures(today)
  const centsOn = (rows: readonly Recount[]) => rows.find((it) => it.date === date)?.cents ?? 0
  const { online, cash, card } = figures.moved
  expect(online + cash + card, 'the metrics of the day').toBe(centsOn(days))
  expect(figures.night.kept, 'the metrics of the night').toBe(centsOn(nights))

  const summary = await summariseReservations(staffOf(play), ANY)
  const { rows: split } = await database.pool.query<{ shown: number; deleted: number; ofEvent: number }>(
    `select coalesce(sum(amount_cents) filter (where deleted_at is null), 0)::int as shown,
       coalesce(sum(amount_cents) filter (where deleted_at is not null), 0)::int as deleted,
       coalesce(sum(amount_cents) filter (where deleted_at is null and event_id = $1), 0)::int as "ofEvent"
     from ledger_lines l join reservations r on r.id = l.reservation_id where l.cover_kind is null`,
    [night.event.id],
  )
  expect(summary).toMatchObject({
    revenueCents: split[0]?.shown,
    deletedRevenueCents: split[0]?.deleted,
  })
  expect(await summariseReservations(staffOf(play), { ...ANY, eventId: night.event.id })).toMatchObject({
    revenueCents: split[0]?.ofEvent,
  })
  expect(await downloadedCents(), 'the download').toBe(split[0]?.shown)

  for (const id of play.parties) {
    // oxlint-disable-next-line no-await-in-loop
    const details = id ? await findReservationDetails(staffOf(play), id) : null
    if (!details) continue
    const kept = details.ledger.reduce((all, it) => all + it.amountCents, 0)
    expect(details.revenueCents, 'a reservation and its lines').toBe(kept)
    expect(details.refundable?.openCents).toBe(Math.max(0, kept))
  }
  expect(
    shown.cover.reduce((all, it) => all + it.amountCents, 0),
    'cover by kind and method',
  ).toBe(shown.nights.reduce((all, it) => all + it.coverCents, 0))
  expect(
    shown.nights.reduce((all, it) => all + it.coverCents, 0),
    'cover of all acts',
  ).toBe(play.covers.reduce((all, { items }) => all + itemsCents(items), 0))
  await checkMoneyFollows()
  await checkAllAccounted(play)
}

/** All money of a reservation counts for the night that it is for now, wherever it was moved. */
async function checkMoneyFollows(): Promise<void> {
  const { rows } = await database.pool.query(
    `select r.id from ledger_lines l join reservations r on r.id = l.reservation_id
     where l.night <> r.business_date and l.cover_kind is null
     group by r.id, l.night having sum(l.amount_cents) <> 0 or sum(l.allowance_cents) <> 0`,
  )
  expect(rows, 'money of a night that its reservation has left').toEqual([])
}

/** Money of a cancelled reservation is refunded, retained, or listed as a payment issue: never unaccounted for. */
async function checkAllAccounted(play: Play): Promise<void> {
  const { rows } = await database.pool.query<{ id: string }>(
    `select r.id from reservations r where r.status = 'cancelled'
       and r.received_cents - r.refunded_cents - r.disputed_cents - r.kept_cents - r.credit_cents > 0
       and not exists (select from payment_exceptions x where x.reservation_id = r.id and x.resolved_at is null)`,
  )
  expect(rows.filter(({ id }) => !play.decided.has(id))).toEqual([])
  const issues = (await listOpenIssues(staffOf(play))).filter(({ kind }) => kind === 'paid_and_cancelled')
  for (const { reservation, refundableCents, venueRefundCents } of issues) {
    // oxlint-disable-next-line no-await-in-loop
    const { rows: left } = await database.pool.query<{ cents: number }>(
      `select greatest(0, sum(l.amount_cents) - max(r.kept_cents))::int as cents
       from ledger_lines l join reservations r on r.id = l.reservation_id
       where r.id = $1 and l.cover_kind is null`,
      [reservation?.id],
    )
    expect(refundableCents + venueRefundCents, 'the buttons of an issue').toBe(left[0]?.cents)
  }
}

/** Each run begins with an empty ledger and a provider of its own. */
async function deleteAllReservations(): Promise<void> {
  await database.pool.query(`
    alter table ledger_lines disable trigger user;
    delete from ledger_lines; delete from disputes; delete from payment_exceptions; delete from refunds;
    delete from checkouts; delete from email_queue;
    alter table ledger_lines enable trigger user;
    delete from freed_tables; delete from guest_changes; delete from reservations; delete from reservation_counters`)
}

/** Each payment of a guest pays for what they have, is kept, is their credit, or went back: never more than was paid, and one for a table. */
async function checkGuests(): Promise<void> {
  const { rows: payments } = await database.pool.query<{ paid: number; back: number }>(
    `select c.received_cents as paid, coalesce((select sum(f.amount_cents) from refunds f
       where f.checkout_id = c.id and f.status <> 'failed'), 0)::int as back
     from checkouts c where c.status = 'paid'`,
  )
  for (const { paid, back } of payments) expect(back, 'refunds of a payment').toBeLessThanOrEqual(paid)
  const { rows: twice } = await database.pool.query(
    `select c.reservation_id from checkouts c where c.status = 'paid' and c.guest_change_id is null
       and c.received_cents > coalesce((select sum(f.amount_cents) from refunds f
         where f.checkout_id = c.id and f.status <> 'failed'), 0)
     group by 1 having count(*) > 1`,
  )
  expect(twice, 'a table that was paid twice').toEqual([])
  const { rows } = await database.pool.query(
    `select r.id, r.status, r.received_cents, r.refunded_cents, r.kept_cents, r.credit_cents, r.total_price_cents
     from reservations r cross join lateral (
       select r.received_cents - r.refunded_cents - r.disputed_cents - r.kept_cents - case r.status when 'cancelled' then 0
         else greatest(0, r.total_price_cents - r.allowance_cents) end as beyond) it
     where r.status <> 'cancelled' and (r.credit_cents > greatest(0, it.beyond) or it.beyond > r.credit_cents)
       or r.kept_cents > r.received_cents - r.refunded_cents or r.price_refunded_cents > r.refunded_cents`,
  )
  expect(rows, 'money without a purpose').toEqual([])
}

const playAll = async (steps: readonly Step[]): Promise<Play> => {
  await deleteAllReservations()
  const bookings = await startBookings(database, new Date())
  const play = newPlay({ database, bookings, night, actor })
  // oxlint-disable-next-line no-await-in-loop -- one thing happens after the other
  for (const it of steps) await act(play, it)
  await runOutstandingJobs(play)
  await check(play)
  return play
}

test('in any order of events, every screen is a recount of the ledger lines, and cash drawer and terminal agree', async () => {
  const property = fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 30 }), async (steps) => {
    await playAll(steps)
  })
  await expect(checkProperty(property)).resolves.toBeUndefined()
}, 300_000)

test('in any order of what guests change, cancel, share out and buy again, the ledger balances and nothing is paid twice', async () => {
  const settings = { changeNoticeHours: 0, moveFeeCents: 2500, creditOnMove: true, refundResoldTables: true }
  const paid = [0, 1].map(
    (party) => ({ act: 'pay_online', party, cents: 1, method: 'cash', times: 1 }) as const,
  )
  const steps = fc.array(guestStep, { minLength: 5, maxLength: 20 })
  const property = fc.asyncProperty(steps, async (chosen) => {
    await database.db.updateTable('venue').set(settings).execute()
    await playAll([...paid, ...chosen])
    await checkGuests()
  })
  await expect(checkProperty(property, GUEST_RUNS)).resolves.toBeUndefined()
}, 300_000)

test('a night with every kind of movement shows one figure on every screen', async () => {
  const at = { party: 0, cents: 4000, method: 'cash', times: 2 } as const
  const atVenue = { ...at, party: 1 }
  const dinner = { ...at, party: 2 }
  await playAll([
    { ...at, act: 'pay_online' },
    { ...at, act: 'refund_online' },
    { ...at, act: 'hear' },
    { ...at, act: 'refund_bounces' },
    { ...at, act: 'refund_in_dashboard' },
    { ...at, act: 'hear' },
    { ...at, act: 'dispute' },
    { ...at, act: 'hear' },
    { ...at, act: 'dispute_won' },
    { ...at, act: 'no_show' },
    { ...atVenue, act: 'pay_venue' },
    { ...atVenue, act: 'correct', cents: 5000, method: 'card' },
    { ...atVenue, act: 'give_back', cents: 1500, method: 'card' },
    { ...atVenue, act: 'pay_venue', cents: 7000 },
    { ...atVenue, act: 'allow', cents: 1000 },
    { ...atVenue, act: 'cover' },
    { ...atVenue, act: 'cover', method: 'card' },
    { ...atVenue, act: 'cover_undone' },
    { ...atVenue, act: 'move_night' },
    { ...atVenue, act: 'cancel_keep' },
    { ...atVenue, act: 'delete' },
    { ...dinner, act: 'pay_venue' },
    { ...dinner, act: 'move_night' },
    { ...dinner, act: 'night_begins' },
    { ...dinner, act: 'cancel_refund' },
    { ...dinner, act: 'finish' },
    { ...dinner, act: 'night_ends' },
    { ...dinner, act: 'give_back', cents: 1000 },
  ])
  const { rows } = await database.pool.query<{ kind: string }>(
    'select distinct kind from ledger_lines order by 1',
  )
  expect(rows.map((it) => it.kind)).toEqual([
    'cover',
    'cover_reversed',
    'discount',
    'dispute_lost',
    'dispute_won',
    'payment',
    'payment_reversed',
    'refund',
    'refund_reversed',
    'transfer',
  ])
})
