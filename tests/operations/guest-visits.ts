import { Agent, type IncomingMessage, request } from 'node:http'
import { firstOpenDay, listDays } from '#features/dining/rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import { addDays, type CalendarDate } from '#lib/venue-time.ts'
import { createSignedTokens, loadSigningKey, type SignedTokens } from '#platform/security/signed-tokens.ts'
import { issueFormToken } from '../../src/forms/form-token.ts'
import type { TestDatabase } from '../support/database.ts'

/** Requests of each guest on one keep-alive connection: eight pages and two dinner requests. */
const PAGES = ['/', '/menu', '/healthz', '/events', '/gallery', '/events?q=jazz', '/reservations', '/menu']
const DINNER_AFTER: ReadonlySet<number> = new Set([2, 6])
const GUESTS_AT_ONCE = 6
/** Parties of this size become requests without a table, so any number of them fits. */
const PARTY = '8'
const TIMEOUT_MS = 60_000

export type Visits = {
  readonly gets: number
  readonly posts: number
  /** Every request whose response was wrong. */
  readonly failed: readonly string[]
  readonly emails: readonly string[]
}

type Options = {
  readonly port: number
  readonly database: TestDatabase
  /** The number of pages to read; dinner requests are a quarter of that. */
  readonly gets: number
  /** Whether guests may stop once that many pages were read. */
  readonly isEnough: () => boolean
}

/** Reads pages and requests dinners until the number of requests is reached. No request is retried. */
export async function makeVisits({ port, database, gets, isEnough }: Options): Promise<Visits> {
  const tokens = createSignedTokens(await loadSigningKey(database.db))
  const dates = await openDates(database)
  const visits = { gets: 0, posts: 0, failed: [] as string[], emails: [] as string[] }
  const note = (what: string, outcome: string, expected: string): void => {
    if (outcome !== expected) visits.failed.push(`${what}: ${outcome}`)
  }
  let guests = 0
  const visit = async (number: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const client: Client = { agent, port, address: addressOf(number) }
    for (const [turn, path] of PAGES.entries()) {
      visits.gets += 1
      // oxlint-disable no-await-in-loop -- a guest does one thing after the other
      note(`GET ${path}`, await ask(client, { path }), '200')
      if (!DINNER_AFTER.has(turn)) continue
      const email = `guest-${number}-${turn}@example.com`
      visits.posts += 1
      visits.emails.push(email)
      const date = dates[number % dates.length] ?? ''
      note(`POST ${email}`, await ask(client, dinnerForm(tokens, date, email)), '303')
      // oxlint-enable no-await-in-loop
    }
    agent.destroy()
  }
  const visitOn = async (): Promise<void> => {
    // oxlint-disable-next-line no-await-in-loop -- one guest after the other
    while (visits.gets < gets || !isEnough()) await visit((guests += 1))
  }
  await Promise.all(Array.from({ length: GUESTS_AT_ONCE }, visitOn))
  return visits
}

/** Counts the guests whose number of reservations is not 1. */
export async function countWrongBookings({ pool }: TestDatabase, emails: readonly string[]) {
  const { rows } = await pool.query<{ email: string; count: number }>(
    `select email, count(r.id)::int as count from unnest($1::text[]) as email
     left join reservations r on r.guest_email = email group by email having count(r.id) <> 1`,
    [emails],
  )
  return rows
}

async function openDates(database: TestDatabase): Promise<CalendarDate[]> {
  const venue = await loadVenue(database)
  const from = addDays(firstOpenDay(venue, 2, new Date()) ?? '', 21)
  return listDays(venue, new Date()).flatMap(({ state, date }) =>
    state === 'open' && date > from ? [date] : [],
  )
}

type Client = { readonly agent: Agent; readonly port: number; readonly address: string }
type VisitRequest = { readonly path: string; readonly body?: string }

/** An address for each guest, because rate limits count by address. */
const addressOf = (number: number): string => `127.7.${number >> 8}.${number & 255}`

function dinnerForm(tokens: SignedTokens, date: string, email: string): VisitRequest {
  const body = new URLSearchParams({
    guests: PARTY,
    date,
    time: '18:00',
    name: 'Amara Okafor',
    email,
    phone: '(972) 555-0142',
    requests: '',
    topic: '',
    formToken: issueFormToken({ tokens, now: new Date(Date.now() - 10_000) }, 'dining'),
  })
  return { path: `/reservations?service=dining&date=${date}&guests=${PARTY}`, body: body.toString() }
}

/** Status, with the request id of a fault, by which the server's log tells its cause; a proxy's own fault has none. */
const describeAnswer = ({ statusCode = 0, headers }: IncomingMessage): string =>
  statusCode < 500 ? String(statusCode) : `${statusCode} (request ${String(headers['x-request-id'])})`

/** The status of the response, or the error that ended it. */
const ask = ({ agent, port, address }: Client, { path, body }: VisitRequest): Promise<string> =>
  new Promise((resolve) => {
    const options = { host: '127.0.0.1', localAddress: address, port, path, agent }
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    const asking = request(
      body === undefined ? options : { ...options, method: 'POST', headers },
      (answer: IncomingMessage) => {
        answer.resume()
        answer.once('end', () => resolve(describeAnswer(answer)))
        answer.once('error', (error) => resolve(`broken off: ${error.message}`))
      },
    )
    asking.setTimeout(TIMEOUT_MS, () => asking.destroy(new Error('no answer')))
    asking.once('error', (error) =>
      resolve(`${error.message}${asking.reusedSocket ? ' on a connection used before' : ''}`),
    )
    asking.end(body)
  })
