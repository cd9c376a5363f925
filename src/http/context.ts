import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Venue } from '#features/venue/schema.ts'
import type { Auth } from '#platform/security/auth.ts'
import { type Db, withTimeout } from '#platform/db/db.ts'
import type { Log } from '#platform/observability/log.ts'
import type { PaymentGateway } from '#platform/payments-gateways/types.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { AdminEvents } from '../realtime/admin-events.ts'
import { DATABASE_UNAVAILABLE, reportUnavailable, unavailableOf } from './unavailable-response.ts'
import type { RequestGuest } from './client-identity.ts'

/** Dependencies of one request. `now` is the time of its arrival. */
export type RequestContext = {
  readonly db: Db
  readonly now: Date
  readonly log: Log
  readonly storage: Storage
  readonly payments: PaymentGateway
  readonly tokens: SignedTokens
  /** Staff accounts and sessions. */
  readonly auth: Auth
  readonly guest: RequestGuest
  /** False once this server is draining. */
  readonly isReady: boolean
  /** Event stream of the open staff screens. */
  readonly adminEvents: AdminEvents
  /** Directory of undelivered emails; null where a mail server is configured, `closed` to clients on other machines. */
  readonly outbox: { readonly directory: string } | 'closed' | null
  readonly origin: string
  readonly requestId: string
  /** CSP nonce of this page's scripts; null for a cached page, whose scripts are allowed by hash. */
  readonly nonce: string | null
  /** Whether the guest has answered the cookie banner. */
  readonly consent: 'unanswered' | 'answered'
  /** Cache variant: the seed of the pre-booked share on the seating chart. */
  readonly variant: number
  /** Cached settings, up to a second old. No decision about money or tables is based on them. */
  loadVenue(): Promise<Venue>
  /** Settings read from the database, for a page that explains a decision just made with them. */
  reloadVenue(): Promise<Venue>
}

export const requestContext = createContext<RequestContext>()

type Args = { readonly request: Request; readonly context: Readonly<RouterContextProvider> }

const READS = new Set(['GET', 'HEAD'])

/** Applies the timeout to reads. A write has only its statement timeout, so its transaction commits or rolls back. */
export const withReadTimeout = <Value>(
  { db }: RequestContext,
  { method }: Request,
  work: Promise<Value>,
): Promise<Value> => (READS.has(method) ? withTimeout(db, work) : work)

/**
 * Wraps a loader or an action: passes the request context, and turns an unavailable component into a 503 for the nearest
 * error boundary. Any other error is rethrown.
 */
export const withContext =
  <A extends Args, Value>(serve: (deps: RequestContext, args: A) => Promise<Value>) =>
  async (args: A): Promise<Value> => {
    const deps = args.context.get(requestContext)
    try {
      return await withReadTimeout(deps, args.request, serve(deps, args))
    } catch (error) {
      const unavailable = unavailableOf(error)
      if (!unavailable) throw error
      reportUnavailable(deps.log, unavailable, error)
      const body = unavailable.component === 'database' ? DATABASE_UNAVAILABLE : unavailable.text
      throw data(body, { status: 503, headers: { 'Retry-After': unavailable.retryAfter } })
    }
  }
