import { reasonForm } from '#features/payments/revenue/schema.ts'
import { seatAgainForm } from '#features/reservation-management/seat-again/schema.ts'
import { listSeatsAgain, seatAgain } from '#features/reservation-management/seat-again/service.ts'
import {
  type ExceptionRefusal,
  listOpenExceptions,
  matchRevenue,
  refundException,
  settleIssue,
} from '#features/payments/revenue/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { jsonResponse, errorResponse } from '#http/json-response.ts'
import { editResponse } from '#web/admin/data/edit-responses.ts'
import { idOf, staffOnly, staffSends } from '../staff-route.ts'

const NOTHING_LEFT = {
  error: 'nothing_left',
  title: 'Nothing to give back',
  text: 'Nothing is left of this payment: it went back already, or is on its way.',
}

function answerException(done: Result<unknown, ExceptionRefusal>): Response {
  if (done.ok) return editResponse(done)
  const { reason } = done
  return reason.why === 'nothing_left'
    ? errorResponse(409, NOTHING_LEFT)
    : editResponse({ ok: false, reason })
}

export const paymentRoutes = [
  staffOnly(['GET', '/admin/api/payments/exceptions'], 'payments.read', async (deps) =>
    jsonResponse({ items: await listOpenExceptions(deps) }),
  ),
  staffSends(
    ['POST', '/admin/api/payments/exceptions/:id/refund'],
    'payments.edit',
    reasonForm,
  )(async (deps, asked) => answerException(await refundException(deps, idOf(asked), asked.body.reason))),
  staffSends(
    ['POST', '/admin/api/payments/exceptions/:id/settle'],
    'payments.edit',
    reasonForm,
  )(async (deps, asked) => answerException(await settleIssue(deps, idOf(asked), asked.body.reason))),
  staffOnly(['GET', '/admin/api/payments/exceptions/:id/tables'], 'payments.read', async (deps, asked) => {
    const choice = await listSeatsAgain(deps, idOf(asked))
    return editResponse(choice ? ok(choice) : no({ why: 'not_found' }))
  }),
  staffSends(
    ['POST', '/admin/api/payments/exceptions/:id/seat'],
    'payments.edit',
    seatAgainForm,
  )(async (deps, asked) => answerException(await seatAgain(deps, idOf(asked), asked.body.tableId))),
  staffOnly(['GET', '/admin/api/payments/provider'], 'payments.read', async (deps) =>
    jsonResponse(await matchRevenue(deps)),
  ),
]
