import type { IncomingMessage, OutgoingHttpHeader, OutgoingHttpHeaders, ServerResponse } from 'node:http'

/* The one place that decides which answers caches may store, and for how long (docs/decisions/0018). */

/** Shared caches keep a page for so long. With the second in which every process hears of an edit it stays below 6. */
const SHARED_S = 3

const CACHE_CONTROL = {
  /** Content that staff edit: a browser asks each time, a shared cache answers for a moment. */
  page: `public, max-age=0, s-maxage=${SHARED_S}, must-revalidate`,
  /** Content whose address changes with it. */
  immutable: 'public, max-age=31536000, immutable',
  /** A file of this version whose name the next version uses too. */
  file: 'public, max-age=86400',
  /** Everything else: it belongs to one guest, to staff, or to one moment. */
  private: 'private, no-store',
} as const

export type Sharing = keyof typeof CACHE_CONTROL

export const cacheControl = (sharing: Sharing): string => CACHE_CONTROL[sharing]

/**
 * The decision for every address. An address that is not listed is private; a test refuses a route without an entry. An
 * answer of a listed address is shared only if the code that made it asked for exactly this, see `decideCacheControl`.
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
  '/assets/*': 'immutable',
  // The routes behind the links of a page, by the version of the build.
  '/__manifest': 'immutable',
  '/films/*': 'file',
  '/favicon.svg': 'file',
  '/favicon.ico': 'file',
  '/apple-touch-icon.png': 'file',
  '/icon-192.png': 'file',
  '/icon-512.png': 'file',

  // Forms carry a stamp of their own.
  '/plan-event': 'private',
  '/perform': 'private',
  '/requests/:form': 'private',
  '/reservations/times': 'private',
  '/holds': 'private',
  '/holds/:token': 'private',
  '/holds/:token/checkout': 'private',
  '/holds/:token/release': 'private',
  '/payment-success': 'private',
  '/payment-cancelled': 'private',
  '/payments/webhook': 'private',
  '/test-payment/*': 'private',
  '/my-reservation/:token': 'private',
  '/my-reservation/:token/calendar.ics': 'private',
  '/my-reservation/:token/packages/:picture': 'private',
  '/my-reservation/:token/times': 'private',
  '/stop-reminders/:token': 'private',
  '/live/floor/:event': 'private',
  '/admin/*': 'private',
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

/** The path of the page whose data `/menu.data` is. */
const pagePath = (path: string): string =>
  path.endsWith('.data') ? path.slice(0, -'.data'.length).replace(/^\/_(root)?$/, '/') : path

const SHAREABLE_STATUS = new Set([200, 206, 304])
const SHAREABLE_METHODS = new Set(['GET', 'HEAD'])

type Answer = {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly status: number
  /** The `Cache-Control` that the code behind this address asked for. */
  readonly asked: string | undefined
  readonly setsCookie: boolean
}

/**
 * The `Cache-Control` of an answer. It is shared where two agree: the table above for its address, and the code that made
 * it. Anything else, and whatever sets a cookie, is for the one who asked, whatever its own code says.
 */
export function decideCacheControl({ method, url, status, asked, setsCookie }: Answer): string {
  const isShareable =
    !setsCookie && SHAREABLE_STATUS.has(status) && SHAREABLE_METHODS.has(method ?? '') && asked !== undefined
  if (!isShareable) return CACHE_CONTROL.private
  const path = pagePath(url?.split('?', 1)[0] ?? '/')
  const allowed = SHARED.find((it) => it.matches.test(path))?.sharing
  if (allowed === undefined) return CACHE_CONTROL.private
  // A file of the build that has no hash in its name lives among those that have.
  const isAgreed =
    asked === CACHE_CONTROL[allowed] || (allowed === 'immutable' && asked === CACHE_CONTROL.file)
  return isAgreed ? asked : CACHE_CONTROL.private
}

/** Makes an answer carry the decision when its head is written, whatever writes it. */
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
      const asked = outgoing.getHeader('Cache-Control')?.toString()
      const setsCookie = outgoing.hasHeader('Set-Cookie')
      outgoing.setHeader('Cache-Control', decideCacheControl({ method, url, status, asked, setsCookie }))
    }
    return typeof reason === 'string' ? writeHead(status, reason) : writeHead(status)
  }
}

/** Headers as pairs. Node also takes them as a flat list of names and values. */
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
