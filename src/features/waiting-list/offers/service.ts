import { acceptDinnerOffer, holdDinner } from '#features/dining/service.ts'
import { lockServiceDay } from '#features/reservations/service-day/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { enqueueText } from '#features/emails/text-messages/service.ts'
import { releaseHold } from '#features/holds/booking/service.ts'
import { holdForOffer } from '#features/holds/service.ts'
import { listOfferableTables, type OfferableTable } from '#features/holds/table-blocks/service.ts'
import type { CheckoutDeps } from '#platform/payments-gateways/checkout-deps.ts'
import { keepNightOpen } from '#features/venue/closings/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import { loadVenue } from '#features/venue/service.ts'
import { followNights } from '#features/waiting-list/night-changes/service.ts'
import { isOfferDeferred, nextMatch, offerUntil } from '#features/waiting-list/rules.ts'
import type { NightFacts, WaitingParty } from '#features/waiting-list/schema.ts'
import {
  hasUndoableDinner,
  isMailHeldUp,
  listOpenLines,
  listPartiesToOffer,
  lockNightLine,
} from '#features/waiting-list/lines/service.ts'
import { changeStatus, findEntry, listUnnotifiedLapses } from '#features/waiting-list/service.ts'
import { addHours, businessDate, type CalendarDate, wallClock } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'

type Deps = { readonly db: Db; readonly now: Date }
type VenueDeps = Deps & { readonly venue: Venue }

/** Name of the job that a trigger of the database enqueues when a table is freed for which a party may be waiting. */
export const OFFER_TABLES = 'offer_tables'

export type OfferedNight = Pick<NightFacts, 'id' | 'date'>

/**
 * Offers every table of a night that is free to the first party in line that fits it. One offer a transaction, so that guests
 * who book wait for one only. In the quiet hours none is made, and none while no email leaves: the tables are kept for the line.
 * Returns the number of offers.
 */
export async function offerNightTables({ db, now }: Deps, night: OfferedNight): Promise<number> {
  let offers = 0
  if (isOfferDeferred(night.date, now) || (await isMailHeldUp(db, now))) return offers
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- the next offer depends on the last
    const made = await inTransaction(db, (tx) => offerNextTable({ db: tx, now }, night))
    if (!made) return offers
    offers += 1
  }
}

/** Makes the next offer of a night; false where no party in line fits a free table. */
async function offerNextTable({ db, now }: Deps, night: OfferedNight): Promise<boolean> {
  await lockNightLine(db, night.id)
  const parties = await listPartiesToOffer(db, { eventId: night.id }, now)
  // A party whose removal staff can still undo keeps its turn, and gets no offer: the job runs again when that is over.
  if (parties.length === 0 || parties.some(({ removalAt }) => removalAt !== null)) return false
  let tables = (await listOfferableTables(db, night.id, now)).filter(({ isForSale }) => isForSale)
  for (;;) {
    const match = nextMatch(parties, tables)
    if (!match) return false
    const { party, table } = match
    // oxlint-disable-next-line no-await-in-loop -- the next table is tried only where this one was taken meanwhile
    if (await offerTable({ db, now }, { night, party, table })) return true
    tables = tables.filter(({ id }) => id !== table.id)
  }
}

/** `leavesAt`: when the email leaves, from which the time of the offer counts; now where it is not given. */
type Leaving = { readonly leavesAt?: Date }

type TableMatch = Leaving & {
  readonly night: OfferedNight
  readonly party: WaitingParty
  readonly table: OfferableTable
}

/** Holds a table for a party and enqueues the email; false where the table was taken, or its night closed, meanwhile. */
export async function offerTable(
  deps: Deps,
  { night, party, table, leavesAt = deps.now }: TableMatch,
): Promise<boolean> {
  if (!(await keepNightOpen(deps.db, night.date))) return false
  const { id: waitingEntryId, guestName, guestEmail, guestPhone, guestCount } = party
  const guest = { guestName, guestEmail, guestPhone, guestCount }
  const hold = await holdForOffer(deps, {
    ...guest,
    browser: party.joinerBrowser,
    address: party.joinerAddress,
    network: party.joinerNetwork,
    waitingEntryId,
    eventId: night.id,
    tableId: table.id,
    shownTotalCents: table.priceCents,
    heldUntil: offerUntil(leavesAt, { date: night.date, offerMinutes: (await loadVenue(deps)).offerMinutes }),
  })
  if (!hold) return false
  await notifyOfOffer(deps.db, waitingEntryId, { dedupeKey: hold.reservationId, notBefore: leavesAt })
  return true
}

/**
 * Offers the free dinner times of a date to the parties that wait for them. The caller has locked the service day. A guest who
 * books at night sets this off as well, because a dinner is kept for the line only by its offer; such offers last until the
 * morning. Returns the number of offers.
 */
