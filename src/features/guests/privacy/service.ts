import { clearAuditDetails } from '#features/audit-log/service.ts'
import { listMessages } from '#features/emails/history/service.ts'
import { deleteTexts } from '#features/emails/text-messages/service.ts'
import { anonymiseEntries, listEntriesOfPerson, touchEntries } from '#features/guest-lists/entries/service.ts'
import {
  deleteUnusedGuests,
  eraseGuestRows,
  exportGuests,
  findPerson,
  keepContacts,
} from '#features/guests/erasure/service.ts'
import { deleteReplies, listRepliesOf } from '#features/reminders/replies/service.ts'
import { anonymiseSubmissions, listSubmissionsOf } from '#features/requests/service.ts'
import { anonymiseReservations } from '#features/reservations/erasure/service.ts'
import { listReservationsOfPerson } from '#features/reservations/service.ts'
import * as waitingList from '#features/waiting-list/service.ts'
import { businessDate } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import type { Person, SubjectRows } from '#platform/db/fragments/subject-rows.ts'
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

/** The person with an email address or a phone number. A contact without records gives a person without records. */
async function personOf(db: Db, contact: string): Promise<Person> {
  if (contact.trim() === '') throw new Error('an empty text identifies no person')
  return findPerson(db, contact.trim())
}

/** Exports all records of the person with an email address or a phone number (data subject access request). */
export async function exportPerson(deps: Pick<Deps, 'db'>, contact: string) {
  const person = await personOf(deps.db, contact)
  const [
    guests,
    reservations,
    inquiries,
    applications,
    tableRequests,
    guestListEntries,
    waitingEntries,
    replies,
  ] = await Promise.all([
    exportGuests(deps.db, person.guestIds),
    listReservationsOfPerson(deps.db, person),
    listSubmissionsOf(deps.db, 'inquiry', person),
    listSubmissionsOf(deps.db, 'application', person),
    listSubmissionsOf(deps.db, 'table_request', person),
    listEntriesOfPerson(deps.db, person),
    waitingList.listEntriesOfPerson(deps.db, person),
    listRepliesOf(deps.db, person),
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
  return {
    contact: contact.trim(),
    guests,
    reservations,
    ...requests,
    guestListEntries,
    waitingEntries,
    messages,
    textReplies: replies,
  }
}

/**
 * Anonymises all records of a person that are over. Upcoming reservations, entries of guest lists and places in line stay, because check-in
 * needs the name, and so do those with a pending payment: cancel or remove them first. Ledger lines stay, without a name.
 * Notes, allergies, marks and block of the guest are erased at once, under all contacts of this guest.
 */
export function erasePerson(
  { db, now }: Deps,
  contact: string,
): Promise<{
  readonly erased: Anonymised
  readonly remainingReservations: number
  readonly remainingListEntries: number
  readonly remainingWaitingEntries: number
}> {
  return inTransaction(db, async (tx) => {
    const person = await personOf(tx, contact)
    const erased = await anonymise(tx, person, now)
    const kept = await listReservationsOfPerson(tx, person)
    const listed = await listEntriesOfPerson(tx, person)
    const waiting = await waitingList.listEntriesOfPerson(tx, person)
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
  const done = await inTransaction(db, (tx) =>
    anonymise(tx, { before: new Date(`${before}T00:00:00Z`) }, now),
  )
  return { before, ...done }
}

async function anonymise(tx: Db, subject: SubjectRows, now: Date): Promise<Anonymised> {
  const values = { placeholder: ANONYMISED, now }
  // Sequential, because a transaction uses one connection. A reservation lets go of its guest when it is anonymised.
  const reservations = await anonymiseReservations(tx, subject, values)
  const inquiries = await anonymiseSubmissions(tx, 'inquiry', { subject, ...values })
  const applications = await anonymiseSubmissions(tx, 'application', { subject, ...values })
  const tableRequests = await anonymiseSubmissions(tx, 'table_request', { subject, ...values })
  const entries = await anonymiseEntries(tx, subject, values)
  const waiting = await waitingList.anonymiseEntries(tx, subject, values)
  if ('guestIds' in subject) {
    await eraseGuestRows(tx, subject.guestIds, values)
    await touchEntries(tx, subject)
    await keepContacts(tx, subject)
  }
  const guests =
    'guestIds' in subject ? subject.guestIds : await deleteUnusedGuests(tx, { before: subject.before, now })
  const texted = [...reservations, ...entries, ...waiting]
  if (texted.length > 0) await deleteTexts(tx, texted)
  await deleteReplies(tx, subject)
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
