import type { RequestListener } from 'node:http'
import { type HttpBindings, getRequestListener } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { countRequest } from '#platform/observability/metrics.ts'
import { beginContext, runWithContext } from '#platform/observability/request-context.ts'
import { TEST_PAYMENT_PATH } from '#platform/payments-gateways/start-emulator.ts'
import { createFloorStream } from '../realtime/floor-stream.ts'
import { createPageServer, type PageServer } from '../page-cache/serve-pages.ts'
import { addStaffApi } from '../web/admin/api/staff-api.ts'
import { limitBody } from './body-limit.ts'
import { createStaticFiles, sendMissing } from './files/static-files.ts'
import {
  type AppContext,
  type AppOptions,
  createAppContext,
  identityOf,
  makeContext,
} from './pages/app-context.ts'
import { PRERENDER, prerenderFirstPages, renderShared, respond } from './pages/respond.ts'
import { type CompletedRequest, createRequestEntry } from './request-entry.ts'
import { createRoutePatterns, namesMissingFile, type RoutePatterns } from './route-patterns.ts'
import { rejectCrossOrigin } from './security/csrf.ts'
import { mayUseTestPages, refuseTestPages } from './test-tools/test-page-access.ts'
import { proxyToTestProvider } from './test-tools/test-payment-proxy.ts'
import { asksForPage } from './validate-request.ts'

const FLOOR_TAGS = new Set(['occupancies', 'events', 'floor', 'venue'])
/**
 * Changes that staff screens read anew at once. A new reservation, status, table or time also writes the table occupancies;
 * the list of a night has the prices of its events, the numbers of its tables and the capacity of the venue.
 */
const ADMIN_TAGS = new Set(['occupancies', 'reservations', 'arrivals', 'events', 'floor', 'venue'])

export type App = ReturnType<typeof createApp>

/** The HTTP application: middleware, staff API, pages and event streams, as a listener for Node's HTTP server. */
export function createApp(options: AppOptions) {
  const context = createAppContext(options)
  const app = new Hono<{ Bindings: HttpBindings }>()
  // Not `deflate`: entity tags know gzip and brotli only.
  app.use(compress({ encoding: 'gzip' }))
  // First, because the limit reads bodies without a declared length.
  app.use(rejectCrossOrigin(options.origin))
  app.use(limitBody)
  if (options.testProviderUrl)
    app.all(
      `${TEST_PAYMENT_PATH}/*`,
      requireTestAccess(options),
      proxyToTestProvider(options.testProviderUrl),
    )
  addStaffApi(app, (incoming) =>
    makeContext(context, identityOf(context, incoming), { nonce: null, variant: 0 }),
  )
  app.all('*', (c) => respond(context, c))
  const live = createFloorStream(options)
  // React Router checks `instanceof Response`, which the lightweight Response of node-server fails.
  const toHono = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  // In development the routes change while the server runs.
  const patternOf = typeof options.build === 'function' ? null : createRoutePatterns(options.build.routes)
  const toRoutes: RequestListener = (incoming, outgoing) => {
    if (live.handle(incoming, outgoing)) return
    if (patternOf && !asksForPage(incoming) && namesMissingFile(incoming.url ?? '/', patternOf))
      return sendMissing(incoming, outgoing)
    toHono(incoming, outgoing).catch((error: unknown) => {
      options.log.error({ event: 'http.request_failed', err: error }, 'a request was not answered')
      outgoing.destroy()
    })
  }
  const pages = createPages(context)
  const requestEntry = createRequestEntry({
    pages,
    log: options.log,
    secure: context.secure,
    trustProxy: options.trustProxy,
    onCompleted: options.countsRequests && patternOf ? countCompleted(patternOf) : undefined,
    onRequest: options.onRequest,
    next: withStaticFiles(options, toRoutes),
  })
  return {
    listener: requestEntry.listener,
    /** Number of open event streams. */
    countStreams: () => live.count() + context.adminEvents.count(),
    /** Makes /readyz answer 503, so that proxies send new requests to another server. */
    becomeUnready(): void {
      context.isReady = false
    },
    closeAfterResponses: (closes: boolean) => requestEntry.closeAfterResponses(closes),
    /** Invalidates what depends on a cache tag; everything without a tag. */
    contentChanged(tag?: string): void {
      options.replica?.noteChange()
      if (tag === undefined || tag === 'venue') context.venue.drop()
      context.pageCache.invalidateTag(tag)
      if (tag === undefined || ADMIN_TAGS.has(tag)) context.adminEvents.notify()
      if (tag === undefined || FLOOR_TAGS.has(tag)) live.floorChanged()
    },
    prerenderFirstPages: () =>
      runWithContext(beginContext({ requestId: PRERENDER }), () => prerenderFirstPages(pages)),
    /** Ends every event stream, so that the server can close; clients reconnect. */
    close() {
      live.close()
      context.adminEvents.close()
    },
  }
}

function withStaticFiles(
  { clientDir, buildAssets, log }: AppOptions,
  next: RequestListener,
): RequestListener {
  if (clientDir === null || buildAssets === null) return next
  return createStaticFiles({
    root: clientDir,
    findAsset: (name) => buildAssets.find(name),
    onError: (error) => log.warn({ event: 'assets.read_failed', err: error }, 'a file could not be sent'),
    next,
  })
}

const createPages = (context: AppContext): PageServer | null =>
  context.mode === 'development'
    ? null
    : createPageServer({ cache: context.pageCache, render: (page) => renderShared(context, page) })

const countCompleted =
  (patternOf: RoutePatterns) =>
  ({ incoming, outgoing, ms }: CompletedRequest): void =>
    countRequest({
      route: patternOf(incoming.url?.split('?', 1)[0] ?? '/'),
      method: incoming.method,
      status: outgoing.statusCode,
      ms,
    })

const requireTestAccess =
  (options: AppOptions): MiddlewareHandler<{ Bindings: HttpBindings }> =>
  async (c, next) => {
    if (!mayUseTestPages(c.env.incoming, options)) return refuseTestPages(options)
    return next()
  }
