import { openCheckout } from '#features/checkouts/service.ts'
import { withDeps } from '../context.ts'
import { heldBy } from '../held-by.ts'
import { PAYMENT_ERROR, refusalOf, statusOf } from '../hold-answers.ts'
import { answer, onlyBy, refuse } from '../json-answers.ts'
import type { Route } from './+types/hold-checkout.ts'

/** Opens the payment of a hold, or finds the open one: `{ url }` is where its guest pays. */
export const action = withDeps(async (deps, { params }: Route.ActionArgs) => {
  const opened = await openCheckout(deps, heldBy(deps, params.token))
  if (opened.ok) return answer({ url: opened.value.url })
  if (opened.reason === 'payment_unavailable') return refuse(502, PAYMENT_ERROR)
  const refused = { why: opened.reason, maxGuests: null, waitMinutes: null }
  return refuse(statusOf(opened.reason), refusalOf(refused, (await deps.loadVenue()).phone))
})

export const loader = onlyBy('POST')
