import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { countedAs } from '#platform/live.ts'
import type { SignedTokens } from '#platform/signed-tokens.ts'
import { addressOf } from './front-door.ts'

/** Who asks, as keyed hashes, and the cookie that makes a new browser known again. */
export type RequestVisitor = {
  readonly browser: string
  readonly address: string
  /** The `Set-Cookie` for a browser that has not been here; null for one that has. */
  readonly cookie: string | null
}

const ONE_YEAR_S = 31_536_000
const NAME_BYTES = 18

/**
 * Recognises a browser that holds a table. Essential: without it, the same guest in a second tab would be a stranger to
 * the table they hold.
 */
export function readVisitor(
  incoming: IncomingMessage,
  { tokens, secure, trustProxy }: { tokens: SignedTokens; secure: boolean; trustProxy: boolean },
): RequestVisitor {
  const cookieName = secure ? '__Host-guest' : 'guest'
  const address = tokens.fingerprint(`address ${countedAs(addressOf(incoming, trustProxy))}`)
  const given = new RegExp(`(?:^|;\\s*)${cookieName}=([A-Za-z0-9_-]{24})(?:;|$)`).exec(
    incoming.headers.cookie ?? '',
  )?.[1]
  const name = given ?? randomBytes(NAME_BYTES).toString('base64url')
  return {
    browser: tokens.fingerprint(`browser ${name}`),
    address,
    cookie: given
      ? null
      : `${cookieName}=${name}; Path=/; Max-Age=${ONE_YEAR_S}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  }
}
