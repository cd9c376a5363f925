import { receiveWebhook } from '#features/payments/service.ts'
import { withDeps } from '../context.ts'
import { answer, onlyBy, refuse } from '../json-answers.ts'
import type { Route } from './+types/payment-webhook.ts'

/** What the payment provider tells us. A message that is not signed by it, or too old, changes nothing. */
export const action = withDeps(async (deps, { request }: Route.ActionArgs) => {
  const signature = request.headers.get('Stripe-Signature') ?? ''
  const received = await receiveWebhook(deps, await request.text(), signature)
  if (received === 'bad_signature') {
    deps.log.warn('a payment message with a bad signature was refused')
    return refuse(400, { error: 'bad_signature', title: 'Error', text: 'The signature does not fit.' })
  }
  return answer({ received })
})

export const loader = onlyBy('POST')
