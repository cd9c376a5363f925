import { acceptDinnerOffer, holdDinner, lockServiceDay } from '#features/dining/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { enqueueText } from '#features/emails/text-messages/service.ts'
import { releaseHold } from '#features/holds/booking/service.ts'
import { holdForOffer } from '#features/holds/service.ts'
import { listOfferableTables, type OfferableTable } from '#features/holds/table-blocks/service.ts'
import type { CheckoutDeps } from '#features/payments/sessions/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import { loadVenue } from '#features/venue/service.ts'
import { nextMatch, offerUntil } from '#features/waiting-list/rules.ts'
import type { WaitingParty } from '#features/waiting-list/schema.ts'
import {
  changeStatus,
  findEntry,
  hasUndoableDinner,
  listOpenLines,
  listUnnotifiedLapses,
  listWaitingParties,
  lockNightLine,
} from '#features/waiting-list/service.ts'
import { addHours, type CalendarDate, wallClock } from '#lib/venue-time.ts'
import { type Db, retryDeadlocks } from '#platform/db/db.ts'

type Deps = { readonly db: Db; readonly now: Date }
type VenueDeps = Deps & { readonly venue: Venue }

/** Name of the job that a trigger of the database enqueues when a table is freed for which a party may be waiting. */
export const OFFER_TABLES = 'offer_tables'

/**
 * Offers every table of a night that is free to the first party in line that fits it. One offer a transaction, so that guests
 * who book wait for one only. Returns the number of offers.
 */
export async function offerNightTables({ db, now }: Deps, eventId: string): Promise<number> {
  let offers = 0
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- the next offer depends on the last
    const made = await retryDeadlocks(() =>
      db.transaction().execute((tx) => offerNextTable({ db: tx, now }, eventId)),
    )
    if (!made) return offers
    offers += 1
  }
}

/** Makes the next offer of a night; false where no party in line fits a free table. */
async function offerNextTable({ db, now }: Deps, eventId: string): Promise<boolean> {
  await lockNightLine(db, eventId)
  const parties = await listWaitingParties(db, { eventId })
  if (parties.length === 0) return false
  let tables = (await listOfferableTables(db, eventId, now)).filter(({ isForSale }) => isForSale)
  for (;;) {
    const match = nextMatch(parties, tables)
    if (!match) return false
    const { party, table } = match
    // oxlint-disable-next-line no-await-in-loop -- the next table is tried only where this one was taken meanwhile
    if (await offerTable({ db, now }, { eventId, party, table })) return true
    tables = tables.filter(({ id }) => id !== table.id)
  }
}

type TableMatch = { readonly eventId: string; readonly party: WaitingParty; readonly table: OfferableTable }

/** Holds a table for a party and enqueues the email; false where the table was taken meanwhile. */
export async function offerTable(deps: Deps, { eventId, party, table }: TableMatch): Promise<boolean> {
  const { id: waitingEntryId, guestName, guestEmail, guestPhone, guestCount } = party
  const guest = { guestName, guestEmail, guestPhone, guestCount }
  const hold = await holdForOffer(deps, {
    ...guest,
    waitingEntryId,
    eventId,
    tableId: table.id,
    shownTotalCents: table.priceCents,
  })
  if (!hold) return false
  await notifyOfOffer(deps.db, waitingEntryId, hold.reservationId)
  return true
}

/** Offers the free dinner times of a date to the parties that wait for them. The caller has locked the service day. */
export async function offerDinners({ db, now }: Deps, date: CalendarDate): Promise<void> {
  const parties = await listWaitingParties(db, { dinnersOf: date })
  if (parties.length === 0) return
  const deps = { db, now, venue: await loadVenue({ db }) }
  // Each offer takes tables and covers, so what was full for a party is full for the next one of its size.
  const full = new Set<string>()
  for (const { dinnerAt, ...party } of parties) {
    const asked = `${dinnerAt?.getTime()} ${party.guestCount}`
    if (!dinnerAt || full.has(asked)) continue
    // oxlint-disable-next-line no-await-in-loop -- in the order of joining, on one connection
    if (!(await holdForParty(deps, party, dinnerAt))) full.add(asked)
  }
}

/** Holds a dinner for a party and enqueues the email; false where nothing is free for it. */
export const offerDinner = async ({ db, now }: Deps, party: WaitingParty, dinnerAt: Date): Promise<boolean> =>
  holdForParty({ db, now, venue: await loadVenue({ db }) }, party, dinnerAt)

async function holdForParty(deps: VenueDeps, party: WaitingParty, dinnerAt: Date): Promise<boolean> {
  const { db, now, venue } = deps
  const { id: waitingEntryId, guestName, guestEmail, guestPhone, guestCount } = party
  const heldUntil = offerUntil(now, venue)
  const reservationId = await holdDinner(deps, {
    ...wallClock(dinnerAt),
    guestName,
    guestEmail,
    guestPhone,
    guests: guestCount,
    offer: { waitingEntryId, heldUntil },
  })
  if (reservationId === null) return false
  await notifyOfOffer(db, waitingEntryId, reservationId)
  return true
}

/** Tells a party about its offer by email, and by text where it agreed to that. */
async function notifyOfOffer(db: Db, waitingEntryId: string, dedupeKey: string): Promise<void> {
  await enqueueEmail(db, waitingEntryId, { kind: 'waiting_offer', dedupeKey })
  await enqueueText(db, waitingEntryId, { kind: 'waiting_offer', dedupeKey })
}

/**
 * The same for a date whose service day is not locked yet. Waits while staff can undo a change that may have freed a table;
 * the job of the next half minute makes the offer.
 */
export const offerDinnersOf = ({ db, now }: Deps, date: CalendarDate): Promise<void> =>
  retryDeadlocks(() =>
    db.transaction().execute(async (tx) => {
      await lockServiceDay(tx, date)
      if (await hasUndoableDinner(tx, date, now)) return
      await offerDinners({ db: tx, now }, date)
    }),
  )

const LAPSES_OF_HOURS = 24

/** Makes every offer that can be made, and writes to the guests whose offers lapsed. Runs as a job. */
export async function offerFreeTables({ db, now }: Deps): Promise<number> {
  const { nights, dates } = await listOpenLines(db, now)
  let offers = 0
  // oxlint-disable no-await-in-loop -- one line after the other: offers must not fill the connection pool
  for (const eventId of nights) offers += await offerNightTables({ db, now }, eventId)
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