export async function offerDinners({ db, now }: Deps, date: CalendarDate): Promise<number> {
  const waiting = await listPartiesToOffer(db, { dinnersOf: date }, now)
  const parties = waiting.filter(({ removalAt }) => removalAt === null)
  if (parties.length === 0) return 0
  const deps = { db, now, venue: await loadVenue({ db }) }
  // Each offer takes tables and covers, so what was full for a party is full for the next one of its size.
  const full = new Set<string>()
  let offers = 0
  for (const { dinnerAt, ...party } of parties) {
    const asked = `${dinnerAt?.getTime()} ${party.guestCount}`
    if (!dinnerAt || full.has(asked)) continue
    // oxlint-disable-next-line no-await-in-loop -- in the order of joining, on one connection
    if (await holdForParty(deps, party, { dinnerAt })) offers += 1
    else full.add(asked)
  }
  return offers
}

/** Holds a dinner for a party and enqueues the email; false where nothing is free for it. */
export const offerDinner = async (
  { db, now }: Deps,
  party: WaitingParty,
  offer: DinnerOffer,
): Promise<boolean> => holdForParty({ db, now, venue: await loadVenue({ db }) }, party, offer)

type DinnerOffer = Leaving & { readonly dinnerAt: Date }

async function holdForParty(
  deps: VenueDeps,
  party: WaitingParty,
  { dinnerAt, leavesAt = deps.now }: DinnerOffer,
): Promise<boolean> {
  const { db, venue } = deps
  const { id: waitingEntryId, guestName, guestEmail, guestPhone, guestCount } = party
  const { date, time } = wallClock(dinnerAt)
  if (!(await keepNightOpen(db, businessDate(dinnerAt)))) return false
  const heldUntil = offerUntil(leavesAt, { date, offerMinutes: venue.offerMinutes })
  const reservationId = await holdDinner(deps, {
    date,
    time,
    guestName,
    guestEmail,
    guestPhone,
    guests: guestCount,
    offer: { waitingEntryId, heldUntil },
  })
  if (reservationId === null) return false
  await notifyOfOffer(db, waitingEntryId, { dedupeKey: reservationId, notBefore: leavesAt })
  return true
}

/** Tells a party about its offer by email, and by text where it agreed to that. */
async function notifyOfOffer(
  db: Db,
  waitingEntryId: string,
  when: { readonly dedupeKey: string; readonly notBefore: Date },
): Promise<void> {
  await enqueueEmail(db, waitingEntryId, { kind: 'waiting_offer', ...when })
  await enqueueText(db, waitingEntryId, { kind: 'waiting_offer', ...when })
}

/**
 * The same for a date whose service day is not locked yet, outside the quiet hours and while emails leave. Waits while staff can undo a
 * change that may have freed a table, or a removal from a line; the job of the next half minute makes the offer.
 */
export async function offerDinnersOf({ db, now }: Deps, date: CalendarDate): Promise<void> {
  if (isOfferDeferred(date, now) || (await isMailHeldUp(db, now))) return
  await inTransaction(db, async (tx) => {
    await lockServiceDay(tx, date)
    if (await hasUndoableDinner(tx, date, now)) return
    await offerDinners({ db: tx, now }, date)
  })
}

const LAPSES_OF_HOURS = 24

/**
 * Makes every offer that can be made, and writes to the guests whose offers lapsed, or whose nights were called off or moved. Runs
 * as a job.
 */
export async function offerFreeTables({ db, now }: Deps): Promise<number> {
  await followNights({ db, now })
  const { nights, dates } = await listOpenLines(db, now)
  let offers = 0
  // oxlint-disable no-await-in-loop -- one line after the other: offers must not fill the connection pool
  for (const night of nights) offers += await offerNightTables({ db, now }, night)
  for (const date of dates) await offerDinnersOf({ db, now }, date)
  for (const id of await listUnnotifiedLapses(db, addHours(now, -LAPSES_OF_HOURS)))
    await enqueueEmail(db, id, 'waiting_lapsed')
  // oxlint-enable no-await-in-loop
  return offers
}

/** Accepts the offer of a dinner. The table of a night is accepted by its payment. */
export async function acceptDinner(deps: Deps, entryId: string): Promise<'accepted' | 'ended'> {
  const entry = await findEntry(deps.db, entryId)
  if (!entry?.offer || entry.night) return 'ended'
  return acceptDinnerOffer(deps, entry.offer.reservationId)
}

/**
 * Takes a party out of line, by its guest. An open offer is declined: its table goes to the next party. Returns `paid` where a
 * payment was made a moment earlier, so that the table is the guest's. Throws `PaymentUnavailable` as `releaseHold` does.
 */
export async function leaveLine(
  deps: CheckoutDeps,
  entryId: string,
): Promise<'left' | 'declined' | 'paid' | 'over'> {
  if (await changeStatus(deps.db, entryId, { from: 'waiting', to: 'left' })) return 'left'
  const entry = await findEntry(deps.db, entryId)
  if (entry?.status !== 'offered' || !entry.offer) return 'over'
  const released = await releaseHold(deps, entry.offer.reservationId, 'guest')
  return released === 'released' ? 'declined' : 'paid'
}
