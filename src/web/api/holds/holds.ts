import { holdRequest } from '#features/holds/schema.ts'
import { bookTable } from '#features/holds/booking/service.ts'
import { recordConsent } from '#features/emails/text-messages/service.ts'
import { withContext } from '#http/context.ts'
import { BUSY, runQueued } from './booking-queue.ts'
import { PAYMENT_ERROR, refusalOf, retryHeaders, statusOf } from './hold-errors.ts'
import { jsonResponse, methodNotAllowed, readJson, errorResponse } from '#http/json-response.ts'
import type { Route } from './+types/holds.ts'

/** Creates a hold of a table for an event: 201, or 200 for the existing hold of this guest. */
export const action = withContext(async (deps, { request }: Route.ActionArgs) => {
  const form = await readJson(request, holdRequest)
  const booked = await runQueued(deps.log, () => bookTable(deps, form, deps.guest))
  if (booked === 'queue_timeout') return errorResponse(503, BUSY, { 'Retry-After': '2' })
  if (!booked.ok) {
    if (booked.reason === 'payment_unavailable') return errorResponse(502, PAYMENT_ERROR)
    const { phone } = await deps.loadVenue()
    return errorResponse(
      statusOf(booked.reason.why),
      refusalOf(booked.reason, phone),
      retryHeaders(booked.reason),
    )
  }
  const { isNew, differs: _differs, ...hold } = booked.value
  if (form.texts === true)
    await recordConsent(deps, { subject: 'reservation', id: hold.reservationId, source: 'guest' })
  return jsonResponse(
    { hold: { ...hold, token: deps.tokens.sign('hold', hold.reservationId) } },
    {
      status: isNew ? 201 : 200,
      headers: deps.guest.cookie ? { 'Set-Cookie': deps.guest.cookie } : {},
    },
  )
})

export const loader = methodNotAllowed('POST')
