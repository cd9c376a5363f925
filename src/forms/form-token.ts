import { randomBytes } from 'node:crypto'
import { QUICKEST_MS } from '#lib/forms/seal.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'

type Keys = { readonly tokens: SignedTokens; readonly now: Date }

const NONCE_BYTES = 9
const A_WEEK_MS = 7 * 24 * 3_600_000
// The clocks of two processes may differ a little.
const AHEAD_MS = 5000

/** Says when a form was drawn, in a way that nobody else can say it. One is made for each drawing. */
export function issueFormToken({ tokens, now }: Keys, form: string): string {
  const body = `${now.getTime().toString(36)}.${randomBytes(NONCE_BYTES).toString('base64url')}`
  return `${body}.${sealOf(tokens, form, body)}`
}

/**
 * What a form's stamp says: `early` for one that came back sooner than a person writes, `old` for one drawn a week ago or
 * more, `none` where we did not make it.
 */
export function readFormToken(
  { tokens, now }: Keys,
  form: string,
  stamp: string,
): 'fine' | 'early' | 'old' | 'none' {
  const match = /^([0-9a-z]{1,10})\.([\w-]{12})\.([\w-]{22})$/.exec(stamp)
  if (!match || match[3] !== sealOf(tokens, form, `${match[1]}.${match[2]}`)) return 'none'
  const ageMs = now.getTime() - parseInt(match[1] ?? '', 36)
  if (ageMs < -AHEAD_MS) return 'none'
  if (ageMs > A_WEEK_MS) return 'old'
  return ageMs < QUICKEST_MS ? 'early' : 'fine'
}

const sealOf = (tokens: SignedTokens, form: string, body: string): string =>
  tokens.fingerprint(`form ${form} ${body}`)
