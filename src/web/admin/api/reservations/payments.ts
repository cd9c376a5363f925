import { reasonForm } from '#features/payments/revenue/schema.ts'
import { seatAgainForm } from '#features/reservation-management/staff-bookings/seat-again/schema.ts'
import {
  listSeatsAgain,
  seatAgain,
} from '#features/reservation-management/staff-bookings/seat-again/service.ts'
import {
  type IssueRefusal,
  listOpenIssues,
  matchRevenue,
  refundIssue,
  settleIssue,
} from '#features/payments/revenue/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { errorResponse, jsonResponse, type JsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

const NOTHING_LEFT = {
  error: 'nothing_left',
  title: 'Nothing to refund',
  text: 'This payment has been refunded already, or its refund is on its way.',
}

function issueResponse<Item>(done: Result<Item, IssueRefusal>): JsonResponse<{ readonly item: Item }> {
  if (done.ok) return editResponse(done)
  const { reason } = done
  return reason.why === 'nothing_left'
    ? errorResponse(409, NOTHING_LEFT)
    : editResponse({ ok: false, reason })
}

export const paymentRoutes = [
  route({ method: 'GET', path: '/admin/api/payments/issues', permission: 'payments.read' }, async (deps) =>
    jsonResponse({ items: await listOpenIssues(deps) }),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/payments/issues/:id/refund',
      permission: 'payments.edit',
      body: reasonForm,
    },
    async (deps, request) => issueResponse(await refundIssue(deps, idOf(request), request.body.reason)),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/payments/issues/:id/settle',
      permission: 'payments.edit',
      body: reasonForm,
    },
    async (deps, request) => issueResponse(await settleIssue(deps, idOf(request), request.body.reason)),
  ),
  route(
    { method: 'GET', path: '/admin/api/payments/issues/:id/tables', permission: 'payments.read' },
    async (deps, request) => {
      const choice = await listSeatsAgain(deps, idOf(request))
      return editResponse(choice ? ok(choice) : no({ why: 'not_found' }))
    },
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/payments/issues/:id/seat',
      permission: 'payments.edit',
      body: seatAgainForm,
    },
    async (deps, request) => issueResponse(await seatAgain(deps, idOf(request), request.body.tableIds)),
  ),
  route({ method: 'GET', path: '/admin/api/payments/provider', permission: 'payments.read' }, async (deps) =>
    jsonResponse(await matchRevenue(deps)),
  ),
]
