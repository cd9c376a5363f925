import { withContext } from '#http/context.ts'
import type { Route } from './+types/friend-pass.ts'
import { sendPass } from './pass-response.ts'

/** Pass of a friend of a party for Apple Wallet, authorized by the token in the friend's link. */
export const loader = withContext((deps, { params }: Route.LoaderArgs) =>
  sendPass(deps, deps.tokens.read('entry_share', params.token), `/shared-entry/${params.token}`),
)
