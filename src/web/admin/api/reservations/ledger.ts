import { readMoneyByDate } from '#features/payments/ledger/service.ts'
import {
  allowanceForm,
  correctionForm,
  venueRefundForm,
  venuePaymentForm,
} from '#features/payments/at-venue/schema.ts'
import {
  correctLine,
  refundAtVenue,
  grantAllowance,
  recordVenuePayment,
} from '#features/payments/at-venue/service.ts'
import { isCalendarDate } from '#lib/venue-time.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '#web/admin/data/edit-responses.ts'
import { idOf, staffOnly, staffSends } from '../staff-route.ts'

export const ledgerRoutes = [
  staffOnly(['GET', '/admin/api/payments/by-date'], 'payments.read', async (deps, { query }) => {
    const until = query.get('until') ?? ''
    return jsonResponse(await readMoneyByDate(deps, isCalendarDate(until) ? until : null))
  }),
  staffSends(
    ['POST', '/admin/api/reservations/:id/venue-payments'],
    'payments.take',
    venuePaymentForm,
  )(async (deps, asked) => editResponse(await recordVenuePayment(deps, idOf(asked), asked.body), 201)),
  staffSends(
    ['POST', '/admin/api/reservations/:id/venue-refunds'],
    'payments.edit',
    venueRefundForm,
  )(async (deps, asked) => editResponse(await refundAtVenue(deps, idOf(asked), asked.body), 201)),
  staffSends(
    ['POST', '/admin/api/reservations/:id/allowances'],
    'payments.edit',
    allowanceForm,
  )(async (deps, asked) => editResponse(await grantAllowance(deps, idOf(asked), asked.body), 201)),
  staffSends(
    ['POST', '/admin/api/reservations/:id/corrections'],
    'payments.edit',
    correctionForm,
  )(async (deps, asked) => editResponse(await correctLine(deps, idOf(asked), asked.body), 201)),
]
