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
import { createDeskNews, type DeskNews } from '../web/admin/app/admin-events.ts'
import { addStaffApi } from '../web/admin/api/staff-api.ts'
import { refuseAskedWrongly } from './validate-request.ts'
import { limitBody } from './body-limit.ts'
import { readConsent } from './consent.ts'
import type { RequestDeps } from './context.ts'
import { type Answered, createFrontDoor, keptKey, requestIdOf, variantOf } from './request-entry.ts'
import { type Keepable, keepablePage } from '../page-cache/cache-rules.ts'
import { createKeptPages, type KeptPage, type KeptPages, type Rendering } from '../page-cache/page-cache.ts'
import { createLiveFloor } from '../realtime/floor-stream.ts'
import { answerPage } from '../page-cache/page-response.ts'
import { createRenderer, readRendering, type RenderPage, withNoncePolicy } from '../page-cache/render-page.ts'
import { createRoutePatterns, namesMissingFile, type RoutePatterns } from './route-patterns.ts'
import { isFromElsewhere } from './csrf.ts'
import { createStaticFiles, sendMissing } from './files/static-files.ts'
import { mayUseTestPages, refuseTestPages } from './test-tools/test-page-access.ts'
import { passToTestProvider } from './test-tools/test-payment-proxy.ts'
import { createVenueMemo, type VenueMemo } from '../page-cache/cached-venue.ts'
import { readVisitor, type RequestVisitor } from './client-identity.ts'

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
  readonly countsAnswers?: boolean
  /** Hears of each request that is not a health check. */
  readonly onRequest?: () => void
}

type House = AppOptions & {
  readonly kept: KeptPages
  readonly venue: VenueMemo
  readonly news: DeskNews
  readonly render: RenderPage
  readonly secure: boolean
  isReady: boolean
}

const FLOOR_TOPICS = new Set(['claims', 'events', 'floor', 'venue'])
/** A reservation that is new, or has another status, table or time, is told of by its claim. */
const DESK_TOPICS = new Set(['claims', 'reservations'])

export type App = ReturnType<typeof createApp>

/** Everything the server answers, as a listener for Node's HTTP server and as a function for tests. */
export function createApp(options: AppOptions) {
  const house: House = {
    ...options,
    kept: createKeptPages(options.countsAnswers ? { count: countPage } : {}),
    venue: createVenueMemo(options.db),
    news: createDeskNews(),
    render: createRenderer(options.build, options.mode),
    secure: options.origin.startsWith('https:'),
    isReady: true,
  }
  const app = new Hono<{ Bindings: HttpBindings }>()
  // Without `deflate`, which no kept page has a tag for.
  app.use(compress({ encoding: 'gzip' }))
  app.use(limitBody)
  app.use(refuseFromElsewhere(options.origin))
  if (options.testProviderUrl)
    app.all(`${TEST_PAYMENT_PATH}/*`, onlyForTesters(options), passToTestProvider(options.testProviderUrl))
  addStaffApi(app, (incoming) => makeDeps(house, askerOf(house, incoming), { nonce: null, drawing: 0 }))
  app.all('*', (c) => answer(house, c))
  const live = createLiveFloor(options)
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
  const frontDoor = createFrontDoor({
    kept: options.mode === 'development' ? null : house.kept,
    log: options.log,
    secure: house.secure,
    trustProxy: options.trustProxy,
    onAnswer: options.countsAnswers && patternOf ? countAnswer(patternOf) : undefined,
    onRequest: options.onRequest,
    next: options.clientDir ? createStaticFiles(options.clientDir, toRoutes) : toRoutes,
  })
  return {
    listener: frontDoor.listener,
    /** How many event streams are open. */
    countStreams: () => live.count() + house.news.count(),
    /** Makes /readyz answer 503, so that proxies send new requests to another server. */
    becomeUnready(): void {
      house.isReady = false
    },
    closeAfterAnswers: (closes: boolean) => frontDoor.closeAfterAnswers(closes),
    /** Tells the app that a topic was written; without one, that anything may have been. */
    contentChanged(topic?: string): void {
      options.replica?.noteChange()
      if (topic === undefined || topic === 'venue') house.venue.drop()
      house.kept.dropTopic(topic)
      if (topic === undefined || DESK_TOPICS.has(topic)) house.news.tell()
      if (topic === undefined || FLOOR_TOPICS.has(topic)) live.floorChanged()
    },
    makeFirstPages: () => makeFirstPages(house),
    /** Ends every event stream, whose clients connect again, so that the server can close. */
    close() {
      live.close()
      house.news.close()
    },
  }
}

const countAnswer =
  (patternOf: RoutePatterns) =>
  ({ incoming, outgoing, ms }: Answered): void =>
    countRequest({
      route: patternOf(incoming.url?.split('?', 1)[0] ?? '/'),
      method: incoming.method,
      status: outgoing.statusCode,
      ms,
    })

/** A page of somebody else cannot make a guest's browser change anything here. The provider's messages are signed. */
const refuseFromElsewhere =
  (origin: string): MiddlewareHandler<{ Bindings: HttpBindings }> =>
  async (c, next) => {
    if (c.req.path !== WEBHOOK_PATH && isFromElsewhere(c.env.incoming, origin))
      return c.text('This request comes from another site.', 403)
    await next()
  }

