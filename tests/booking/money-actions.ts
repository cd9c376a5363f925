import { randomUUID } from 'node:crypto'
import { settleCheckout } from '#features/payments/checkouts/service.ts'
import { readLedger } from '#features/payments/ledger/service.ts'
import { correctLine } from '#features/payments/at-venue/corrections/service.ts'
import { refundAtVenue, grantAllowance, recordVenuePayment } from '#features/payments/at-venue/service.ts'
import { recordDispute, syncDisputes } from '#features/payments/service.ts'
import { findMissedRefunds, issueRefund, syncRefunds } from '#features/payments/refunds/issuing/service.ts'
import { requestPartRefund } from '#features/payments/refunds/service.ts'
import { itemsCents } from '#features/payments/cover/rules.ts'
import type { CoverAct, CoverTakenAct } from '#features/reservation-management/arrivals/cover/schema.ts'
import { recordCover } from '#features/reservation-management/tonight/cover-acts/service.ts'
import { addHours, businessDate, momentAt } from '#lib/venue-time.ts'
import { askFor, tableOf } from './booking-fixtures.ts'
import { actAsGuest, isGuestStep } from './money-guest-acts.ts'
import { DINNER, type Play, staffOf } from './money-scenario.ts'
import { actAsStaff, dinnerDateAfter, finish, isOver, isStaffStep, today } from './money-staff-acts.ts'
import type { Step } from './money-steps.ts'

const repeat = async (times: number, work: () => Promise<unknown>): Promise<void> => {
  for (let i = 0; i < times; i += 1)
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await work()
}
const orNot = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined)

async function reserve({ database, night, ...play }: Play, party: number): Promise<string> {
  const known = play.parties[party]
  if (known) return known
  const date = dinnerDateAfter(today({ ...play, database, night }))
  const { rows } =
    party === DINNER
      ? await database.pool.query<{ id: string }>(
          `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
             guest_count, status, total_price_cents)
           values ('dining', $1, $2, $2::timestamptz + interval '2 hours', 'Party', 'party@example.com', 2, 'confirmed', 50000)
           returning id`,
          [date, momentAt(date, '18:00')],
        )
      : await database.pool.query<{ id: string }>(
          `insert into reservations (event_id, reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
             guest_count, status, total_price_cents)
           select id, 'nightlife', date, starts_at, ends_at, 'Party', 'party@example.com', 2, 'confirmed', 50000
           from events where id = $1 returning id`,
          [night.event.id],
        )
  const id = rows[0]?.id ?? ''
  play.parties[party] = id
  return id
}

const intentsOf = async ({ database }: Play, id: string): Promise<string[]> =>
  (
    await database.db
      .selectFrom('checkouts')
      .where('reservationId', '=', id)
      .where('paymentIntentId', 'is not', null)
      .select('paymentIntentId')
      .execute()
  ).flatMap((it) => it.paymentIntentId ?? [])

async function disputesOf(play: Play, id: string) {
  const intents = await intentsOf(play, id)
  const { disputes } = await play.bookings.provider.control.readLedger()
  return disputes.filter((it) => intents.some((intent) => intent === it.payment_intent))
}

/** Delivers every webhook that the provider could send about a reservation, `times` times each. */
async function deliverWebhooks(play: Play, id: string, times: number): Promise<void> {
  const { bookings } = play
  for (const intent of await intentsOf(play, id))
    // oxlint-disable-next-line no-await-in-loop
    await repeat(times, () => syncRefunds(bookings.deps(), intent))
  for (const { id: dispute } of await disputesOf(play, id))
    // oxlint-disable-next-line no-await-in-loop
    await repeat(times, () => recordDispute(bookings.deps(), dispute))
}

const drawer = (play: Play, method: 'cash' | 'card', cents: number): void => {
  play.tills[method] += cents
}

