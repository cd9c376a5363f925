import { holdRequest } from '#features/holds/schema.ts'
import { bookTable } from '#features/holds/booking/service.ts'
import { recordConsent } from '#features/emails/text-messages/service.ts'
import type { Log } from '#platform/observability/log.ts'
import { createSemaphore, QueueTimeout } from '#lib/semaphore.ts'
import { withContext } from '#http/context.ts'
import { PAYMENT_ERROR, refusalOf, retryHeaders, statusOf } from './hold-errors.ts'
import {
  jsonResponse,
  methodNotAllowed,
  readJson,
  type ErrorBody,
  errorResponse,
} from '#http/json-response.ts'
import { reportUnavailable, unavailableOf } from '#http/unavailable-response.ts'
import type { Route } from './+types/holds.ts'

// When an event goes on sale, hundreds of requests arrive in one second. The semaphore leaves database connections for pages.
const withPermit = createSemaphore({ queue: 'holds', permits: 6, timeoutMs: 8000 })

const BUSY: ErrorBody = {
  error: 'busy',
  title: 'Error',
  text: 'Many guests are booking right now. Please try again.',
}

/** Runs the work under the semaphore. A queue timeout is logged and counted as a full queue. */
async function runQueued<Value>(log: Log, work: () => Promise<Value>): Promise<Value | 'queue_timeout'> {
  try {
    return await withPermit('holds', work)
  } catch (error) {
    if (!(error instanceof QueueTimeout)) throw error
    const unavailable = unavailableOf(error)
    if (unavailable) reportUnavailable(log, unavailable, error)
    return 'queue_timeout'
  }
}

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
