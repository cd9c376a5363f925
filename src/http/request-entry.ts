import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { redactPath } from '#lib/redact.ts'
import { type Client, findClient, isFromProxy, type TrustProxy } from '#platform/network/client-address.ts'
import type { Log } from '#platform/observability/log.ts'
import {
  beginContext,
  reservationFields,
  type Trace,
  runWithContext,
} from '#platform/observability/request-context.ts'
import { readConsent } from './consent.ts'
import { type CachePolicy, matchCacheRule } from '../page-cache/cache-rules.ts'
import type { CachedPage, PageCache } from '../page-cache/page-cache.ts'
import { pageResponse, chooseVariant, type Variant } from '../page-cache/page-response.ts'
import { commonHeaders } from './security-headers.ts'
import { applyCacheControl } from '../page-cache/cache-control.ts'

const MAX_KNOWN_ADDRESSES = 5000
/** Longer addresses are read anew each time: five thousand of 16 KB would be a memory to fill. */
const MAX_KNOWN_LENGTH = 300

/** Where a page comes in the memory of kept pages: its address for this kind of guest, and which drawing of it. */
export const cacheKey = (address: string, consent: string, variant: number): string =>
  `${consent} ${variant} ${address}`

const variants = new WeakMap<IncomingMessage, Variant>()

/** The variant of a page that this request gets: the one looked for in memory is the one rendered where it is missing. */
export function variantOf(incoming: IncomingMessage, page: CachePolicy): Variant {
  const variant = variants.get(incoming) ?? chooseVariant(page, incoming.headers['if-none-match'], Date.now())
  variants.set(incoming, variant)
  return variant
}

const ids = new WeakMap<IncomingMessage, string>()
const prefix = randomBytes(4).toString('hex')
let count = 0

/** The id a request goes by in the log and in what a guest can quote to us. */
export const requestIdOf = (incoming: IncomingMessage): string => ids.get(incoming) ?? 'none'

function assignRequestId(incoming: IncomingMessage, trustProxy: TrustProxy): string {
  const given = isFromProxy(incoming.socket.remoteAddress, trustProxy)
    ? incoming.headers['x-request-id']
    : undefined
  const id =
    typeof given === 'string' && /^[\w-]{8,64}$/.test(given)
      ? given
      : `${prefix}-${(count += 1).toString(36)}`
  ids.set(incoming, id)
  return id
}

/** The client that sent a request, as far as proxies that are believed say it. */
export const clientOf = (incoming: IncomingMessage, trustProxy: TrustProxy): Client =>
  findClient(
    {
      remote: incoming.socket.remoteAddress,
      forwarded: incoming.headers.forwarded,
      xForwardedFor: incoming.headers['x-forwarded-for']?.toString(),
    },
    trustProxy,
  )

/** The address that limits count. */
export const addressOf = (incoming: IncomingMessage, trustProxy: TrustProxy): string =>
  clientOf(incoming, trustProxy).address

type Options = {
  readonly pageCache: PageCache | null
  readonly log: Log
  readonly secure: boolean
  readonly trustProxy: TrustProxy
  readonly next: RequestListener
  /** Hears of each answer, where somebody counts them. */
  readonly onCompleted?: ((answered: CompletedRequest) => void) | undefined
  /** Hears of each request that is not a health check. */
  readonly onRequest?: (() => void) | undefined
}

export type RequestEntry = {
  readonly listener: RequestListener
  /** Whether each connection ends with its next response, those of requests under way included: `Connection: close`. */
  closeAfterResponses(closes: boolean): void
}

const HEALTH_CHECKS = new Set(['/readyz', '/healthz'])

/**
 * Meets every request: gives it an id, the headers every answer has and one line in the log, and answers at once with
 * a kept page where there is one. Whatever needs more goes on to `next`.
 */
export function createRequestEntry(options: Options): RequestEntry {
  const { pageCache, log, secure, trustProxy, next, onCompleted, onRequest } = options
  const underWay = new Set<ServerResponse>()
  let keepsAlive = true
  const headers = new Headers(commonHeaders(secure))
  const known = new Map<string, CachePolicy | null>()

  const cacheable = (url: string): CachePolicy | null => {
    const found = known.get(url)
    if (found !== undefined) return found
    const page = matchCacheRule(url)
    if (url.length > MAX_KNOWN_LENGTH) return page
    if (known.size >= MAX_KNOWN_ADDRESSES) known.clear()
    known.set(url, page)
    return page
  }

  const findCached = (incoming: IncomingMessage): CachedPage | null => {
    if (!pageCache || (incoming.method !== 'GET' && incoming.method !== 'HEAD')) return null
    const page = cacheable(incoming.url ?? '/')
    if (!page) return null
    const { variant } = variantOf(incoming, page)
    return pageCache.findFresh(cacheKey(page.address, readConsent(incoming.headers.cookie), variant))
  }

  const listener: RequestListener = (incoming, outgoing) => {
    if (onRequest && !HEALTH_CHECKS.has(incoming.url ?? '')) onRequest()
    if (!keepsAlive) outgoing.shouldKeepAlive = false
    underWay.add(outgoing)
    const started = performance.now()
    const id = assignRequestId(incoming, trustProxy)
    outgoing.setHeaders(headers)
    outgoing.setHeader('X-Request-Id', id)
    const page = findCached(incoming)
    const trace = beginContext({ requestId: id })
    outgoing.once('close', () => {
      underWay.delete(outgoing)
      const ms = performance.now() - started
      const answered = { id, trace, incoming, outgoing, ms, pageCache: page !== null }
      logRequest(log, answered)
      onCompleted?.(answered)
    })
    if (page) return sendCached(incoming, outgoing, page)
    applyCacheControl(incoming, outgoing)
    runWithContext(trace, () => next(incoming, outgoing))
  }
  return {
    listener,
    closeAfterResponses(closes) {
      keepsAlive = !closes
      if (!closes) return
      // A client that was told that its connection stays open may send its next request on it.
      for (const outgoing of underWay) if (!outgoing.headersSent) outgoing.shouldKeepAlive = false
    },
  }
}

function sendCached(incoming: IncomingMessage, outgoing: ServerResponse, page: CachedPage): void {
  const known = variants.get(incoming) ?? { variant: 0, window: null }
  const { status, headers, body } = pageResponse(page, known, incoming)
  outgoing.writeHead(status, body === null ? headers : { ...headers, 'Content-Length': body.length })
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
}

export type CompletedRequest = {
  readonly id: string
  readonly trace: Trace
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly ms: number
  readonly pageCache: boolean
}

// The query stays out of the log: it is where searches, tokens and addresses of guests end up.
function logRequest(log: Log, { id, trace, incoming, outgoing, ms, pageCache }: CompletedRequest): void {
  const entry = {
    req: id,
    method: incoming.method,
    path: redactPath(incoming.url?.split('?', 1)[0] ?? '/'),
    status: outgoing.statusCode,
    ms: Math.round(ms * 10) / 10,
    pageCache,
    ...reservationFields(trace),
    ...(outgoing.writableFinished ? {} : { aborted: true }),
  }
  if (outgoing.statusCode >= 500) log.error(entry, 'answered')
  else log.info(entry, 'answered')
}
