import { anonymiseInquiries, listInquiriesOf } from '#features/requests/inquiries/service.ts'
import {
  anonymiseApplications,
  listApplicationsOf,
} from '#features/requests/performer-applications/service.ts'
import { anonymiseReservations, listReservationsOf } from '#features/reservations/service.ts'
import { anonymiseTableRequests, listTableRequestsOf } from '#features/requests/table-requests/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { businessDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { SubjectRows } from '#platform/db/subject-rows.ts'
import { GONE, yearsBefore } from './rules.ts'
import { forgetChanges } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** How many records of each kind a person was taken out of. */
export type Anonymised = {
  readonly reservations: number
  readonly inquiries: number
  readonly applications: number
  readonly tableRequests: number
}

/** Guests of staff may have none, and are nobody's by it. */
function addressOf(email: string): string {
  const address = email.trim()
  if (address === '') throw new Error('nobody is named by an address that is empty')
  return address
}

/** Everything the house knows of whoever uses an e-mail address, to be handed to them. */
export async function exportPerson(deps: Pick<Deps, 'db'>, email: string) {
  const address = addressOf(email)
  const [reservations, inquiries, applications, tableRequests] = await Promise.all([
    listReservationsOf(deps, address),
    listInquiriesOf(deps, address),
    listApplicationsOf(deps, address),
    listTableRequestsOf(deps, address),
  ])
  return { email: address, reservations, inquiries, applications, tableRequests }
}

/**
 * Takes a person out of everything that is over. A reservation still to come is kept, since the door needs its name, and
 * so is one whose payment is under way: cancel it first. Money stays in the books, without a name.
 */
export function erasePerson(
  { db, now }: Deps,
  email: string,
): Promise<{ readonly erased: Anonymised; readonly storedReservations: number }> {
  const address = addressOf(email)
  return db.transaction().execute(async (tx) => {
    const erased = await anonymise(tx, { email: address }, now)
    const kept = await listReservationsOf({ db: tx }, address)
    return { erased, storedReservations: kept.length }
  })
}

/** Takes people out of everything that is older than the venue keeps it. */
export async function anonymiseOldRecords({ db, now }: Deps): Promise<Anonymised & { before: string }> {
  const { retentionYears } = await loadVenue({ db })
  const before = yearsBefore(businessDate(now), retentionYears)
  const done = await db
    .transaction()
    .execute((tx) => anonymise(tx, { before: new Date(`${before}T00:00:00Z`) }, now))
  return { before, ...done }
}

async function anonymise(tx: Db, which: SubjectRows, now: Date): Promise<Anonymised> {
  const how = { gone: GONE, now }
  // One after the other: one transaction is one connection.
  const reservations = await anonymiseReservations(tx, which, how)
  const inquiries = await anonymiseInquiries(tx, which, how)
  const applications = await anonymiseApplications(tx, which, how)
  const tableRequests = await anonymiseTableRequests(tx, which, how)
  await forgetChanges(tx, [...reservations, ...inquiries, ...applications, ...tableRequests])
  return {
    reservations: reservations.length,
    inquiries: inquiries.length,
    applications: applications.length,
    tableRequests: tableRequests.length,
  }
}
