import { holdRequest } from '#features/holds/schema.ts'
import { bookTable } from '#features/holds/booking/service.ts'
import type { Log } from '#platform/observability/log.ts'
import { createTurns, TurnTooLate } from '#lib/semaphore.ts'
import { withDeps } from '#http/context.ts'
import { PAYMENT_ERROR, refusalOf, retryHeaders, statusOf } from './hold-errors.ts'
import { answer, onlyBy, readJson, type Refusal, refuse } from '#http/json-response.ts'
import { noteUnavailable, unavailableOf } from '#http/unavailable-response.ts'
import type { Route } from './+types/holds.ts'

// When a night goes on sale, hundreds come in the same second. Pages must go on being read meanwhile.
const inTurn = createTurns({ queue: 'holds', atOnce: 6, patienceMs: 8000 })

const BUSY: Refusal = {
  error: 'busy',
  title: 'Error',
  text: 'Very many guests are booking at this moment. Please try again.',
}

/** Waits for a turn, then does the work. A turn that comes too late is logged and counted as a full queue. */
async function takeTurn<Value>(log: Log, work: () => Promise<Value>): Promise<Value | 'too_late'> {
  try {
    return await inTurn('holds', work)
  } catch (error) {
    if (!(error instanceof TurnTooLate)) throw error
    const unavailable = unavailableOf(error)
    if (unavailable) noteUnavailable(log, unavailable, error)
    return 'too_late'
  }
}

/** Takes a hold of a table for a night: 201, or 200 for the hold that this guest has already. */
export const action = withDeps(async (deps, { request }: Route.ActionArgs) => {
  const asked = await readJson(request, holdRequest)
  const taken = await takeTurn(deps.log, () => bookTable(deps, asked, deps.visitor))
  if (taken === 'too_late') return refuse(503, BUSY, { 'Retry-After': '2' })
  if (!taken.ok) {
    if (taken.reason === 'payment_unavailable') return refuse(502, PAYMENT_ERROR)
    const { phone } = await deps.loadVenue()
    return refuse(statusOf(taken.reason.why), refusalOf(taken.reason, phone), retryHeaders(taken.reason))
  }
  const { isNew, differs: _differs, ...hold } = taken.value
  return answer(
    { hold: { ...hold, token: deps.tokens.sign('hold', hold.reservationId) } },
    {
      status: isNew ? 201 : 200,
      headers: deps.visitor.cookie ? { 'Set-Cookie': deps.visitor.cookie } : {},
    },
  )
})

export const loader = onlyBy('POST')
