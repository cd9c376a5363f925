import {
  amendedRecordFor,
  concernsBooking,
  needsManager,
} from '#features/reservation-management/amendments/rules.ts'
import type { AmendedByStaff, AmendmentForm } from '#features/reservation-management/amendments/schema.ts'
import { findFacts } from '#features/reservation-management/amendments/outcomes/service.ts'
import { writeAmendment } from '#features/reservation-management/amendments/writing/service.ts'
import { amendOther, lockOther } from '#features/reservation-management/amendments/evening-contact/service.ts'
import {
  lockActiveBooking,
  type OffSaleRefusal,
  findBooking,
} from '#features/reservation-management/service.ts'
import type { PaymentDeps } from '#features/reservation-management/status/service.ts'
import {
  afterSettlingPayment,
  settlePendingPayment,
} from '#features/reservation-management/status/open-payment/service.ts'
import { hasOpenPayment } from '#features/payments/sessions/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import type { JsonRecord } from '#lib/changes.ts'
import { NOT_ALLOWED, NOT_FOUND, refused, type RefusedWithText } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { inTransaction } from '#platform/db/db.ts'

type Deps = PaymentDeps & { readonly venue: Venue }

export type AmendRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'version_conflict'; readonly current: JsonRecord }
  | RefusedWithText
  | OffSaleRefusal

type Outcome = Result<AmendedByStaff, AmendRefusal>

/**
 * Changes a reservation: guest, party, time, night, table and packages, and what becomes of a price difference. The guest
 * keeps what they have until the new is certain: all is one transaction, and a lost race for a table changes nothing. A
 * payment in progress is settled at the provider first. A new email or phone is for the other reservation of the evening, too, if staff
 * say so. The refund and the guest's email follow after the undo window.
 */
export async function amendReservation(deps: Deps, id: string, form: AmendmentForm): Promise<Outcome> {
  const { db, actor } = deps
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  if (needsManager(form) && !may(actor.role, 'reservations.amend')) return no(NOT_ALLOWED)
  const first = await findBooking(deps.db, id)
  const mustSettle = first?.version === form.version && concernsBooking(form)
  return afterSettlingPayment<AmendedByStaff, AmendRefusal>(
    async () => (mustSettle ? settlePendingPayment(deps, id) : ok('untouched')),
    (settled) => inTransaction(db, (trx) => amendLocked({ ...deps, db: trx }, id, { form, settled })),
  )
}

type Settled = 'untouched' | 'closed' | 'paid'
type Change = { readonly form: AmendmentForm; readonly settled: Settled }

async function amendLocked(
  deps: Deps,
  id: string,
  { form, settled }: Change,
): Promise<Outcome | 'paying_again'> {
  const { db: trx, actor } = deps
  const other = form.also === undefined ? null : await lockOther(trx, id, form.also)
  const locked = await lockActiveBooking(trx, id)
  const facts = locked && (await findFacts(trx, id))
  if (!locked || !facts) return no(NOT_FOUND)
  // The payment was closed for this change, which takes the hold over: to be paid at the venue.
  const isTakenOver =
    settled === 'closed' && (locked.status === 'pending' || locked.cancelReason === 'hold_expired')
  if (settled !== 'closed' && locked.version !== form.version)
    return no({ why: 'version_conflict', current: amendedRecordFor(actor.role, facts) })
  if (settled === 'untouched' && concernsBooking(form) && (await hasOpenPayment(trx, id)))
    return 'paying_again'
  const author = { id: actor.id, name: actor.name, canAmend: may(actor.role, 'reservations.amend') }
  const writing = { ...deps, author }
  const written = await writeAmendment(writing, { locked, facts }, { form, isTakenOver })
  if (written.ok) return ok({ ...written.value, other: other && (await amendOther(writing, other, form)) })
  const { reason } = written
  return reason.why === 'taken' ? no(refused(reason.text)) : no(reason)
}
