import { holdRequest } from '#features/holds/schema.ts'
import { bookTable } from '#features/bookings/service.ts'
import { withDeps } from '../context.ts'
import { PAYMENT_ERROR, refusalOf, statusOf } from '../hold-answers.ts'
import { answer, onlyBy, readJson, refuse } from '../json-answers.ts'
import type { Route } from './+types/holds.ts'

/** Takes a hold of a table for a night: 201, or 200 for the hold that this guest has already. */
export const action = withDeps(async (deps, { request }: Route.ActionArgs) => {
  const asked = await readJson(request, holdRequest)
  const taken = await bookTable(deps, asked, deps.visitor)
  if (!taken.ok) {
    if (taken.reason === 'payment_unavailable') return refuse(502, PAYMENT_ERROR)
    return refuse(statusOf(taken.reason.why), refusalOf(taken.reason))
  }
  const { isNew, differs: _differs, ...hold } = taken.value
  return answer(
    { hold: { ...hold, token: deps.tokens.sign('hold', hold.reservationId) } },
    {
      status: isNew ? 201 : 200,
      headers: deps.visitor.cookie ? { 'Set-Cookie': deps.visitor.cookie } : {},
    },
  )
})

export const loader = onlyBy('POST')
