import { openCheckout } from '#features/payments/sessions/service.ts'
import { withContext } from '#http/context.ts'
import { verifyHoldToken } from './verify-hold-token.ts'
import { PAYMENT_ERROR, refusalOf, statusOf } from './hold-errors.ts'
import { jsonResponse, methodNotAllowed, errorResponse } from '#http/json-response.ts'
import type { Route } from './+types/hold-checkout.ts'

/** Opens the checkout of a hold, or finds the open one. `url` is the payment page. */
export const action = withContext(async (deps, { params }: Route.ActionArgs) => {
  const opened = await openCheckout(deps, verifyHoldToken(deps, params.token))
  if (opened.ok) return jsonResponse({ url: opened.value.url })
  if (opened.reason === 'payment_unavailable') return errorResponse(502, PAYMENT_ERROR)
  const refusal = { why: opened.reason, maxGuests: null, waitMinutes: null }
  return errorResponse(statusOf(opened.reason), refusalOf(refusal, (await deps.loadVenue()).phone))
})

export const loader = methodNotAllowed('POST')
