import { createContext, data, type RouterContextProvider } from 'react-router'
import type { Venue } from '#features/venue/schema.ts'
import type { Auth } from '#platform/security/auth.ts'
import { type Db, withTimeout } from '#platform/db/db.ts'
import type { Log } from '#platform/observability/log.ts'
import type { PaymentGateway } from '#platform/payments-gateways/port.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { AdminEvents } from '../web/admin/app/admin-events.ts'
import { DATABASE_UNAVAILABLE, reportUnavailable, unavailableOf } from './unavailable-response.ts'
import type { RequestGuest } from './client-identity.ts'

/** What a request may use. One is made for each request; `now` is when it arrived. */
export type RequestContext = {
  readonly db: Db
  readonly now: Date
  readonly log: Log
  readonly storage: Storage
  readonly payments: PaymentGateway
  readonly tokens: SignedTokens
  /** Accounts and sessions of staff. */
  readonly auth: Auth
  readonly guest: RequestGuest
  /** False once this server is about to stop. */
  readonly isReady: boolean
  /** What the screens of staff listen to. */
  readonly adminEvents: AdminEvents
  /** The directory of emails that nobody sends; null where a mail server sends them, `closed` to other machines. */
  readonly outbox: { readonly directory: string } | 'closed' | null
  readonly origin: string
  readonly requestId: string
  /** Allows this page's scripts; null where the page is kept and its scripts are allowed by their hashes. */
  readonly nonce: string | null
  /** Whether the guest has answered the cookie banner. */
  readonly consent: 'unanswered' | 'answered'
  /** Which drawing of the seating chart this page is. */
  readonly variant: number
  /** The settings in memory. They may be a moment old: nothing that costs money or takes a place is decided by them. */
  loadVenue(): Promise<Venue>
  /** The settings as they are now, for a page that says what they have just decided. */
  reloadVenue(): Promise<Venue>
}

export const requestContext = createContext<RequestContext>()

type Args = { readonly request: Request; readonly context: Readonly<RouterContextProvider> }

const READS = new Set(['GET', 'HEAD'])

/** A read is given up as a whole. A write is given up by its query, whose connection is cut: nothing is done half. */
export const withReadTimeout = <Value>(
  { db }: RequestContext,
  { method }: Request,
  work: Promise<Value>,
): Promise<Value> => (READS.has(method) ? withTimeout(db, work) : work)

/**
 * Wraps a loader or an action: hands it the request's dependencies, and turns "a component is unavailable" into a 503 that
 * the nearest boundary explains. Every other fault goes on to the boundary as it is.
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
      const told = unavailable.component === 'database' ? DATABASE_UNAVAILABLE : unavailable.text
      throw data(told, { status: 503, headers: { 'Retry-After': unavailable.retryAfter } })
    }
  }
