import { randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener } from 'node:http'
import { type HttpBindings, getRequestListener } from '@hono/node-server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import type { ServerBuild } from 'react-router'
import type { Auth } from '#platform/security/auth.ts'
import type { TrustProxy } from '#platform/network/client-address.ts'
import type { Db } from '#platform/db/db.ts'
import type { Log } from '#platform/observability/log.ts'
import { countPage, countRequest } from '#platform/observability/metrics.ts'
import { beginContext, runWithContext } from '#platform/observability/request-context.ts'
import { TEST_PAYMENT_PATH } from '#platform/payments-gateways/start-emulator.ts'
import type { PaymentGateway } from '#platform/payments-gateways/types.ts'
import type { TextMessageSender } from '#platform/text-messages/types.ts'
import type { Replica } from '#platform/db/connections/replica.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { BuildAssets } from '#platform/storage/build-assets.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { createAdminEvents, type AdminEvents } from '../realtime/admin-events.ts'
import { addStaffApi } from '../web/admin/api/staff-api.ts'
import { rejectInvalid } from './validate-request.ts'
import { limitBody } from './body-limit.ts'
import { readConsent } from './consent.ts'
import { readHoldCookie } from './hold-cookie.ts'
import type { RequestContext } from './context.ts'
import { type CompletedRequest, createRequestEntry, deferredPage, requestIdOf } from './request-entry.ts'
import { createPageCache, type PageCache, type Rendering } from '../page-cache/page-cache.ts'
import { createPageServer, type PageRequest, type PageServer } from '../page-cache/serve-pages.ts'
import { createFloorStream } from '../realtime/floor-stream.ts'
import { createRenderer, readRendering, type RenderPage, withNoncePolicy } from '../page-cache/render-page.ts'
import { createRoutePatterns, namesMissingFile, type RoutePatterns } from './route-patterns.ts'
import { rejectCrossOrigin } from './security/csrf.ts'
import { createStaticFiles, sendMissing } from './files/static-files.ts'
import { mayUseTestPages, refuseTestPages } from './test-tools/test-page-access.ts'
import { proxyToTestProvider } from './test-tools/test-payment-proxy.ts'
import { createCachedVenue, type CachedVenue } from '../page-cache/cached-venue.ts'
import { readGuestIdentity, type RequestGuest } from './client-identity.ts'

export type AppOptions = {
  readonly db: Db
  /** Read replica, used for public pages while it has replayed every write. */
  readonly replica?: Replica | null
  readonly storage: Storage
  readonly payments: PaymentGateway
  readonly texts: TextMessageSender
  /** URL of the test payment provider; null with a real one. */
  readonly testProviderUrl: string | null
  readonly tokens: SignedTokens
  readonly auth: Auth
  readonly outbox: string | null
  readonly log: Log
  readonly origin: string
  readonly trustProxy: TrustProxy
  /** Opens the outbox and the test payments to every client, not only to this machine. */
  readonly openTestPages: boolean
  readonly build: ServerBuild | (() => Promise<ServerBuild>)
  readonly mode: 'development' | 'production'
  /** Directory of the built scripts, styles, fonts and films; null where a development server serves them. */
  readonly clientDir: string | null
  /** Assets of other builds; null in development. */
  readonly buildAssets: Pick<BuildAssets, 'find'> | null
  readonly clock?: () => Date
  /** Counts requests for the metrics. */
  readonly countsRequests?: boolean
  /** Called with each request that is no health check. */
  readonly onRequest?: () => void
}

type AppContext = AppOptions & {
  readonly pageCache: PageCache
  readonly venue: CachedVenue
  readonly adminEvents: AdminEvents
  readonly render: RenderPage
  readonly secure: boolean
  isReady: boolean
}

const FLOOR_TAGS = new Set(['occupancies', 'events', 'floor', 'venue'])
/** A new reservation, status, table or time also writes the table occupancies. */
const ADMIN_TAGS = new Set(['occupancies', 'reservations', 'arrivals'])

export type App = ReturnType<typeof createApp>

const createContext = (options: AppOptions): AppContext => ({
  ...options,
  pageCache: createPageCache(options.countsRequests ? { count: countPage } : {}),
  venue: createCachedVenue(options.db),
  adminEvents: createAdminEvents(),
  render: createRenderer(options.build, options.mode),
  secure: options.origin.startsWith('https:'),
  isReady: true,
})

