import { data, redirect } from 'react-router'
import { bookTable } from '#features/holds/booking/service.ts'
import { findEvent } from '#features/events/service.ts'
import { refusalCopy } from '#features/holds/rules.ts'
import type { TypedForm } from '#features/holds/booking/schema.ts'
import type { HoldRequest } from '#features/holds/schema.ts'
import type { Refused } from '#features/holds/service.ts'
import type { FormRefusal } from '#features/holds/ui/booking/check-form.ts'
import type { PlainAnswer } from '#features/holds/ui/booking/plain-booking.tsx'
import { recordConsent } from '#features/emails/text-messages/service.ts'
import { formatPhone } from '#features/venue/rules.ts'
import type { RequestContext } from '#http/context.ts'
import type { ErrorBody } from '#http/json-response.ts'
import { BUSY, runQueued } from '#web/api/holds/booking-queue.ts'
import { PAYMENT_ERROR, statusOf } from '#web/api/holds/hold-errors.ts'
import { readForm } from '#forms/form-handler.ts'
import { openPayment } from '../payment/open-payment.ts'
import { readSentForm } from './event-book-form.ts'

const INVALID_FORM: FormRefusal = {
  title: 'Error',
  text: 'An unexpected error occurred. Please try again.',
  problems: {},
}

type ActionInput = { readonly request: Request; readonly params: { readonly event: string } }

/**
 * Handles the booking form of a browser without JavaScript: holds the table and redirects the guest to the checkout. A
 * refusal renders the page again with the typed values.
 */
export async function handleForm(deps: RequestContext, { request, params }: ActionInput) {
  const found = await findEvent(deps, params.event)
  if (!found) return data(null, { status: 404 })
  if (found.kind === 'moved') throw redirect(`/events/${found.slug}`, 303)
  const sent = readSentForm(await readForm(request), found.event.id)
  switch (sent.is) {
    case 'swap':
      return answer(200, { typed: sent.typed, refusal: null })
    case 'refused':
      return answer(422, { typed: sent.typed, refusal: sent.refusal })
    case 'invalid_form':
      return answer(400, { typed: sent.typed, refusal: INVALID_FORM })
    case 'booking':
      return book(deps, sent.request, sent.typed)
  }
}

const answer = (status: number, copy: PlainAnswer) => data<PlainAnswer>(copy, { status })

async function book(deps: RequestContext, request: HoldRequest, typed: TypedForm) {
  const held = await runQueued(deps.log, () => bookTable(deps, request, deps.guest))
  if (held === 'queue_timeout') return answer(503, { typed, refusal: wholeForm(BUSY) })
  if (!held.ok) {
    if (held.reason === 'payment_unavailable')
      return answer(502, { typed, refusal: wholeForm(PAYMENT_ERROR) })
    return answer(statusOf(held.reason.why), { typed, refusal: await refusalOf(deps, held.reason) })
  }
  if (request.texts === true)
    await recordConsent(deps, { subject: 'reservation', id: held.value.reservationId, source: 'guest' })
  const why = await openPayment(deps, held.value)
  if (why === 'payment_unavailable') return answer(502, { typed, refusal: wholeForm(PAYMENT_ERROR) })
  return answer(statusOf(why), {
    typed,
    refusal: await refusalOf(deps, { why, maxGuests: null, waitMinutes: null }),
  })
}

/** A refusal that is about no single field. */
const wholeForm = ({ title, text }: ErrorBody): FormRefusal => ({ title, text, problems: {} })

async function refusalOf(deps: RequestContext, { why, ...facts }: Refused): Promise<FormRefusal> {
  const { phone } = await deps.loadVenue()
  const copy = refusalCopy(why, { ...facts, phone: formatPhone(phone) })
  return { ...copy, problems: why === 'too_many_guests' ? { guestCount: copy.text } : {} }
}
