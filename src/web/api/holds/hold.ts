import { findHold } from '#features/holds/service.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import { withContext } from '#http/context.ts'
import { verifyHoldToken } from './verify-hold-token.ts'
import { jsonResponse } from '#http/json-response.ts'
import type { Route } from './+types/hold.ts'

/** State of a hold, polled by the tab that took it. */
export const loader = withContext(async (deps, { params }: Route.LoaderArgs) => {
  const hold = await findHold(deps, verifyHoldToken(deps, params.token))
  if (!hold) return jsonResponse({ hold: null }, { status: 404 })
  const link = hold.state === 'confirmed' ? guestPath(deps, hold.reservationId) : null
  return jsonResponse({ hold: { ...hold, link } })
})
