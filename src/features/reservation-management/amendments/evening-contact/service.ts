import { findFacts } from '#features/reservation-management/amendments/outcomes/service.ts'
import { writeAmendment } from '#features/reservation-management/amendments/writing/service.ts'
import type {
  AmendedOther,
  AmendmentForm,
  EveningContact,
} from '#features/reservation-management/amendments/schema.ts'
import { lockActiveBooking, lockBooking } from '#features/reservation-management/service.ts'
import { partText } from '#features/reservations/evening/rules.ts'
import type { SharedContact } from '#features/reservations/evening/schema.ts'
import { findSameContact } from '#features/reservations/evening/service.ts'
import type { Db } from '#platform/db/db.ts'
import { contactForOther } from './rules.ts'

/** The other reservation of the evening with the same email or phone, as staff know it; null without one. */
export async function findEveningContact(
  deps: { readonly db: Db },
  id: string,
): Promise<EveningContact | null> {
  const same = await findSameContact(deps, id, 'guest')
  if (!same) return null
  const { other, shared } = same
  return { id: other.id, type: other.type, text: partText(other), ...shared }
}

export type Other = { readonly id: string; readonly shared: SharedContact }

/**
 * Locks a reservation and the other one that the form names, in the order of their ids as a merge does. Null where the other one
 * is not of that evening any more, or has no contact data in common.
 */
export async function lockOther(trx: Db, id: string, otherId: string): Promise<Other | null> {
  // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
  for (const each of [id, otherId].toSorted()) await lockBooking(trx, each)
  const same = await findSameContact({ db: trx }, id, 'guest')
  return same?.other.id === otherId ? { id: otherId, shared: same.shared } : null
}

/**
 * Makes the change of the contact data for the other reservation, too, with an undo window, an audit log entry and an email of its
 * own. Null where it stays as it is.
 */
export async function amendOther(
  deps: Parameters<typeof writeAmendment>[0],
  { id, shared }: Other,
  form: AmendmentForm,
): Promise<AmendedOther | null> {
  const locked = await lockActiveBooking(deps.db, id)
  const facts = locked && (await findFacts(deps.db, id))
  if (!locked || !facts) return null
  const { isEmailed } = form
  const contact = { ...contactForOther(shared, form), version: locked.version, isEmailed }
  const written = await writeAmendment(deps, { locked, facts }, { form: contact, isTakenOver: false })
  return written.ok ? { id, act: written.value.act } : null
}
