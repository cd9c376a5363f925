import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import type { Database } from '#platform/db/db.ts'
import type { StripeEmulator } from '#platform/payments-gateways/stripe-emulator/server.ts'
import { createSignedTokens, loadSigningKey, type SignedTokens } from '#platform/security/signed-tokens.ts'
import type { HoldRequest } from '#features/holds/schema.ts'
import { freeTables } from './acknowledged.ts'
import { type Acknowledged, bookAsGuest } from './two-servers.ts'

/** A response that no guest may receive, or none at all. */
export type WrongAnswer = { readonly path: string; readonly answer: string }

export type GuestLoad = {
  readonly acknowledged: readonly Acknowledged[]
  /** Idempotency keys of cancelled reservations; a job refunds them. */
  readonly cancelled: ReadonlySet<string>
  readonly wrong: readonly WrongAnswer[]
  readonly counts: { reads: number; unavailable: number }
  /** Stops new visits; resolves once every guest has finished. */
  stop(): Promise<void>
}

const READ = ['/events?q=jazz', '/reservations?service=dining', '/menu', '/admin/api/overview', '/readyz']
const BOOKING_AT_ONCE = 2
const JOBS_AT_ONCE = 4
const JOBS_WAITING = 20
/** Two minutes: a settling job that failed in several outages waits for its retry, which backs off to 54 s. */
const CANCEL_ATTEMPTS = 480
const COOKIE = { Cookie: 'staff.session_token=a.b' }

/** Allows 200, and 503 with Retry-After. An unknown session is refused without a query. */
export function isAllowed(path: string, answered: Pick<Response, 'status' | 'headers'>): boolean {
  if (answered.status === 503) return answered.headers.get('Retry-After') !== null
  return answered.status < 500 && (answered.status === 401) === path.startsWith('/admin')
}

const someAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`

type Options = {
  readonly origins: readonly string[]
  readonly provider: StripeEmulator
  /** Reaches the database without the servers. */
  readonly database: Database
}

/** Guests who read, book, pay and cancel until `stop`, beside a steady flow of jobs. */
export async function startGuestLoad({ origins, provider, database }: Options): Promise<GuestLoad> {
  const free = (await freeTables(database.pool)).values()
  const tokens = createSignedTokens(await loadSigningKey(database.db))
  const load = {
    acknowledged: [] as Acknowledged[],
    cancelled: new Set<string>(),
    wrong: [] as WrongAnswer[],
    counts: { reads: 0, unavailable: 0 },
  }
  const cancelling: Promise<void>[] = []
  const over = new AbortController()
  const isOver = (): boolean => over.signal.aborted
  const ask = async (origin: string, path: string, init: RequestInit = {}): Promise<Response> => {
    const answered = await fetch(origin + path, { redirect: 'manual', ...init }).catch((error: unknown) => {
      load.wrong.push({ path, answer: String(error instanceof Error ? (error.cause ?? error) : error) })
      throw error
    })
    if (answered.status === 503) load.counts.unavailable += 1
    if (!isAllowed(path, answered)) load.wrong.push({ path, answer: String(answered.status) })
    return answered
  }
  const read = async (origin: string, first: number): Promise<void> => {
    for (let turn = first; !isOver(); turn += 1) {
      // oxlint-disable no-await-in-loop -- one page after the other
      const answered = await ask(origin, READ[turn % READ.length] ?? '/', { headers: COOKIE }).catch(
        () => null,
      )
      await answered?.arrayBuffer().catch(() => undefined)
      load.counts.reads += 1
      await sleep(30)
      // oxlint-enable no-await-in-loop
    }
  }
  const book = async (number: number): Promise<void> => {
    for (let turn = number; !isOver(); turn += 1) {
      const { value } = free.next()
      if (!value) return
      // oxlint-disable-next-line no-await-in-loop -- one table after the other
      await bookOne({ origin: origins[turn % origins.length] ?? '', request: value, cancels: turn % 3 === 0 })
    }
  }
  const bookOne = async ({ origin, request, cancels }: Booking): Promise<void> => {
    const post = (path: string, body?: unknown, from = someAddress()): Promise<Response> =>
      ask(origin, path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    const seen = await bookAsGuest({ post, provider }, request)
    load.acknowledged.push(seen)
    if (!cancels || !seen.paid || !seen.held) return
    // Another guest books meanwhile.
    cancelling.push(
      cancel({ origin, tokens, id: seen.held, ask }).then((isCancelled) => {
        if (isCancelled) load.cancelled.add(seen.key)
        else load.wrong.push({ path: '/my-reservation', answer: 'could not be cancelled' })
      }),
    )
  }
  const working = [
    ...origins.flatMap((origin) => [read(origin, 0), read(origin, 2)]),
    ...Array.from({ length: BOOKING_AT_ONCE }, (_, number) => book(number)),
    feedJobs(database.pool, isOver),
  ]
  return {
    ...load,
    async stop() {
      over.abort()
      await Promise.all(working)
      await Promise.all(cancelling)
    },
  }
}

type Booking = { readonly origin: string; readonly request: HoldRequest; readonly cancels: boolean }

/** Cancels a reservation by its guest's link once it is confirmed. False where the response never came. */
async function cancel({
  origin,
  tokens,
  id,
  ask,
}: {
  origin: string
  tokens: SignedTokens
  id: string
  ask: (origin: string, path: string, init?: RequestInit) => Promise<Response>
}): Promise<boolean> {
  const path = `/my-reservation/${tokens.sign('guest', id)}`
  let wasSent = false
  for (let attempt = 0; attempt < CANCEL_ATTEMPTS; attempt += 1) {
    // oxlint-disable no-await-in-loop -- one try after the other
    const shown = await ask(origin, path).catch(() => null)
    const html = (await shown?.text().catch(() => '')) ?? ''
    if (shown?.status === 200 && html.includes('Confirmed')) {
      const body = new URLSearchParams({ intent: 'cancel' })
      const sent = await ask(origin, path, { method: 'POST', body }).catch(() => null)
      if (sent?.status === 303) return true
      wasSent = true
    }
    // After a 503 the cancellation may have been committed.
    if (wasSent && shown?.status === 200 && html.includes('Reservation Cancelled')) return true
    await sleep(250)
    // oxlint-enable no-await-in-loop
  }
  return false
}

/** Adds small jobs to the queue, so that some are running whenever the database is killed. */
async function feedJobs(pool: pg.Pool, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    // oxlint-disable no-await-in-loop -- a few at a time
    await pool
      .query(
        `select graphile_worker.add_job('release_expired_holds_again') from generate_series(1, $1)
         where (select count(*) from graphile_worker.jobs where task_identifier = 'release_expired_holds_again') < $2`,
        [JOBS_AT_ONCE, JOBS_WAITING],
      )
      .catch(() => undefined)
    await sleep(40)
    // oxlint-enable no-await-in-loop
  }
}
