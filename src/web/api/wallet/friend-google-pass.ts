import { withContext } from '#http/context.ts'
import type { Route } from './+types/friend-google-pass.ts'
import { leadToGoogle } from './pass-response.ts'

/** Pass of a friend of a party for Google Wallet, authorized by the token in the friend's link. */
export const loader = withContext((deps, { params }: Route.LoaderArgs) =>
  leadToGoogle(deps, deps.tokens.read('entry_share', params.token), `/shared-entry/${params.token}`),
)
