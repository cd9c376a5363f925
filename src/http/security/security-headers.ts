import { createHash } from 'node:crypto'
import { CSP_REPORTS_PATH } from './csp-reports.ts'
import { MAP_ORIGIN } from './map-origin.ts'

/** CSP source hash of an inline script or style. */
export const sourceHash = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`

type Allowed = { readonly scripts: readonly string[]; readonly styles: readonly string[] }

// Vite sends hot updates over a WebSocket on its own port.
const DEV_WEBSOCKET = import.meta.env.DEV ? ' ws:' : ''

/** In development Vite adds each style sheet to the page by a script. A hash beside it would switch 'unsafe-inline' off. */
const styleSources = (styles: readonly string[]): readonly string[] =>
  import.meta.env.DEV ? ["'self'", "'unsafe-inline'"] : ["'self'", ...styles]

/** Content-Security-Policy of a page: nothing from other origins but a map in its frame, and inline only what `allowed` lists by nonce or hash. */
export const contentSecurityPolicy = ({ scripts, styles }: Allowed, secure: boolean): string =>
  [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    `style-src ${styleSources(styles).join(' ')}`,
    "img-src 'self' data:",
    "media-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${DEV_WEBSOCKET}`,
    "manifest-src 'self'",
    `frame-src ${MAP_ORIGIN}`,
    // Without scripts the booking form is redirected to the payment page, and browsers check redirects against form-action.
    "form-action 'self' https://checkout.stripe.com",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(secure ? ['upgrade-insecure-requests'] : []),
    // No `report-to`: browsers that support it would ignore `report-uri` and delay the reports.
    `report-uri ${CSP_REPORTS_PATH}`,
  ].join('; ')

/**
 * Security headers of every response. Set on Node's response, before Hono: cached pages and static files never reach
 * `hono/secure-headers`.
 */
export const commonHeaders = (secure: boolean): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  ...(secure ? { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' } : {}),
})

const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g

/** CSP hashes of every inline style of a rendered page. */
export const styleHashes = (html: string): readonly string[] => [
  ...new Set([...html.matchAll(INLINE_STYLE)].map(([, text = '']) => sourceHash(text))),
]
