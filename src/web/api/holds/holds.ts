import { holdRequest } from '#features/holds/schema.ts'
import { bookTable } from '#features/holds/booking/service.ts'
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

// When a night goes on sale, hundreds come in the same second. Pages must go on being read meanwhile.
const withPermit = createSemaphore({ queue: 'holds', atOnce: 6, patienceMs: 8000 })

const BUSY: ErrorBody = {
  error: 'busy',
  title: 'Error',
  text: 'Very many guests are booking at this moment. Please try again.',
}

/** Waits for a turn, then does the work. A turn that comes too late is logged and counted as a full queue. */
async function takeTurn<Value>(log: Log, work: () => Promise<Value>): Promise<Value | 'too_late'> {
  try {
    return await withPermit('holds', work)
  } catch (error) {
    if (!(error instanceof QueueTimeout)) throw error
    const unavailable = unavailableOf(error)
    if (unavailable) reportUnavailable(log, unavailable, error)
    return 'too_late'
  }
}

/** Takes a hold of a table for a night: 201, or 200 for the hold that this guest has already. */
export const action = withContext(async (deps, { request }: Route.ActionArgs) => {
  const asked = await readJson(request, holdRequest)
  const taken = await takeTurn(deps.log, () => bookTable(deps, asked, deps.guest))
  if (taken === 'too_late') return errorResponse(503, BUSY, { 'Retry-After': '2' })
  if (!taken.ok) {
    if (taken.reason === 'payment_unavailable') return errorResponse(502, PAYMENT_ERROR)
    const { phone } = await deps.loadVenue()
    return errorResponse(
      statusOf(taken.reason.why),
      refusalOf(taken.reason, phone),
      retryHeaders(taken.reason),
    )
  }
  const { isNew, differs: _differs, ...hold } = taken.value
  return jsonResponse(
    { hold: { ...hold, token: deps.tokens.sign('hold', hold.reservationId) } },
    {
      status: isNew ? 201 : 200,
      headers: deps.guest.cookie ? { 'Set-Cookie': deps.guest.cookie } : {},
    },
  )
})

export const loader = methodNotAllowed('POST')
