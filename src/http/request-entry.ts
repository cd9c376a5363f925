import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { redactPath } from '#lib/text/redact.ts'
import { type Client, findClient, isFromProxy, type TrustProxy } from '#platform/network/client-address.ts'
import type { Log } from '#platform/observability/log.ts'
import {
  beginContext,
  reservationFields,
  type RequestContext,
  runWithContext,
} from '#platform/observability/request-context.ts'
import type { PageResponse } from '../page-cache/page-response.ts'
import type { PageServer } from '../page-cache/serve-pages.ts'
import { commonHeaders } from './security/security-headers.ts'
import { applyCacheControl } from '../page-cache/cache-control.ts'

const ids = new WeakMap<IncomingMessage, string>()
const prefix = randomBytes(4).toString('hex')
let count = 0

/** Request id: in the log, and in `X-Request-Id` for guests to quote. */
export const requestIdOf = (incoming: IncomingMessage): string => ids.get(incoming) ?? 'none'

function newRequestId(incoming: IncomingMessage, trustProxy: TrustProxy): string {
  const given = isFromProxy(incoming.socket.remoteAddress, trustProxy)
    ? incoming.headers['x-request-id']
    : undefined
  const id =
    typeof given === 'string' && /^[\w-]{8,64}$/.test(given)
      ? given
      : `${prefix}-${(count += 1).toString(36)}`
  return id
}

/** Client of a request, as reported by trusted proxies. */
export const clientOf = (incoming: IncomingMessage, trustProxy: TrustProxy): Client =>
  findClient(
    {
      remote: incoming.socket.remoteAddress,
      forwarded: incoming.headers.forwarded,
      xForwardedFor: incoming.headers['x-forwarded-for']?.toString(),
    },
    trustProxy,
  )

/** Client address, for rate limits. */
export const addressOf = (incoming: IncomingMessage, trustProxy: TrustProxy): string =>
  clientOf(incoming, trustProxy).address

type Options = {
  /** Null in development, where nothing is cached. */
  readonly pages: PageServer | null
  readonly log: Log
  readonly secure: boolean
  readonly trustProxy: TrustProxy
  readonly next: RequestListener
  /** Called with each completed request, for the metrics. */
  readonly onCompleted?: ((request: CompletedRequest) => void) | undefined
  /** Called with each request that is no health check. */
  readonly onRequest?: (() => void) | undefined
}

export type RequestEntry = {
  readonly listener: RequestListener
  /** Sends `Connection: close` with every response, active requests included. */
  closeAfterResponses(closes: boolean): void
}

const HEALTH_CHECKS = new Set(['/readyz', '/healthz'])

/**
 * First middleware of every request: assigns its id, sets the security headers, logs one line, and serves a cached page.
 * Any other request goes on to `next`.
 */
export function createRequestEntry(options: Options): RequestEntry {
  const { pages, secure, trustProxy, next, onCompleted, onRequest } = options
  // Nothing in a request's line needs the redaction of fields, which walks every one of them.
  const log = options.log.child({}, { redact: [] })
  const active = new Set<ServerResponse>()
  let keepsAlive = true
  const security = commonHeaders(secure)
  const headers = new Headers(security)
  const pageHeaders = createPageHeaders(security)

  const listener: RequestListener = (incoming, outgoing) => {
    if (onRequest && !HEALTH_CHECKS.has(incoming.url ?? '')) onRequest()
    if (!keepsAlive) outgoing.shouldKeepAlive = false
    active.add(outgoing)
    const started = performance.now()
    const id = newRequestId(incoming, trustProxy)
    const found = pages?.find(incoming) ?? null
    const watch = (facts: Pick<LoggedRequest, 'trace' | 'path'>): void =>
      void outgoing.once('close', () => {
        active.delete(outgoing)
        const completed = { incoming, outgoing, ms: performance.now() - started }
        logRequest(log, { ...completed, ...facts, id })
        onCompleted?.(completed)
      })
    if (found?.kind === 'hit') {
      const { response, loggedPath } = found
      watch({ trace: null, path: loggedPath })
      const { status, body } = response
      const list = [...pageHeaders(response), 'X-Request-Id', id]
      return sendPage(incoming, outgoing, { status, body, headers: list })
    }
    const trace = beginContext({ requestId: id })
    watch({ trace, path: null })
    ids.set(incoming, id)
    outgoing.setHeaders(headers)
    outgoing.setHeader('X-Request-Id', id)
    runWithContext(trace, () => {
      if (found) deferPage(incoming, found.render())
      applyCacheControl(incoming, outgoing)
      next(incoming, outgoing)
    })
  }
  return {
    listener,
    closeAfterResponses(closes) {
      keepsAlive = !closes
      if (!closes) return
      // Without `Connection: close` a client may send its next request on a connection that is about to close.
      for (const outgoing of active) if (!outgoing.headersSent) outgoing.shouldKeepAlive = false
    },
  }
}

const deferred = new WeakMap<IncomingMessage, Promise<Response>>()

/** Hands the rendering of a page on to the route handler. */
function deferPage(incoming: IncomingMessage, page: Promise<Response>): void {
  deferred.set(incoming, page)
  // The handler may never await it, if a middleware rejects the request first.
  page.catch(() => undefined)
}

/** Rendering of the cacheable page that this request missed in the cache; null for any other request. */
export const deferredPage = (incoming: IncomingMessage): Promise<Response> | null =>
  deferred.get(incoming) ?? null

/** Header lists of cached pages, as names and values in turn: the form that `writeHead` copies fastest. */
function createPageHeaders(security: Readonly<Record<string, string>>) {
  const lists = new WeakMap<PageResponse, string[]>()
  return (response: PageResponse): readonly string[] => {
    const known = lists.get(response)
    if (known) return known
    const { headers, body } = response
    const length = body === null ? {} : { 'Content-Length': String(body.length) }
    const list = Object.entries({ ...security, ...headers, ...length }).flat()
    lists.set(response, list)
    return list
  }
}

/** Headers are handed to `writeHead` in one piece: Node checks and copies each that was set before. */
function sendPage(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  { status, headers, body }: Pick<PageResponse, 'status' | 'body'> & { readonly headers: string[] },
): void {
  outgoing.writeHead(status, headers)
  outgoing.end(incoming.method === 'HEAD' ? undefined : body)
}

export type CompletedRequest = {
  readonly incoming: IncomingMessage
  readonly outgoing: ServerResponse
  readonly ms: number
}

type LoggedRequest = CompletedRequest & {
  readonly id: string
  /** Null for a cached page: nothing runs for it that could affect a reservation. */
  readonly trace: RequestContext | null
  /** Redacted path of a cached page; null for any other. */
  readonly path: string | null
}

// The query is not logged: it may hold searches, tokens and email addresses.
function logRequest(log: Log, { id, trace, path, incoming, outgoing, ms }: LoggedRequest): void {
  const entry = {
    event: 'http.request',
    req: id,
    method: incoming.method,
    path: path ?? redactPath(incoming.url?.split('?', 1)[0] ?? '/'),
    status: outgoing.statusCode,
    ms: Math.round(ms * 10) / 10,
    pageCache: path !== null,
    ...(trace ? reservationFields(trace) : {}),
    ...(outgoing.writableFinished ? {} : { aborted: true }),
  }
  if (outgoing.statusCode >= 500) log.error(entry, 'answered')
  else log.info(entry, 'answered')
}
