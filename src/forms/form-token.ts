import { randomBytes } from 'node:crypto'
import { MIN_FILL_MS } from '#lib/forms/hidden-fields.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'

type Keys = { readonly tokens: SignedTokens; readonly now: Date }

const NONCE_BYTES = 9
const NONCE_LENGTH = 12
const A_DAY_MS = 24 * 3_600_000
const A_WEEK_MS = 7 * 24 * 3_600_000
// Allowed clock difference between two processes.
const AHEAD_MS = 5000

/** Issues a signed form token with the time of rendering and a nonce. */
export function issueFormToken({ tokens, now }: Keys, form: string): string {
  const body = `${now.getTime().toString(36)}.${randomBytes(NONCE_BYTES).toString('base64url')}`
  return `${body}.${signatureOf(tokens, form, body)}`
}

/**
 * Form token of a page that is kept for every guest. It is the same all day, so that the page stays the same as long as
 * nothing of it changes. It never counts as early: the page may have been rendered for another guest.
 */
export function issueDailyFormToken({ tokens, now }: Keys, form: string): string {
  const time = Math.floor(now.getTime() / A_DAY_MS) * A_DAY_MS - MIN_FILL_MS
  const nonce = tokens.fingerprint(`daily ${form} ${time}`).slice(0, NONCE_LENGTH)
  const body = `${time.toString(36)}.${nonce}`
  return `${body}.${signatureOf(tokens, form, body)}`
}

/**
 * Verifies a form token: `early` if it returned faster than a person types, `old` after a week, `none` if the signature is
 * invalid.
 */
export function readFormToken(
  { tokens, now }: Keys,
  form: string,
  token: string,
): 'valid' | 'early' | 'old' | 'none' {
  const match = /^([0-9a-z]{1,10})\.([\w-]{12})\.([\w-]{22})$/.exec(token)
  if (!match || match[3] !== signatureOf(tokens, form, `${match[1]}.${match[2]}`)) return 'none'
  const ageMs = now.getTime() - parseInt(match[1] ?? '', 36)
  if (ageMs < -AHEAD_MS) return 'none'
  if (ageMs > A_WEEK_MS) return 'old'
  return ageMs < MIN_FILL_MS ? 'early' : 'valid'
}

const signatureOf = (tokens: SignedTokens, form: string, body: string): string =>
  tokens.fingerprint(`form ${form} ${body}`)
