import { createPrivateKey, type KeyObject, sign } from 'node:crypto'
import { z } from 'zod'
import { no, ok, type Result } from '#lib/result.ts'
import type { ServiceAccount } from '../config/settings/kinds.ts'
import { ask, GoogleWalletError } from './google-request.ts'

const SCOPE = 'https://www.googleapis.com/auth/wallet_object.issuer'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const LIFETIME_S = 3600
/** A token is replaced this long before it ends, so that none ends on its way. */
const SPARE_S = 60
const SECOND_MS = 1000

/** Signs claims as a JWT with the key of the service account. */
export type SignJwt = (claims: Readonly<Record<string, unknown>>) => string

/** Reads the key of a service account; else says what is wrong. */
export function readSigner({ key, keyId }: ServiceAccount): Result<SignJwt, string> {
  const parsed = parseKey(key)
  if (parsed?.asymmetricKeyType !== 'rsa')
    return no('the private key in GOOGLE_WALLET_KEY cannot be read, or is not an RSA key')
  const header = encode({ alg: 'RS256', typ: 'JWT', ...(keyId === null ? {} : { kid: keyId }) })
  return ok((claims) => {
    const signed = `${header}.${encode(claims)}`
    return `${signed}.${sign('sha256', Buffer.from(signed), parsed).toString('base64url')}`
  })
}

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

function parseKey(key: string): KeyObject | null {
  try {
    return createPrivateKey(key)
  } catch {
    return null
  }
}

const granted = z.object({ access_token: z.string().min(1), expires_in: z.number().default(LIFETIME_S) })

type Token = { readonly text: string; readonly until: number }

/** Access tokens of the service account. One is kept as long as it is valid. */
export function keepToken({ email, tokenUrl }: ServiceAccount, signJwt: SignJwt) {
  let kept: Promise<Token> | undefined

  const exchange = async (): Promise<Token> => {
    const now = Math.floor(Date.now() / SECOND_MS)
    const claims = { iss: email, scope: SCOPE, aud: tokenUrl, iat: now, exp: now + LIFETIME_S }
    const body = new URLSearchParams({ grant_type: GRANT, assertion: signJwt(claims) })
    const { status, reason, body: read } = await ask(tokenUrl, { method: 'POST', body })
    const token = granted.safeParse(read)
    if (status !== 200 || !token.success)
      throw new GoogleWalletError(`Google gives the service account no token (${status}, ${reason})`)
    return { text: token.data.access_token, until: (now + token.data.expires_in - SPARE_S) * SECOND_MS }
  }

  const renew = (): Promise<Token> => {
    const next = exchange()
    kept = next
    next.catch(() => {
      if (kept === next) kept = undefined
    })
    return next
  }

  return {
    async read(): Promise<string> {
      const token = await (kept ?? renew())
      return token.until > Date.now() ? token.text : (await renew()).text
    },
    /** Forgets a token that Google refused, unless it was replaced meanwhile. */
    async drop(refused: string): Promise<void> {
      const token = await kept?.catch(() => undefined)
      if (token?.text === refused) kept = undefined
    },
  }
}
