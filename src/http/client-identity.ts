import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { TrustProxy } from '#platform/network/client-address.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import { addressOf } from './request-entry.ts'
import { rateLimitKey } from './rate-limit-key.ts'

/** Guest identity of a request: keyed hashes of its browser and address, and the cookie for a new browser. */
export type RequestGuest = {
  readonly browser: string
  /** One IPv4 address, or one IPv6 /64. */
  readonly address: string
  /** The IPv6 /48; null for IPv4. */
  readonly network: string | null
  /** `Set-Cookie` for a browser without a guest cookie; null for any other. */
  readonly cookie: string | null
}

const ONE_YEAR_S = 31_536_000
const NAME_BYTES = 18

/** The /48 of an IPv6 /64; null for IPv4. */
const prefixOf = (counted: string): string | null =>
  counted.includes(':') ? counted.split(':').slice(0, 3).join(':') : null

/** Reads the guest cookie. It is essential: it ties a hold to its guest across tabs. */
export function readGuestIdentity(
  incoming: IncomingMessage,
  { tokens, secure, trustProxy }: { tokens: SignedTokens; secure: boolean; trustProxy: TrustProxy },
): RequestGuest {
  const cookieName = secure ? '__Host-guest' : 'guest'
  const counted = rateLimitKey(addressOf(incoming, trustProxy))
  const prefix = prefixOf(counted)
  const given = new RegExp(`(?:^|;\\s*)${cookieName}=([A-Za-z0-9_-]{24})(?:;|$)`).exec(
    incoming.headers.cookie ?? '',
  )?.[1]
  const name = given ?? randomBytes(NAME_BYTES).toString('base64url')
  return {
    browser: tokens.fingerprint(`browser ${name}`),
    address: tokens.fingerprint(`address ${counted}`),
    network: prefix === null ? null : tokens.fingerprint(`network ${prefix}`),
    cookie: given
      ? null
      : `${cookieName}=${name}; Path=/; Max-Age=${ONE_YEAR_S}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  }
}