// oxlint-disable-next-line complexity -- one case for each thing that can happen
export async function act(play: Play, { act: what, party, cents, method, times }: Step): Promise<void> {
  const { database, bookings, night, actor } = play
  const staff = () => staffOf(play)
  const { control } = bookings.provider
  if (what === 'night_begins' || what === 'night_ends') return passTime(play, what)
  if (what === 'cover' || what === 'cover_undone')
    return actOnCover(play, { act: what, party, cents, method, times })
  if (what === 'pay_online' && party !== DINNER) {
    if (play.parties[party] || bookings.clock.now >= night.event.startsAt) return
    const begun = await bookings.begin(night, askFor(night, { table: tableOf(night, party) }))
    play.parties[party] = begun.id
    await control.pay({ session: begun.sessionId, outcome: 'approve' })
    return repeat(times, () => settleCheckout(bookings.deps(), begun.sessionId))
  }
  if (isOver(play) && !play.parties[party]) return
  const id = await reserve(play, party)
  if (isStaffStep(what)) return void (await actAsStaff(play, what, id))
  if (isGuestStep(what)) return void (await actAsGuest(play, what, { id, times, cents }))
  const [intent] = await intentsOf(play, id)
  switch (what) {
    case 'pay_online':
      // Dinners are not paid online.
      return
    case 'pay_venue': {
      const form = { key: randomUUID(), amount: cents, method, note: '' }
      const done = await recordVenuePayment(staff(), id, form)
      await repeat(times - 1, () => recordVenuePayment(staff(), id, form))
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
      play.decided.add(id)
      drawer(play, line.method, -line.amountCents)
      if (instead) drawer(play, method, cents)
      return
    }
    case 'give_back': {
      const form = { key: randomUUID(), amount: cents, method, reason: 'the band was late' }
      const done = await refundAtVenue(staff(), id, form)
      await repeat(times - 1, () => refundAtVenue(staff(), id, form))
      if (done.ok) drawer(play, method, -cents)
      return
    }
    case 'refund_online':
      await requestPartRefund(database.db, id, {
        amountCents: smallPart(cents),
        note: 'asked',
        requestedBy: actor.id,
      })
      return times > 1 ? repeat(times, () => issueRefunds(play)) : undefined
    case 'refund_in_dashboard':
      return void (
        intent && (await orNot(control.refund({ paymentIntent: intent, amount: smallPart(cents) })))
      )
    case 'refund_bounces': {
      const { refunds } = await control.readLedger()
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
    case 'dispute': {
      if (!intent || (await disputesOf(play, id)).length > 0) return
      play.decided.add(id)
      await orNot(control.dispute({ paymentIntent: intent }))
      const [dispute] = await disputesOf(play, id)
      // Most disputes are lost in the end.
      if (dispute && times > 1) await control.closeDispute({ dispute: dispute.id, outcome: 'lost' })
      return
    }
    case 'dispute_lost':
    case 'dispute_won': {
      const [dispute] = await disputesOf(play, id)
      const outcome = what === 'dispute_lost' ? 'lost' : 'won'
      return void (dispute && (await orNot(control.closeDispute({ dispute: dispute.id, outcome }))))
    }
    case 'hear':
      return deliverWebhooks(play, id, times)
  }
}

const MOST_EACH_CENTS = 5000

/** Takes cover of a party or of walk-ins, or takes the last one back, and sends each act as often as a bad network does. */
async function actOnCover(play: Play, { act: what, party, cents, method, times }: Step): Promise<void> {
  const now = play.bookings.clock.now
  const send = async (covered: CoverAct): Promise<void> =>
    repeat(times, () =>
      recordCover(staffOf(play), { sentAt: now.toISOString(), deviceName: 'iPhone', acts: [covered] }),
    )
  const common = { id: randomUUID(), at: now.toISOString() }
  if (what === 'cover_undone') {
    const undone = play.covers.pop()
    if (!undone) return
    await send({ ...common, kind: 'cover_undone', undoesId: undone.id })
    return drawer(play, undone.method ?? 'cash', -itemsCents(undone.items))
  }
  const reservationId = play.parties[party]
  const covered: CoverTakenAct = {
    ...common,
    ...(reservationId ? { reservationId } : {}),
    kind: 'cover',
    night: businessDate(now),
    method,
    items: [
      { kind: 'full', guests: times, eachCents: 50 + (cents % MOST_EACH_CENTS) },
      { kind: 'comp', guests: 1, eachCents: 2500 },
    ],
  }
  await send(covered)
  play.covers.push(covered)
  drawer(play, method, itemsCents(covered.items))
}

/** Moves the clock to the night, or to the afternoon after it, which is another business day. */
function passTime({ bookings, night }: Play, what: 'night_begins' | 'night_ends'): void {
  const { startsAt, endsAt } = night.event
  const to = what === 'night_begins' ? addHours(startsAt, 1) : addHours(endsAt, 12)
  if (bookings.clock.now < to) bookings.clock.now = to
}

const MANY_PARTS = 8000
/** A part small enough that several refunds of one payment are possible. */
const smallPart = (cents: number): number => 1 + (cents % MANY_PARTS)

/** Issues every outstanding refund at the provider, as the job does. */
async function issueRefunds({ database, bookings }: Play): Promise<void> {
  const open = await database.db
    .selectFrom('refunds')
    .where('status', 'in', ['requested', 'pending'])
    .select('id')
    .execute()
  for (const { id } of open)
    // oxlint-disable-next-line no-await-in-loop
    await issueRefund(bookings.deps(), id)
}

/** Runs all follow-up jobs: effects of staff actions, outstanding refunds, and reconciliation of lost webhooks. */
export async function runOutstandingJobs(play: Play): Promise<void> {
  const { database, bookings } = play
  // oxlint-disable-next-line no-await-in-loop -- one after the other
  for (const id of play.parties) if (id) await finish(play, id)
  for (let round = 0; round < 2; round += 1) {
    // oxlint-disable-next-line no-await-in-loop
    await issueRefunds(play)
    await findMissedRefunds(bookings.deps())
    const intents = await database.db.selectFrom('checkouts').select('paymentIntentId').execute()
    for (const { paymentIntentId } of intents)
      // oxlint-disable-next-line no-await-in-loop
      if (paymentIntentId) await syncRefunds(bookings.deps(), paymentIntentId)
    await syncDisputes(bookings.deps())
  }
}
