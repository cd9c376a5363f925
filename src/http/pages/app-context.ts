import type { IncomingMessage } from 'node:http'
import type { ServerBuild } from 'react-router'
import type { Auth } from '#platform/security/auth.ts'
import type { TrustProxy } from '#platform/network/client-address.ts'
import type { Db } from '#platform/db/db.ts'
import type { Log } from '#platform/observability/log.ts'
import { countPage } from '#platform/observability/metrics.ts'
import type { PaymentGateway } from '#platform/payments-gateways/types.ts'
import type { TextMessageSender } from '#platform/text-messages/types.ts'
import type { Replica } from '#platform/db/connections/replica.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { BuildAssets } from '#platform/storage/build-assets.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Wallet } from '#platform/wallet/types.ts'
import { createAdminEvents, type AdminEvents } from '../../realtime/admin-events.ts'
import { createCachedVenue, type CachedVenue } from '../../page-cache/cached-venue.ts'
import { createPageCache, type PageCache } from '../../page-cache/page-cache.ts'
import { createRenderer, type RenderPage } from '../../page-cache/render-page.ts'
import { readGuestIdentity, type RequestGuest } from '../client-identity.ts'
import { readConsent } from '../consent.ts'
import type { RequestContext } from '../context.ts'
import { readHoldCookie } from '../hold-cookie.ts'
import { requestIdOf } from '../request-entry.ts'
import { mayUseTestPages } from '../test-tools/test-page-access.ts'

export type AppOptions = {
  readonly db: Db
  /** Read replica, used for public pages while it has replayed every write. */
  readonly replica?: Replica | null
  readonly storage: Storage
  readonly payments: PaymentGateway
  readonly texts: TextMessageSender
  readonly wallet: Wallet
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

/** Shared by the requests of a process. */
export type AppContext = AppOptions & {
  readonly pageCache: PageCache
  readonly venue: CachedVenue
  readonly adminEvents: AdminEvents
  readonly render: RenderPage
  readonly secure: boolean
  isReady: boolean
}

export const createAppContext = (options: AppOptions): AppContext => ({
  ...options,
  pageCache: createPageCache(options.countsRequests ? { count: countPage } : {}),
  venue: createCachedVenue(options.db),
  adminEvents: createAdminEvents(),
  render: createRenderer(options.build, options.mode),
  secure: options.origin.startsWith('https:'),
  isReady: true,
})

/** Client of a request. The guest identity is read lazily: most requests do not need it. */
export type RequestIdentity = Pick<
  RequestContext,
  'requestId' | 'consent' | 'mayHoldTable' | 'guest' | 'outbox'
>

export function identityOf(context: AppContext, incoming: IncomingMessage): RequestIdentity {
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

/** Context of one request, as loaders and services receive it. */
export function makeContext(
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
    wallet: context.wallet,
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
