import { receiveWebhook } from '#features/payments/service.ts'
import { withContext } from '#http/context.ts'
import { jsonResponse, methodNotAllowed, errorResponse } from '#http/json-response.ts'
import type { Route } from './+types/payment-webhook.ts'

const REFUSED = {
  bad_signature: 'The signature is not valid.',
  malformed: 'This is not a valid event.',
}

/** Webhook of the payment provider. A message with an invalid signature or an old timestamp is rejected. */
export const action = withContext(async (deps, { request }: Route.ActionArgs) => {
  const signature = request.headers.get('Stripe-Signature') ?? ''
  const received = await receiveWebhook(deps, await request.text(), signature)
  if (received.ok) return jsonResponse({ received: received.value })
  const why = received.reason
  deps.log.warn({ event: 'payments.webhook_rejected', why }, 'a message of the payment provider was rejected')
  return errorResponse(400, { error: why, title: 'Error', text: REFUSED[why] })
})

export const loader = methodNotAllowed('POST')
