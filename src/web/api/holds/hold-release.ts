import { releaseHold } from '#features/holds/booking/service.ts'
import { PaymentUnavailable } from '#platform/payments-gateways/types.ts'
import { withContext } from '#http/context.ts'
import { verifyHoldToken } from './verify-hold-token.ts'
import { jsonResponse, methodNotAllowed, errorResponse } from '#http/json-response.ts'
import type { Route } from './+types/hold-release.ts'

/** Releases a hold ("Keep looking"). If the checkout was just paid, the response says so and the table stays booked. */
export const action = withContext(async (deps, { params }: Route.ActionArgs) => {
  const id = verifyHoldToken(deps, params.token)
  try {
    return jsonResponse({ outcome: await releaseHold(deps, id, 'guest') })
  } catch (error) {
    if (!(error instanceof PaymentUnavailable)) throw error
    deps.log.warn(
      { event: 'holds.release_deferred', err: error },
      'a hold could not be released now; it expires by itself',
    )
    return errorResponse(502, {
      error: 'payment_unavailable',
      title: 'Please wait a moment',
      text: 'We could not release the table right now. It is released automatically when your time is up.',
    })
  }
})

export const loader = methodNotAllowed('POST')
