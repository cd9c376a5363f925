import { createHash } from 'node:crypto'
import { CSP_REPORTS_PATH } from './csp-reports.ts'

/** The hash a policy names an inline script or style by. */
export const sourceHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

type Allowed = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

// While somebody works on it, the page hears of saved files on a port of its own.
const NEWS_OF_FILES = import.meta.env.DEV ? ' ws:' : ''

/** The policy of a page: nothing from elsewhere, and inline only what `allowed` names by nonce or hash. */
export const contentSecurityPolicy = ({ scripts, styles }: Allowed, secure: boolean): string =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src ${["'self'", ...styles].join(' ')}`,
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${NEWS_OF_FILES}`,
    "manifest-src 'self'",
    // A form without scripts is answered with the way to the payment page, and browsers hold that against the form.
    "form-action 'self' https://checkout.stripe.com",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
    // The older of two ways, which every browser knows: the newer would keep those that know it from this one, and waits.
    `report-uri ${CSP_REPORTS_PATH}`,
  ].join('; ')

/** Headers of every answer, page or not. */
export const commonHeaders = (secure: boolean): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  ...(secure ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
})

const INLINE_SCRIPT = /<script(?![^>]*\ssrc=)([^>]*)>([\s\S]*?)<\/script>/g
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g

/** The hashes of everything inline in a finished page. Data blocks are no scripts and need none. */
export function inlineHashes(html: string): Allowed {
  const scripts = [...html.matchAll(INLINE_SCRIPT)]
    .filter(([, attributes]) => !/type="(application\/ld\+json|application\/json)"/.test(attributes ?? ''))
    .map(([, , text]) => sourceHash(text ?? ''))
  const styles = [...html.matchAll(INLINE_STYLE)].map(([, text]) => sourceHash(text ?? ''))
  return { scripts: [...new Set(scripts)], styles: [...new Set(styles)] }
}
