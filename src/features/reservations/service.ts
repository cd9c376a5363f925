import { listPackageContents } from '#features/reservations/package-contents/service.ts'
import { addressLine } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { countText } from '#lib/text/count.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import { makeCalendarFile } from '#platform/mail/calendar.ts'
import { type Db, retryDeadlocks, tryUnlessConflict } from '#platform/db/db.ts'
import { affectsReservation } from '#platform/observability/request-context.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { calendarText } from './evening/rules.ts'
import type { EveningLink } from './evening/schema.ts'
import { tableNumbersOf } from './rules.ts'
import type { NightReservation } from './schema.ts'
import {
  findNightReservation,
  matchGuests,
  selectReservationForUpdate,
  type ReservationFacts,
  writeConfirmed,
  type Seats,
  writeReseated,
} from './store.ts'

export {
  cancelReservation,
  confirmFreeReservation,
  findMergeOf,
  findSpecialRequests,
  isGuestBlocked,
  isTableInUse,
  keepTablesInUse,
  listPriceLines,
  listReservationsOfPerson,
  setGuestContact,
  setGuestEmail,
  setPaymentStatus,
} from './store.ts'
export type { ReservationFacts }

type Deps = { readonly db: Db }

/** A nightlife reservation with event, table, lines and packages. A soft-deleted one reads as cancelled by staff. */
export async function findReservation({ db }: Deps, id: string): Promise<NightReservation | null> {
  const night = await findNightReservation(db, id)
  return night && { ...night, packages: await listPackageContents(db, id) }
}

/**
 * Locks a reservation and its table until the caller's transaction ends and returns the facts that decisions about its
 * status and payment need. Every such decision reads through this lock: facts read earlier may have changed. Lock order
 * of all transactions: table, reservation, payment issue, checkout, refund or dispute; several rows of a kind by id.
 */
export const lockReservation = (db: Db, id: string): Promise<ReservationFacts | undefined> => {
  affectsReservation(id)
  return selectReservationForUpdate(db, id)
}

/**
 * Confirms a reservation that was paid. A cancelled one (its hold expired before the payment arrived) occupies its
 * table anew, and the exclusion constraint returns `table_gone` if another reservation has it. The conflict is rolled
 * back to a savepoint, so the caller's transaction can continue and issue the refund.
 */
export async function confirmReservation(db: Db, id: string): Promise<'confirmed' | 'table_gone'> {
  return (await tryTwice(db, () => writeConfirmed(db, id))) ? 'confirmed' : 'table_gone'
}

/**
 * Tries a write that occupies a table once more after a conflict. A night that keeps the table of a dinner has it from the end of
 * the dinner where no other party does: the first try waits for a party whose transaction it cannot see yet, the second sees it and
 * takes the table for the night alone.
 */
const tryTwice = async (db: Db, write: () => Promise<void>): Promise<boolean> =>
  (await tryUnlessConflict(db, write)) || tryUnlessConflict(db, write)

/**
 * Confirms a cancelled reservation again, at its own or other tables and at its original price. The exclusion
 * constraint decides whether the table is free. A conflict is rolled back to a savepoint: the caller's transaction can
 * continue.
 */
export async function reseatReservation(
  db: Db,
  id: string,
  seats: Seats,
): Promise<'confirmed' | 'table_gone'> {
  return (await tryTwice(db, () => writeReseated(db, id, seats))) ? 'confirmed' : 'table_gone'
}

type LinkDeps = {
  readonly tokens: Pick<SignedTokens, 'signEntryCode'>
  readonly origin: string
}

/** Link in the QR code of a reservation: a guest's camera opens their page, and staff verify its signature offline. */
export const entryLink = (
  { tokens, origin }: LinkDeps,
  { id, date }: { readonly id: string; readonly date: CalendarDate },
): string => `${origin}/my-reservation/${tokens.signEntryCode(id, date)}`

type CalendarFacts = {
  readonly reservation: NightReservation
  readonly venue: Venue
  /** URL of the guest's reservation page. */
  readonly link: string
  /** The dinner of the same guest; null without one. */
  readonly evening: EveningLink | null
  readonly now: Date
}

/** Calendar file (.ics) of a reservation. For a cancelled one it removes the event: same UID, status cancelled. */
export function makeReservationCalendar({ reservation, venue, link, evening, now }: CalendarFacts): string {
  const { event, table, guestCount } = reservation
  const isOff = reservation.status === 'cancelled'
  return makeCalendarFile({
    uid: `${reservation.id}@${new URL(link).hostname}`,
    title: `${event.title} at ${venue.name}`,
    description: `${capitalized(namedTables(tableNumbersOf(table)))}, ${countText(guestCount, 'guest')}. Entry code ${reservation.entryCode}. Please arrive ${venue.arriveEarlyMinutes} minutes early.\n${link}${isOff ? '' : calendarText(evening)}`,
    location: `${venue.name}, ${addressLine(venue)}`,
    startsAt: reservation.startsAt,
    endsAt: reservation.endsAt,
    url: link,
    now,
    // A calendar applies an update only if its sequence is higher than that of the stored entry.
    sequence: reservation.version,
    cancelled: isOff,
  })
}

/** Few, because a booking of the same guests waits for the end of the transaction. */
const MATCHED_AT_ONCE = 20

/** Matches the reservations from before the book of guests to their guests, in short transactions. Returns their number. */
export async function matchExistingGuests({ db }: Deps): Promise<number> {
  let matched = 0
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one batch after the other, so that no transaction holds many locks
    const count = await retryDeadlocks(() => matchGuests(db, MATCHED_AT_ONCE))
    matched += count
    if (count === 0) return matched
  }
}
