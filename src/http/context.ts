import { setTimeout as sleep } from 'node:timers/promises'
import { createContext, data, type RouterContextProvider } from 'react-router'
import { QueueTimeout } from '#lib/semaphore.ts'
import type { Venue } from '#features/venue/schema.ts'
import type { Auth } from '#platform/security/auth.ts'
import { type Db, withTimeout } from '#platform/db/db.ts'
import type { Log } from '#platform/observability/log.ts'
import type { PaymentGateway } from '#platform/payments-gateways/types.ts'
import type { SignedTokens } from '#platform/security/signed-tokens.ts'
import type { TextMessageSender } from '#platform/text-messages/types.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Wallet } from '#platform/wallet/types.ts'
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
  readonly texts: TextMessageSender
  readonly wallet: Wallet
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
  /** Whether this browser may hold a table without JavaScript. False for a page that is rendered for the cache. */
  readonly mayHoldTable: boolean
  /** Cache variant: the seed of the pre-booked share on the seating chart. */
  readonly variant: number
  /** Reports that a part of the page could not be read: the page is sent without it, and not cached. */
  markIncomplete(): void
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

/** Longest duration of a read that is retried: after it the guest has waited long enough. */
const RETRY_WITHIN_MS = 1000
const RETRY_AFTER_MS = 100

/** Errors of second attempts: a loader does not repeat what one of its parts has repeated. */
const repeated = new WeakSet<Error>()

/** Repeats a failed read once. A response or a redirect that is thrown is an outcome and no failure. */
async function withRetry<Value>({ log }: RequestContext, read: () => Promise<Value>): Promise<Value> {
  const started = performance.now()
  try {
    return await read()
  } catch (error) {
    const isLate = performance.now() - started > RETRY_WITHIN_MS
    if (isLate || !(error instanceof Error) || error instanceof QueueTimeout || repeated.has(error))
      throw error
    log.warn({ event: 'http.read_retried', err: error }, 'a read failed and is repeated once')
    await sleep(RETRY_AFTER_MS)
    return read().catch((again: unknown) => {
      if (again instanceof Error) repeated.add(again)
      throw again
    })
  }
}

type Part<Value> = {
  /** The part of the page without its content. */
  readonly empty: Value
  /** Logs the error with an event of its own. */
  readonly onError: (error: unknown) => void
}

/**
 * Reads a part that its page can do without. If it cannot be read, even at the second attempt, the page has the empty part
 * and is not cached.
 */
export async function readPart<Value>(
  deps: RequestContext,
  read: () => Promise<Value>,
  { empty, onError }: Part<Value>,
): Promise<Value> {
  try {
    return await withRetry(deps, read)
  } catch (error) {
    onError(error)
    deps.markIncomplete()
    return empty
  }
}

/**
 * Wraps a loader or an action: passes the request context, repeats a failed read once, and turns an unavailable component
 * into a 503 for the nearest error boundary. Any other error is rethrown.
 */
export const withContext =
  <A extends Args, Value>(serve: (deps: RequestContext, args: A) => Promise<Value>) =>
  async (args: A): Promise<Value> => {
    const deps = args.context.get(requestContext)
    const run = (): Promise<Value> => withReadTimeout(deps, args.request, serve(deps, args))
    try {
      return await (READS.has(args.request.method) ? withRetry(deps, run) : run())
    } catch (error) {
      const unavailable = unavailableOf(error)
      if (!unavailable) throw error
      reportUnavailable(deps.log, unavailable, error)
      const body = unavailable.component === 'database' ? DATABASE_UNAVAILABLE : unavailable.text
      throw data(body, { status: 503, headers: { 'Retry-After': unavailable.retryAfter } })
    }
  }
