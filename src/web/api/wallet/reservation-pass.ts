import { withContext } from '#http/context.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import type { Route } from './+types/reservation-pass.ts'
import { sendPass } from './pass-response.ts'
import { followMerge } from '../../site/my-reservation/guest-page.ts'

/** Pass of a reservation for Apple Wallet, authorized by the token in the guest's link. */
export const loader = withContext(async (deps, { params }: Route.LoaderArgs) => {
  const id = deps.tokens.read('guest', params.token)
  if (id !== null) await followMerge(deps, id, '/pass.pkpass')
  return sendPass(deps, id, id === null ? '' : guestPath(deps, id))
})