/** The HTTP application: middleware, staff API, pages and event streams, as a listener for Node's HTTP server. */
export function createApp(options: AppOptions) {
  const context = createContext(options)
  const app = new Hono<{ Bindings: HttpBindings }>()
  // Not `deflate`: entity tags know gzip and brotli only.
  app.use(compress({ encoding: 'gzip' }))
  app.use(limitBody)
  app.use(rejectCrossOrigin(options.origin))
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
    if (patternOf && namesMissingFile(incoming.url ?? '/', patternOf)) return sendMissing(incoming, outgoing)
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

async function respond(context: AppContext, c: Context<{ Bindings: HttpBindings }>): Promise<Response> {
  const { incoming } = c.env
  return deferredPage(incoming) ?? rejectInvalid(incoming) ?? respondUncached(context, c)
}

/** Page of one guest: its scripts are allowed by a nonce. */
async function respondUncached(
  context: AppContext,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response> {
  const nonce = randomBytes(18).toString('base64')
  const variant = Math.floor(Math.random() * 2 ** 31)
  const deps = makeContext(context, identityOf(context, c.env.incoming), { nonce, variant })
  // The configured origin replaces the Host header, so that no page or redirect carries a host of the client's choice.
  const { pathname, search } = new URL(c.req.url)
  const request = new Request(new URL(pathname.replace(/^\/+/, '/') + search, context.origin), c.req.raw)
  const addsStyles = pathname.startsWith('/admin/')
  return withNoncePolicy(await context.render(request, deps), { nonce, secure: context.secure, addsStyles })
}

/** Renders a page for the cache, from the read replica if it is up to date. It must not depend on the guest. */
async function renderShared(
  context: AppContext,
  { address, consent, variant, incoming }: PageRequest,
): Promise<Rendering> {
  const identity: RequestIdentity = {
    requestId: incoming ? requestIdOf(incoming) : PRERENDER,
    consent,
    mayHoldTable: false,
    outbox: null,
    get guest(): RequestGuest {
      throw new Error(`${address} is cached for every guest, but reads the guest identity`)
    },
  }
  const render = async (db: Db): Promise<Rendering> => {
    let isComplete = true
    const markIncomplete = (): void => void (isComplete = false)
    const deps = makeContext(context, identity, { nonce: null, variant, db, markIncomplete })
    const response = await context.render(new Request(new URL(address, context.origin)), deps)
    return readRendering(response, { secure: context.secure, isComplete })
  }
  const replica = context.replica?.pick()
  if (!replica) return render(context.db)
  const rendering = await render(replica)
  if (rendering.kind === 'page' || !rendering.isUnavailable) return rendering
  context.replica?.noteFailure()
  return render(context.db)
}

/** Request id in the log lines of pages that are rendered at start. */
const PRERENDER = 'prerender'
const FIRST_PAGES = ['/', '/menu', '/gallery', '/events', '/reservations']

/** Renders the most visited pages at start, so that the first guests do not wait for them. */
async function prerenderFirstPages(pages: PageServer | null): Promise<void> {
  for (const url of FIRST_PAGES) {
    // oxlint-disable-next-line no-await-in-loop -- the pages share modules that the first one loads
    await pages?.prerender(url)
  }
}

/** Client of a request. The guest identity is read lazily: most requests do not need it. */
type RequestIdentity = Pick<RequestContext, 'requestId' | 'consent' | 'mayHoldTable' | 'guest' | 'outbox'>

function identityOf(context: AppContext, incoming: IncomingMessage): RequestIdentity {
  let guest: RequestGuest | undefined
  return {
    requestId: requestIdOf(incoming),
    consent: readConsent(incoming.headers.cookie),
    mayHoldTable: readHoldCookie(incoming.headers.cookie),
    get guest() {
      return (guest ??= readGuestIdentity(incoming, context))
    },
    get outbox() {
      if (context.outbox === null) return null
      return mayUseTestPages(incoming, context) ? { directory: context.outbox } : 'closed'
    },
  }
}

function makeContext(
  context: AppContext,
  identity: RequestIdentity,
  {
    nonce,
    variant,
    db = context.db,
    markIncomplete = () => undefined,
  }: Pick<RequestContext, 'variant' | 'nonce'> & Partial<Pick<RequestContext, 'db' | 'markIncomplete'>>,
): RequestContext {
  const { requestId, consent, mayHoldTable } = identity
  return {
    db,
    now: context.clock?.() ?? new Date(),
    log: context.log,
    storage: context.storage,
    payments: context.payments,
    texts: context.texts,
    tokens: context.tokens,
    auth: context.auth,
    get guest() {
      return identity.guest
    },
    adminEvents: context.adminEvents,
    isReady: context.isReady,
    get outbox() {
      return identity.outbox
    },
    origin: context.origin,
    requestId,
    nonce,
    variant,
    consent,
    mayHoldTable,
    markIncomplete,
    loadVenue: () => context.venue.load(),
    reloadVenue: () => context.venue.reload(),
  }
}
