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
import { TEST_PAYMENT_PATH, WEBHOOK_PATH } from '#platform/payments-gateways/own-provider.ts'
import type { PaymentGateway } from '#platform/payments-gateways/port.ts'
import type { Replica } from '#platform/db/replica.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { Storage } from '#platform/storage/storage.ts'
import { createAdminEvents, type AdminEvents } from '../realtime/admin-events.ts'
import { addStaffApi } from '../web/admin/api/staff-api.ts'
import { rejectInvalid } from './validate-request.ts'
import { limitBody } from './body-limit.ts'
import { readConsent } from './consent.ts'
import type { RequestContext } from './context.ts'
import {
  type CompletedRequest,
  createRequestEntry,
  cacheKey,
  requestIdOf,
  variantOf,
} from './request-entry.ts'
import { type CachePolicy, matchCacheRule } from '../page-cache/cache-rules.ts'
import { createPageCache, type CachedPage, type PageCache, type Rendering } from '../page-cache/page-cache.ts'
import { createFloorStream } from '../realtime/floor-stream.ts'
import { pageResponse } from '../page-cache/page-response.ts'
import { createRenderer, readRendering, type RenderPage, withNoncePolicy } from '../page-cache/render-page.ts'
import { createRoutePatterns, namesMissingFile, type RoutePatterns } from './route-patterns.ts'
import { isCrossOrigin } from './csrf.ts'
import { createStaticFiles, sendMissing } from './files/static-files.ts'
import { mayUseTestPages, refuseTestPages } from './test-tools/test-page-access.ts'
import { proxyToTestProvider } from './test-tools/test-payment-proxy.ts'
import { createCachedVenue, type CachedVenue } from '../page-cache/cached-venue.ts'
import { readGuestIdentity, type RequestGuest } from './client-identity.ts'

