import { clearAuditDetails } from '#features/audit-log/service.ts'
import { listMessages } from '#features/emails/history/service.ts'
import { deleteTexts } from '#features/emails/text-messages/service.ts'
import { anonymiseEntries, listEntriesByEmail } from '#features/guest-lists/entries/service.ts'
import {
  deleteUnusedGuests,
  eraseGuestRows,
  exportGuests,
  listGuestIdsByEmail,
} from '#features/guests/erasure/service.ts'
import { anonymiseSubmissions, listSubmissionsByEmail } from '#features/requests/service.ts'
import { anonymiseReservations } from '#features/reservations/erasure/service.ts'
import { listReservationsOf } from '#features/reservations/service.ts'
import * as waitingList from '#features/waiting-list/service.ts'
import { businessDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { SubjectRows } from '#platform/db/subject-rows.ts'
import { ANONYMISED, yearsBefore } from './rules.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** Number of anonymised records of each kind. */
export type Anonymised = {
  readonly reservations: number
  readonly inquiries: number
  readonly applications: number
  readonly tableRequests: number
  readonly guestListEntries: number
  readonly waitingEntries: number
  /** Guests of the book whose notes, marks and block were erased. */
  readonly guests: number
}

/** Reservations taken by staff may lack an email; an empty address would match all of them. */
function addressOf(email: string): string {
  const address = email.trim()
  if (address === '') throw new Error('an empty email address identifies no person')
  return address
}

/** Exports all records stored under an email address (data subject access request). */
export async function exportPerson(deps: Pick<Deps, 'db'>, email: string) {
  const address = addressOf(email)
  const [guests, reservations, inquiries, applications, tableRequests, guestListEntries, waitingEntries] =
    await Promise.all([
      exportGuests(deps.db, address),
      listReservationsOf(deps, address),
      listSubmissionsByEmail(deps.db, 'inquiry', address),
      listSubmissionsByEmail(deps.db, 'application', address),
      listSubmissionsByEmail(deps.db, 'table_request', address),
      listEntriesByEmail(deps.db, address),
      waitingList.listEntriesByEmail(deps.db, address),
    ])
  const requests = { inquiries, applications, tableRequests }
  const about = [
    ...reservations,
    ...inquiries,
    ...applications,
    ...tableRequests,
    ...guestListEntries,
    ...waitingEntries,
  ]
  const messages = await listMessages(
    deps.db,
    about.map(({ id }) => id),
  )
  return { email: address, guests, reservations, ...requests, guestListEntries, waitingEntries, messages }
}

/**
 * Anonymises all records of a person that are over. Upcoming reservations, entries of guest lists and places in line stay, because check-in
 * needs the name, and so do those with a pending payment: cancel or remove them first. Ledger lines stay, without a name.
 * Notes, allergies, marks and block of the guest are erased at once, under all contacts of this guest.
 */
export function erasePerson(
  { db, now }: Deps,
  email: string,
): Promise<{
  readonly erased: Anonymised
  readonly remainingReservations: number
  readonly remainingListEntries: number
  readonly remainingWaitingEntries: number
}> {
  const address = addressOf(email)
  return db.transaction().execute(async (tx) => {
    const erased = await anonymise(tx, { email: address }, now)
    const kept = await listReservationsOf({ db: tx }, address)
    const listed = await listEntriesByEmail(tx, address)
    const waiting = await waitingList.listEntriesByEmail(tx, address)
    return {
      erased,
      remainingReservations: kept.length,
      remainingListEntries: listed.length,
      remainingWaitingEntries: waiting.length,
    }
  })
}

/** Anonymises records older than the retention period of the venue. */
export async function anonymiseOldRecords(
  { db, now }: Deps,
  { retentionYears }: { readonly retentionYears: number },
): Promise<Anonymised & { before: string }> {
  const before = yearsBefore(businessDate(now), retentionYears)
  const done = await db
    .transaction()
    .execute((tx) => anonymise(tx, { before: new Date(`${before}T00:00:00Z`) }, now))
  return { before, ...done }
}

async function anonymise(tx: Db, subject: SubjectRows, now: Date): Promise<Anonymised> {
  const values = { placeholder: ANONYMISED, now }
  // Sequential, because a transaction uses one connection. A reservation lets go of its guest when it is anonymised.
  const known = 'email' in subject ? await listGuestIdsByEmail(tx, subject.email) : []
  const reservations = await anonymiseReservations(tx, subject, values)
  const inquiries = await anonymiseSubmissions(tx, 'inquiry', { subject, ...values })
  const applications = await anonymiseSubmissions(tx, 'application', { subject, ...values })
  const tableRequests = await anonymiseSubmissions(tx, 'table_request', { subject, ...values })
  const entries = await anonymiseEntries(tx, subject, values)
  const waiting = await waitingList.anonymiseEntries(tx, subject, values)
  if ('email' in subject) await eraseGuestRows(tx, known, values)
  const guests = 'email' in subject ? known : await deleteUnusedGuests(tx, { before: subject.before, now })
  const texted = [...reservations, ...entries, ...waiting]
  if (texted.length > 0) await deleteTexts(tx, texted)
  await clearAuditDetails(tx, [
    ...reservations,
    ...inquiries,
    ...applications,
    ...tableRequests,
    ...entries,
    ...waiting,
    ...guests,
  ])
  return {
    reservations: reservations.length,
    inquiries: inquiries.length,
    applications: applications.length,
    tableRequests: tableRequests.length,
    guestListEntries: entries.length,
    waitingEntries: waiting.length,
    guests: guests.length,
  }
}
