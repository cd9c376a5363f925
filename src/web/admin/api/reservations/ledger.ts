import { readMoneyByDate } from '#features/payments/ledger/service.ts'
import {
  allowanceForm,
  correctionForm,
  paymentUndoForm,
  venueRefundForm,
  venuePaymentForm,
} from '#features/payments/at-venue/schema.ts'
import { correctLine, undoVenuePayment } from '#features/payments/at-venue/corrections/service.ts'
import { refundAtVenue, grantAllowance, recordVenuePayment } from '#features/payments/at-venue/service.ts'
import { isCalendarDate } from '#lib/venue-time.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

export const ledgerRoutes = [
  route(
    { method: 'GET', path: '/admin/api/payments/by-date', permission: 'payments.read' },
    async (deps, { query }) => {
      const until = query.get('until') ?? ''
      return jsonResponse(await readMoneyByDate(deps, isCalendarDate(until) ? until : null))
    },
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/:id/venue-payments',
      permission: 'payments.take',
      body: venuePaymentForm,
    },
    async (deps, request) => editResponse(await recordVenuePayment(deps, idOf(request), request.body), 201),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/:id/venue-payments/undo',
      permission: 'payments.take',
      body: paymentUndoForm,
    },
    async (deps, request) => editResponse(await undoVenuePayment(deps, idOf(request), request.body)),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/:id/venue-refunds',
      permission: 'payments.edit',
      body: venueRefundForm,
    },
    async (deps, request) => editResponse(await refundAtVenue(deps, idOf(request), request.body), 201),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/:id/allowances',
      permission: 'payments.edit',
      body: allowanceForm,
    },
    async (deps, request) => editResponse(await grantAllowance(deps, idOf(request), request.body), 201),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/:id/corrections',
      permission: 'payments.edit',
      body: correctionForm,
    },
    async (deps, request) => editResponse(await correctLine(deps, idOf(request), request.body), 201),
  ),
]
