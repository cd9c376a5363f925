import { randomUUID } from 'node:crypto'
import { bookTable, releaseHold } from '#features/holds/booking/service.ts'
import type { HoldRequest, GuestIdentity } from '#features/holds/schema.ts'
import { findHoldRefusal, type PlacedHold, type Refused } from '#features/holds/service.ts'
import type { CheckoutDeps } from '#platform/payments-gateways/checkout-deps.ts'
import { isSameHolder } from '#features/reservations/evening/service.ts'
import { no, type Result } from '#lib/result.ts'
import { wallClock } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { keepLine, keepState, staysForNight } from './rules.ts'
import type { KeepForm, KeepOffer } from './schema.ts'
import { findKeepFacts, type KeepFacts, listOutdatedKeeps } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** The request by which a dinner guest holds the dinner's table for the night. */
const requestOf = (facts: KeepFacts, key: string): HoldRequest => ({
  eventId: facts.eventId,
  tableId: facts.tableId,
  guestName: facts.guestName,
  guestEmail: facts.guestEmail,
  guestPhone: facts.guestPhone,
  guestCount: facts.guestCount,
  specialRequests: '',
  birthdayPackage: false,
  screenDisplay: false,
  key,
  shownTotalCents: facts.priceCents,
})

/** Whether the night that keeps the table is of the dinner's guests: staff may have handed it over to others. True without one. */
const isNightTheirs = async (db: Db, dinnerId: string, { nightId }: KeepFacts): Promise<boolean> =>
  nightId === null || isSameHolder({ db }, dinnerId, nightId)

/** Identity for a reading without a browser, such as an email: no hold belongs to it. */
const NO_BROWSER = { browser: '', address: '', network: null }

/**
 * The night that follows a dinner, if its guest can be told something about the table: that it can be kept, or is kept, or was
 * sold. It is open exactly where a hold by this guest would succeed now.
 */
export async function findKeepOffer(
  { db, now }: Deps,
  dinnerId: string,
  guest: GuestIdentity = NO_BROWSER,
): Promise<KeepOffer | null> {
  const facts = await findKeepFacts(db, dinnerId, now)
  // A guest who has a table for the night would buy a second one, or read that theirs is sold.
  // One who gave a table up without a refund would be asked to pay for that night once more.
  if (!facts || (facts.nightId === null && (facts.hasOtherNight || facts.isGivenUp))) return null
  const { nightId, isAtDinnerTable, isTakenBetween, holdKey } = facts
  const key = holdKey ?? randomUUID()
  const refusal = nightId === null ? await findHoldRefusal({ db, now }, requestOf(facts, key), guest) : null
  const isTheirs = await isNightTheirs(db, dinnerId, facts)
  const state = keepState({ nightId, isTheirs, isAtDinnerTable, isPaid: holdKey === null, refusal })
  if (state === null) return null
  const { eventId, slug, title, date, startTime, endTime, price } = facts
  const { tableId, tableNumber, location, maxGuests, priceCents, minimumSpendCents, guestCount } = facts
  return {
    state,
    event: { id: eventId, slug, title, date, startTime, endTime, price },
    table: { id: tableId, tableNumber, location, maxGuests },
    priceCents,
    minimumSpendCents,
    awayFrom: facts.isKeptBetween ? null : wallClock(facts.dinnerEndsAt).time,
    isTakenBetween,
    guestCount,
    key,
    nightId: isTheirs ? nightId : null,
  }
}

/** The night at the table of a dinner, for the emails about the dinner. */
export async function findStay(
  deps: Deps,
  dinnerId: string,
): Promise<{ readonly line: string | null; readonly isForNight: boolean }> {
  const offer = await findKeepOffer(deps, dinnerId)
  return { line: keepLine(offer), isForNight: staysForNight(offer) }
}

/** `changed`: the dinner has another table or another night follows it than the guest saw. */
type KeepRefusal = Refused | 'payment_unavailable' | 'changed' | 'already_kept'

/**
 * Holds the dinner's table for the night while its guest pays, by the same function as a booking from the seating chart: the
 * constraint `one_party_per_table` decides, and the idempotency key makes a repeat the same hold.
 */
export async function keepTable(
  deps: CheckoutDeps,
  dinnerId: string,
  { form, guest }: { readonly form: KeepForm; readonly guest: GuestIdentity },
): Promise<Result<PlacedHold, KeepRefusal>> {
  const facts = await findKeepFacts(deps.db, dinnerId, deps.now)
  if (!facts || !(await isNightTheirs(deps.db, dinnerId, facts))) return no('changed')
  if (facts.nightId === null && facts.isGivenUp) return no('changed')
  if (facts.nightId === null ? facts.hasOtherNight : facts.holdKey === null) return no('already_kept')
  if (facts.eventId !== form.eventId || facts.tableId !== form.tableId) return no('changed')
  const request = requestOf(facts, facts.holdKey ?? form.key)
  return bookTable(deps, { ...request, shownTotalCents: form.shownCents, dinnerId }, guest)
}

/**
 * Releases what guests hold for the night and have not paid, after their dinner got another table or date: they would pay for a
 * table at which they do not dine. A payment that was made a moment earlier counts. Returns whether a table was released. Throws
 * `PaymentUnavailable` as `releaseHold` does; the hold lapses by itself then.
 */
export async function releaseOutdatedKeep(deps: CheckoutDeps, dinnerId: string): Promise<boolean> {
  let isReleased = false
  for (const id of await listOutdatedKeeps(deps.db, dinnerId))
    // oxlint-disable-next-line no-await-in-loop -- a dinner has one such hold, rarely two
    if ((await releaseHold(deps, id, 'guest')) === 'released') isReleased = true
  return isReleased
}
