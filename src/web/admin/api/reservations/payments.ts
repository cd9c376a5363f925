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
import { answer, refuse } from '#http/json-response.ts'
import { answerEdit } from '#web/admin/data/edit-responses.ts'
import { idOf, staffOnly, staffSends } from '../staff-route.ts'

const NOTHING_LEFT = {
  error: 'nothing_left',
  title: 'Nothing to give back',
  text: 'Nothing is left of this payment: it went back already, or is on its way.',
}

function answerException(done: Result<unknown, ExceptionRefusal>): Response {
  if (done.ok) return answerEdit(done)
  const { reason } = done
  return reason.why === 'nothing_left' ? refuse(409, NOTHING_LEFT) : answerEdit({ ok: false, reason })
}

export const paymentRoutes = [
  staffOnly(['GET', '/admin/api/payments/exceptions'], 'payments.read', async (deps) =>
    answer({ items: await listOpenExceptions(deps) }),
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
    return answerEdit(choice ? ok(choice) : no({ why: 'gone' }))
  }),
  staffSends(
    ['POST', '/admin/api/payments/exceptions/:id/seat'],
    'payments.edit',
    seatAgainForm,
  )(async (deps, asked) => answerException(await seatAgain(deps, idOf(asked), asked.body.tableId))),
  staffOnly(['GET', '/admin/api/payments/provider'], 'payments.read', async (deps) =>
    answer(await matchRevenue(deps)),
  ),
]
