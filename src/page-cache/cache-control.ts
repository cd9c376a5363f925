import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/* `Cache-Control` of every response is decided here (docs/decisions/0018). */

/** Lifetime of a page in shared caches. With the second until every process is notified of an edit it stays below 6. */
const SHARED_S = 3

const CACHE_CONTROL = {
  /** Content that staff edit: browsers revalidate each time, shared caches serve it for a few seconds. */
  page: `public, max-age=0, s-maxage=${SHARED_S}, must-revalidate`,
  /** Content with a hash or version in its URL. */
  immutable: 'public, max-age=31536000, immutable',
  /** File whose name stays the same in the next version. */
  file: 'public, max-age=86400',
  /** Answers to scripts that change by the minute: asked for each time, but no reason to keep their page from coming back. */
  fresh: 'private, no-cache',
  /** Everything else: personal, staff-only, or true for one moment only. */
  private: 'private, no-store',
} as const

export type Sharing = keyof typeof CACHE_CONTROL

export const cacheControl = (sharing: Sharing): string => CACHE_CONTROL[sharing]

/**
 * Cache policy of every route. An unlisted path is private, and a test fails on a route without an entry. A response is
 * shared only if its own code requested the same policy, see `decideCacheControl`.
 */
export const SHARING: Readonly<Record<string, Sharing>> = {
  '/': 'page',
  '/menu': 'page',
  '/menu/:item': 'page',
  '/gallery': 'page',
  '/events': 'page',
  '/events/:event': 'page',
  '/reservations': 'page',
  '/thank-you': 'page',
  '/privacy-policy': 'page',
  '/terms-of-service': 'page',
  '/cookie-policy': 'page',
  '/sitemap.xml': 'page',
  '/site.webmanifest': 'page',
  '/robots.txt': 'file',
  '/media/:id/:rendition': 'immutable',
  '/share-pictures/:kind/:subject/:file': 'immutable',
  '/assets/*': 'immutable',
  // Route manifest of React Router, with the build version in its query.
  '/__manifest': 'immutable',
  '/films/*': 'file',
  '/favicon.svg': 'file',
  '/favicon.ico': 'file',
  '/apple-touch-icon.png': 'file',
  '/icon-192.png': 'file',
  '/icon-512.png': 'file',
  '/fonts-license.txt': 'file',

  // A form carries its own form token.
  '/plan-event': 'private',
  '/perform': 'private',
  '/requests/:form': 'private',
  '/reservations/times': 'fresh',
  '/holds': 'private',
  '/holds/:token': 'private',
  '/holds/:token/checkout': 'private',
  '/holds/:token/release': 'private',
  '/payment-success': 'private',
  '/payment-cancelled': 'private',
  '/payments/webhook': 'private',
  '/text-messages/webhook': 'private',
  '/test-payment/*': 'private',
  '/my-reservation/:token': 'private',
  '/my-reservation/:token/change': 'private',
  '/my-reservation/:token/details': 'private',
  '/my-reservation/:token/calendar.ics': 'private',
  '/my-reservation/:token/pass.pkpass': 'private',
  '/my-reservation/:token/google-wallet': 'private',
  '/my-reservation/:token/packages/:picture': 'private',
  '/my-reservation/:token/times': 'fresh',
  '/stop-reminders/:token': 'private',
  '/lists/:code': 'private',
  '/list-entry/:token': 'private',
  '/find-my-booking': 'private',
  '/shared-entry/:token': 'private',
  '/shared-entry/:token/calendar.ics': 'private',
  '/shared-entry/:token/pass.pkpass': 'private',
  '/shared-entry/:token/google-wallet': 'private',
  '/passes/v1/devices/:device/registrations/:passType': 'private',
  '/passes/v1/devices/:device/registrations/:passType/:serial': 'private',
  '/passes/v1/passes/:passType/:serial': 'private',
  '/passes/v1/log': 'private',
  '/waiting-list': 'private',
  '/waiting/:token': 'private',
  '/live/floor/:event': 'private',
  '/admin/*': 'private',
  '/admin/door': 'private',
  '/admin/door/worker.js': 'private',
  '/admin/door/app.webmanifest': 'private',
  '/outbox/:email?': 'private',
  '/cookie-consent': 'private',
  '/csp-reports': 'private',
  '/healthz': 'private',
  '/readyz': 'private',
  '/*': 'private',
}

const asRegExp = (pattern: string): RegExp =>
  new RegExp(`^${pattern.replaceAll('.', '\\.').replaceAll(/:\w+/g, '[^/]+').replace('*', '.+')}$`)

const SHARED = Object.entries(SHARING)
  .filter(([, sharing]) => sharing !== 'private')
  .map(([pattern, sharing]) => ({ matches: asRegExp(pattern), sharing }))

const SHAREABLE_STATUS = new Set([200, 206, 304])
const SHAREABLE_METHODS = new Set(['GET', 'HEAD'])

type ResponseFacts = {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly status: number
  /** `Cache-Control` that the route requested. */
  readonly requested: string | undefined
  readonly setsCookie: boolean
}

/**
 * Decides the `Cache-Control` of a response. It is shared only where the table above and the route agree. Any other
 * response, and any that sets a cookie, is private.
 */
export function decideCacheControl({ method, url, status, requested, setsCookie }: ResponseFacts): string {
  const isShareable =
    !setsCookie &&
    SHAREABLE_STATUS.has(status) &&
    SHAREABLE_METHODS.has(method ?? '') &&
    requested !== undefined
  if (!isShareable) return CACHE_CONTROL.private
  const path = url?.split('?', 1)[0] ?? '/'
  const allowed = SHARED.find((it) => it.matches.test(path))?.sharing
  if (allowed === undefined) return CACHE_CONTROL.private
  // Files without a hash in their name also live below /assets.
  const isAgreed =
    requested === CACHE_CONTROL[allowed] || (allowed === 'immutable' && requested === CACHE_CONTROL.file)
  return isAgreed ? requested : CACHE_CONTROL.private
}

/** Sets the decided `Cache-Control` when the response head is written, whichever code writes it. */
export function applyCacheControl(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const writeHead = outgoing.writeHead.bind(outgoing)
  outgoing.writeHead = (
    status: number,
    reason?: string | OutgoingHttpHeaders | OutgoingHttpHeader[],
    given?: OutgoingHttpHeaders | OutgoingHttpHeader[],
  ) => {
    const headers = typeof reason === 'string' ? given : reason
    if (!outgoing.headersSent) {
      for (const [name, value] of pairsOf(headers)) if (value !== undefined) outgoing.setHeader(name, value)
      const { method, url } = incoming
      const requested = outgoing.getHeader('Cache-Control')?.toString()
      const setsCookie = outgoing.hasHeader('Set-Cookie')
      outgoing.setHeader('Cache-Control', decideCacheControl({ method, url, status, requested, setsCookie }))
    }
    return typeof reason === 'string' ? writeHead(status, reason) : writeHead(status)
  }
}

/** Header pairs. Node also accepts headers as a flat list of names and values. */
function pairsOf(
  headers: OutgoingHttpHeaders | OutgoingHttpHeader[] | undefined,
): (readonly [string, OutgoingHttpHeader | undefined])[] {
  if (!Array.isArray(headers)) return Object.entries(headers ?? {})
  const values = new Map<string, OutgoingHttpHeader[]>()
  for (let i = 0; i + 1 < headers.length; i += 2) {
    const name = String(headers[i])
    values.set(name, [...(values.get(name) ?? []), headers[i + 1] ?? ''])
  }
  return [...values].map(([name, all]) => [name, all.length === 1 ? all[0] : all.map(String)] as const)
}
