import { withContext } from '#http/context.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import type { Route } from './+types/reservation-google-pass.ts'
import { leadToGoogle } from './pass-response.ts'
import { followMerge } from '../../site/my-reservation/guest-page.ts'

/** Pass of a reservation for Google Wallet, authorized by the token in the guest's link. */
export const loader = withContext(async (deps, { params }: Route.LoaderArgs) => {
  const id = deps.tokens.read('guest', params.token)
  if (id !== null) await followMerge(deps, id, '/google-wallet')
  return leadToGoogle(deps, id, id === null ? '' : guestPath(deps, id))
})
