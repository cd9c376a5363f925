import { findConsent, recordConsent } from '#features/emails/text-messages/service.ts'
import { chartPath } from '#features/holds/keep-table/rules.ts'
import { keepForm } from '#features/holds/keep-table/schema.ts'
import { findKeepOffer, keepTable } from '#features/holds/keep-table/service.ts'
import { refusalCopy } from '#features/holds/rules.ts'
import { formatPhone } from '#features/venue/rules.ts'
import type { RequestContext } from '#http/context.ts'
import { BUSY, runQueued } from '#web/api/holds/booking-queue.ts'
import { PAYMENT_ERROR, statusOf } from '#web/api/holds/hold-errors.ts'
import { openPayment } from '../../payment/open-payment.ts'

/** A refused attempt to keep the table, with the chart of the night where other tables are left to choose. */
export type RefusedKeep = {
  readonly status: number
  readonly problem: string
  readonly chart: string | null
}

const CHANGED =
  'Your table or the night has changed since you opened this page. You were not charged. Please look once more.'

/** Holds the dinner's table for the night and redirects the guest to the payment; a refusal is shown on the guest's page. */
export async function requestKeep(deps: RequestContext, id: string, form: FormData): Promise<RefusedKeep> {
  const sent = keepForm.safeParse(Object.fromEntries(form))
  if (!sent.success) return { status: 422, problem: CHANGED, chart: null }
  const kept = await runQueued(deps.log, () => keepTable(deps, id, { form: sent.data, guest: deps.guest }))
  if (kept === 'queue_timeout') return { status: 503, problem: BUSY.text, chart: null }
  // Guests who agreed to texts about their dinner are the same for its night.
  if (kept.ok && (await findConsent(deps.db, 'reservation', id)))
    await recordConsent(deps, { subject: 'reservation', id: kept.value.reservationId, source: 'guest' })
  const refusal = kept.ok
    ? { why: await openPayment(deps, kept.value), maxGuests: null, waitMinutes: null }
    : typeof kept.reason === 'string'
      ? { why: kept.reason, maxGuests: null, waitMinutes: null }
      : kept.reason
  const { why, ...facts } = refusal
  if (why === 'payment_unavailable') return { status: 502, problem: PAYMENT_ERROR.text, chart: null }
  if (why === 'changed') return { status: 409, problem: CHANGED, chart: null }
  if (why === 'already_kept')
    return { status: 409, problem: 'You have a table for this night already.', chart: null }
  if (why === 'table_taken') {
    const offer = await findKeepOffer(deps, id, deps.guest)
    const problem = 'Your table was just sold for this night. You were not charged.'
    return { status: 409, problem, chart: offer && chartPath(offer) }
  }
  const { phone } = await deps.loadVenue()
  return {
    status: statusOf(why),
    problem: refusalCopy(why, { ...facts, phone: formatPhone(phone) }).text,
    chart: null,
  }
}
