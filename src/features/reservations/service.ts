import { listPackageContents } from '#features/reservations/package-contents/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import { makeCalendarFile } from '#platform/mail/calendar.ts'
import { type Db, tryUnlessConflict } from '#platform/db/db.ts'
import type { SubjectRows } from '#platform/db/subject-rows.ts'
import { affectsReservation } from '#platform/observability/request-context.ts'
import type { CancelReason, NightReservation, PaymentStatus } from './schema.ts'
import {
  anonymiseReservationRows,
  findNightReservation,
  listReservationsByEmail,
  selectReservationForUpdate,
  type ReservationFacts,
  writeCancelled,
  writeConfirmed,
  writeConfirmedFree,
  writePaymentStatus,
  writeReseated,
} from './store.ts'

export { setGuestEmail } from './store.ts'
export type { ReservationFacts }

type Deps = { readonly db: Db }

/** A night reservation with its event, table and lines; null where there is none. One that staff deleted reads as cancelled. */
export async function findReservation({ db }: Deps, id: string): Promise<NightReservation | null> {
  const night = await findNightReservation(db, id)
  return night && { ...night, packages: await listPackageContents({ db }, id) }
}

/** What has to be known to decide about a reservation, kept from changing until the caller's transaction ends. */
export const lockReservation = (db: Db, id: string): Promise<ReservationFacts | undefined> => {
  affectsReservation(id)
  return selectReservationForUpdate(db, id)
}

/**
 * Gives a paid reservation its table for good. One that was cancelled must win its table again: `table_gone` where
 * somebody else has it by now. Runs in the caller's transaction, which goes on either way.
 */
export async function confirmReservation(db: Db, id: string): Promise<'confirmed' | 'table_gone'> {
  return (await tryUnlessConflict(db, () => writeConfirmed(db, id))) ? 'confirmed' : 'table_gone'
}

/** Confirms a held table that costs nothing: no payment follows. */
export const confirmFreeReservation = (db: Db, id: string): Promise<void> => writeConfirmedFree(db, id)

/**
 * Gives a cancelled reservation a table again, its own or another, at the price it was made for. Whether that is free, the
 * database decides. Runs in the caller's transaction, which goes on either way.
 */
export async function reseatReservation(
  db: Db,
  id: string,
  tableId: string,
): Promise<'confirmed' | 'table_gone'> {
  return (await tryUnlessConflict(db, () => writeReseated(db, id, tableId))) ? 'confirmed' : 'table_gone'
}

/** Cancels a reservation and lets its table go. */
export const cancelReservation = (db: Db, id: string, reason: CancelReason): Promise<void> =>
  writeCancelled(db, id, reason)

/** Notes how the money of a reservation stands. */
export const setPaymentStatus = (db: Db, id: string, status: PaymentStatus): Promise<void> =>
  writePaymentStatus(db, id, status)

type CalendarFacts = {
  readonly reservation: NightReservation
  readonly venue: Venue
  /** Where the guest sees the reservation. */
  readonly link: string
  readonly now: Date
}

/** The night as an entry for the guest's calendar; for one that is cancelled, what takes it out again. */
export function makeReservationCalendar({ reservation, venue, link, now }: CalendarFacts): string {
  const { event, table, guestCount } = reservation
  const isOff = reservation.status === 'cancelled'
  return makeCalendarFile({
    uid: `${reservation.id}@${new URL(link).hostname}`,
    title: `${event.title} at ${venue.name}`,
    description: `Table ${table.number}, ${guestCount === 1 ? '1 guest' : `${guestCount} guests`}. Entry code ${reservation.entryCode}. Please arrive ${venue.arriveEarlyMinutes} minutes early.\n${link}`,
    location: `${venue.name}, ${venue.streetAddress}, ${venue.city}, ${venue.region} ${venue.postalCode}`,
    startsAt: reservation.startsAt,
    endsAt: reservation.endsAt,
    url: link,
    now,
    cancelled: isOff,
  })
}

/** Every reservation that was made with an e-mail address. */
export const listReservationsOf = ({ db }: Deps, email: string) => listReservationsByEmail(db, email)

/** Takes the person out of reservations that are over, by address or by age; answers which. */
export const anonymiseReservations = (
  db: Db,
  which: SubjectRows,
  { placeholder, now }: { readonly placeholder: { name: string; email: string }; readonly now: Date },
): Promise<string[]> => anonymiseReservationRows(db, which, { placeholder, now })