const onlyForTesters =
  (options: AppOptions): MiddlewareHandler<{ Bindings: HttpBindings }> =>
  async (c, next) => {
    if (!mayUseTestPages(c.env.incoming, options)) return refuseTestPages(options)
    return next()
  }

async function answer(house: House, c: Context<{ Bindings: HttpBindings }>): Promise<Response> {
  const { incoming } = c.env
  const refused = refuseAskedWrongly(incoming)
  if (refused) return refused
  const url = incoming.url ?? '/'
  const readOnly = incoming.method === 'GET' || incoming.method === 'HEAD'
  const page = readOnly && house.mode !== 'development' ? keepablePage(url) : null
  return page ? answerKept(house, incoming, page) : answerOnce(house, c)
}

/** A page for one guest: its scripts carry a nonce of its own. */
async function answerOnce(house: House, c: Context<{ Bindings: HttpBindings }>): Promise<Response> {
  const nonce = randomBytes(18).toString('base64')
  const drawing = Math.floor(Math.random() * 2 ** 31)
  const deps = makeDeps(house, askerOf(house, c.env.incoming), { nonce, drawing })
  // The address is ours, whatever Host a client claims: no page or redirect may carry a stranger's name.
  const { pathname, search } = new URL(c.req.url)
  const request = new Request(new URL(pathname.replace(/^\/+/, '/') + search, house.origin), c.req.raw)
  const addsStyles = pathname.startsWith('/admin/')
  return withNoncePolicy(await house.render(request, deps), { nonce, secure: house.secure, addsStyles })
}

/** A page for everyone, rendered now and kept for the next guest. */
async function answerKept(house: House, incoming: IncomingMessage, page: Keepable): Promise<Response> {
  const variant = variantOf(incoming, page)
  const opened = await openKept(house, page, {
    requestId: requestIdOf(incoming),
    consent: readConsent(incoming.headers.cookie),
    drawing: variant.drawing,
  })
  if (opened instanceof Response) return opened
  const { status, headers, body } = answerPage(opened, variant, incoming)
  return new Response(body === null ? null : new Uint8Array(body), { status, headers })
}

type Everyone = Pick<RequestDeps, 'requestId' | 'consent' | 'drawing'>

function openKept(house: House, page: Keepable, { drawing, ...who }: Everyone): Promise<KeptPage | Response> {
  return house.kept.open(keptKey(page.address, who.consent, drawing), page.topics, async () => {
    const asker: Asker = {
      ...who,
      outbox: null,
      get visitor(): RequestVisitor {
        throw new Error(`${page.address} is the same for everyone, and asked whom it is for`)
      },
    }
    const render = async (db: Db): Promise<Rendering> => {
      const deps = makeDeps(house, asker, { nonce: null, drawing, db })
      const response = await house.render(new Request(new URL(page.address, house.origin)), deps)
      return readRendering(response, house.secure)
    }
    const replica = house.replica?.pick()
    if (!replica) return render(house.db)
    const rendering = await render(replica)
    if (rendering.kind === 'page' || !rendering.isAway) return rendering
    house.replica?.noteFailure()
    return render(house.db)
  })
}

const FIRST_PAGES = ['/', '/menu', '/gallery', '/events', '/reservations']

/** Makes the pages that most guests come to first: whoever meets a server that has just started does not wait for it. */
async function makeFirstPages(house: House): Promise<void> {
  if (house.mode === 'development') return
  for (const address of FIRST_PAGES) {
    const page = keepablePage(address)
    // oxlint-disable-next-line no-await-in-loop -- what the first one loads, the others have
    if (page) await openKept(house, page, { requestId: 'first-pages', consent: 'unanswered', drawing: 0 })
  }
}

/** Who asks. Who a visitor is, most requests do not want to know. */
type Asker = Pick<RequestDeps, 'requestId' | 'consent' | 'visitor' | 'outbox'>

function askerOf(house: House, incoming: IncomingMessage): Asker {
  let visitor: RequestVisitor | undefined
  return {
    requestId: requestIdOf(incoming),
    consent: readConsent(incoming.headers.cookie),
    get visitor() {
      return (visitor ??= readVisitor(incoming, house))
    },
    get outbox() {
      if (house.outbox === null) return null
      return mayUseTestPages(incoming, house) ? { directory: house.outbox } : 'closed'
    },
  }
}

function makeDeps(
  house: House,
  asker: Asker,
  {
    nonce,
    drawing,
    db = house.db,
  }: Pick<RequestDeps, 'nonce' | 'drawing'> & Partial<Pick<RequestDeps, 'db'>>,
): RequestDeps {
  const { requestId, consent } = asker
  return {
    db,
    now: house.clock?.() ?? new Date(),
    log: house.log.child({ req: requestId }),
    storage: house.storage,
    payments: house.payments,
    tokens: house.tokens,
    auth: house.auth,
    get visitor() {
      return asker.visitor
    },
    news: house.news,
    isReady: house.isReady,
    get outbox() {
      return asker.outbox
    },
    origin: house.origin,
    requestId,
    nonce,
    drawing,
    consent,
    loadVenue: () => house.venue.load(),
    reloadVenue: () => house.venue.reload(),
  }
}