export type AppOptions = {
  readonly db: Db
  /** Public pages are read from it while it has everything that was written. */
  readonly replica?: Replica | null
  readonly storage: Storage
  readonly payments: PaymentGateway
  /** Where the test provider listens, when it is the one who takes the money. */
  readonly testProviderUrl: string | null
  readonly tokens: SignedTokens
  readonly auth: Auth
  readonly outbox: string | null
  readonly log: Log
  readonly origin: string
  readonly trustProxy: TrustProxy
  /** Whether the outbox and the test payments answer everybody, and not this machine alone. */
  readonly openTestPages: boolean
  readonly build: ServerBuild | (() => Promise<ServerBuild>)
  readonly mode: 'development' | 'production'
  /** Where the built scripts, styles, fonts and films are; null while a development server serves them. */
  readonly clientDir: string | null
  readonly clock?: () => Date
  /** Whether answers are counted, because somebody can read the figures. */
  readonly countsRequests?: boolean
  /** Hears of each request that is not a health check. */
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

const FLOOR_TAGS = new Set(['claims', 'events', 'floor', 'venue'])
/** A reservation that is new, or has another status, table or time, is told of by its claim. */
const ADMIN_TAGS = new Set(['claims', 'reservations'])

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

/** Everything the server answers, as a listener for Node's HTTP server and as a function for tests. */
export function createApp(options: AppOptions) {
  const context = createContext(options)
  const app = new Hono<{ Bindings: HttpBindings }>()
  // Without `deflate`, which no kept page has a tag for.
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
  app.all('*', (c) => answer(context, c))
  const live = createFloorStream(options)
  // The lighter Response it would put in place of Node's own is not one to the router's code.
  const toHono = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  // While somebody works on it, the table of addresses changes under the running server.
  const patternOf = typeof options.build === 'function' ? null : createRoutePatterns(options.build.routes)
  const toRoutes: RequestListener = (incoming, outgoing) => {
    if (live.handle(incoming, outgoing)) return
    if (patternOf && namesMissingFile(incoming.url ?? '/', patternOf)) return sendMissing(incoming, outgoing)
    toHono(incoming, outgoing).catch((error: unknown) => {
      options.log.error({ event: 'http.request_failed', err: error }, 'a request was not answered')
      outgoing.destroy()
    })
  }
  const requestEntry = createRequestEntry({
    pageCache: options.mode === 'development' ? null : context.pageCache,
    log: options.log,
    secure: context.secure,
    trustProxy: options.trustProxy,
    onCompleted: options.countsRequests && patternOf ? countCompleted(patternOf) : undefined,
    onRequest: options.onRequest,
    next: options.clientDir ? createStaticFiles(options.clientDir, toRoutes) : toRoutes,
  })
  return {
    listener: requestEntry.listener,
    /** How many event streams are open. */
    countStreams: () => live.count() + context.adminEvents.count(),
    /** Makes /readyz answer 503, so that proxies send new requests to another server. */
    becomeUnready(): void {
      context.isReady = false
    },
    closeAfterResponses: (closes: boolean) => requestEntry.closeAfterResponses(closes),
    /** Tells the app that a topic was written; without one, that anything may have been. */
    contentChanged(tag?: string): void {
      options.replica?.noteChange()
      if (tag === undefined || tag === 'venue') context.venue.drop()
      context.pageCache.invalidateTag(tag)
      if (tag === undefined || ADMIN_TAGS.has(tag)) context.adminEvents.notify()
      if (tag === undefined || FLOOR_TAGS.has(tag)) live.floorChanged()
    },
    prerenderFirstPages: () => prerenderFirstPages(context),
    /** Ends every event stream, whose clients connect again, so that the server can close. */
    close() {
      live.close()
      context.adminEvents.close()
    },
  }
}

const countCompleted =
  (patternOf: RoutePatterns) =>
  ({ incoming, outgoing, ms }: CompletedRequest): void =>
    countRequest({
      route: patternOf(incoming.url?.split('?', 1)[0] ?? '/'),
      method: incoming.method,
      status: outgoing.statusCode,
      ms,
    })

/** A page of somebody else cannot make a guest's browser change anything here. The provider's messages are signed. */
const rejectCrossOrigin =
  (origin: string): MiddlewareHandler<{ Bindings: HttpBindings }> =>
  async (c, next) => {
    if (c.req.path !== WEBHOOK_PATH && isCrossOrigin(c.env.incoming, origin))
      return c.text('This request comes from another site.', 403)
    await next()
  }

const requireTestAccess =
  (options: AppOptions): MiddlewareHandler<{ Bindings: HttpBindings }> =>
  async (c, next) => {
    if (!mayUseTestPages(c.env.incoming, options)) return refuseTestPages(options)
    return next()
  }

async function answer(context: AppContext, c: Context<{ Bindings: HttpBindings }>): Promise<Response> {
  const { incoming } = c.env
  const refused = rejectInvalid(incoming)
  if (refused) return refused
  const url = incoming.url ?? '/'
  const readOnly = incoming.method === 'GET' || incoming.method === 'HEAD'
  const page = readOnly && context.mode !== 'development' ? matchCacheRule(url) : null
  return page ? respondFromCache(context, incoming, page) : respondUncached(context, c)
}

/** A page for one guest: its scripts carry a nonce of its own. */
async function respondUncached(
  context: AppContext,
  c: Context<{ Bindings: HttpBindings }>,
): Promise<Response> {
  const nonce = randomBytes(18).toString('base64')
  const variant = Math.floor(Math.random() * 2 ** 31)
  const deps = makeContext(context, identityOf(context, c.env.incoming), { nonce, variant })
  // The address is ours, whatever Host a client claims: no page or redirect may carry a stranger's name.
  const { pathname, search } = new URL(c.req.url)
  const request = new Request(new URL(pathname.replace(/^\/+/, '/') + search, context.origin), c.req.raw)
  const addsStyles = pathname.startsWith('/admin/')
  return withNoncePolicy(await context.render(request, deps), { nonce, secure: context.secure, addsStyles })
}

/** A page for everyone, rendered now and kept for the next guest. */
async function respondFromCache(
  context: AppContext,
  incoming: IncomingMessage,
  page: CachePolicy,
): Promise<Response> {
  const variant = variantOf(incoming, page)
  const opened = await openCached(context, page, {
    requestId: requestIdOf(incoming),
    consent: readConsent(incoming.headers.cookie),
    variant: variant.variant,
  })
  if (opened instanceof Response) return opened
  const { status, headers, body } = pageResponse(opened, variant, incoming)
  return new Response(body === null ? null : new Uint8Array(body), { status, headers })
}

type Everyone = Pick<RequestContext, 'requestId' | 'consent' | 'variant'>

function openCached(
  context: AppContext,
  page: CachePolicy,
  { variant, ...who }: Everyone,
): Promise<CachedPage | Response> {
  return context.pageCache.open(cacheKey(page.address, who.consent, variant), page.tags, async () => {
    const identity: RequestIdentity = {
      ...who,
      outbox: null,
      get guest(): RequestGuest {
        throw new Error(`${page.address} is the same for everyone, and asked whom it is for`)
      },
    }
    const render = async (db: Db): Promise<Rendering> => {
      const deps = makeContext(context, identity, { nonce: null, variant, db })
      const response = await context.render(new Request(new URL(page.address, context.origin)), deps)
      return readRendering(response, context.secure)
    }
    const replica = context.replica?.pick()
    if (!replica) return render(context.db)
    const rendering = await render(replica)
    if (rendering.kind === 'page' || !rendering.isUnavailable) return rendering
    context.replica?.noteFailure()
    return render(context.db)
  })
}

const FIRST_PAGES = ['/', '/menu', '/gallery', '/events', '/reservations']

/** Makes the pages that most guests come to first: whoever meets a server that has just started does not wait for it. */
async function prerenderFirstPages(context: AppContext): Promise<void> {
  if (context.mode === 'development') return
  for (const address of FIRST_PAGES) {
    const page = matchCacheRule(address)
    // oxlint-disable-next-line no-await-in-loop -- what the first one loads, the others have
    if (page) await openCached(context, page, { requestId: 'first-pages', consent: 'unanswered', variant: 0 })
  }
}

/** Who asks. Who a visitor is, most requests do not want to know. */
type RequestIdentity = Pick<RequestContext, 'requestId' | 'consent' | 'guest' | 'outbox'>

function identityOf(context: AppContext, incoming: IncomingMessage): RequestIdentity {
  let guest: RequestGuest | undefined
  return {
    requestId: requestIdOf(incoming),
    consent: readConsent(incoming.headers.cookie),
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
  }: Pick<RequestContext, 'variant' | 'nonce'> & Partial<Pick<RequestContext, 'db'>>,
): RequestContext {
  const { requestId, consent } = identity
  return {
    db,
    now: context.clock?.() ?? new Date(),
    log: context.log.child({ req: requestId }),
    storage: context.storage,
    payments: context.payments,
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
    loadVenue: () => context.venue.load(),
    reloadVenue: () => context.venue.reload(),
  }
}
