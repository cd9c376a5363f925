/**
 * `npm run bench:dining`: 120 simultaneous dinner requests for one evening over HTTP, and the response time of the
 * available times of an evening with 100,000 and with 1,000,000 reservations.
 */
import { MIN_FILL_MS, FORM_TOKEN_FIELD, HONEYPOT_FIELD } from '#lib/forms/hidden-fields.ts'
import { addDays, businessDate, type CalendarDate, weekdayOf } from '#lib/venue-time.ts'
import { type Latency, latencyOf, openMeasuredDatabase } from './database.ts'
import { fillReservations } from './full-reservations.ts'
import { openMeasuredApp, printTable, say } from './server.ts'

const GUESTS = 120
const ANSWER_WITHIN_MS = 3000
const READINGS = 1000
const WANTED_P99_MS = 20
const WANTED_GROWTH = 2
const FEW = 100_000
const MANY = 1_000_000

const database = await openMeasuredDatabase()
const { pool } = database
const app = await openMeasuredApp({
  env: { DATABASE_URL: database.url, TRUST_PROXY: 'true' },
})

/** A Saturday without seeded reservations. */
function freeSaturday(): CalendarDate {
  const from = addDays(businessDate(new Date()), 21)
  return addDays(from, (6 - weekdayOf(from) + 7) % 7)
}

const clock = (i: number): string => `${15 + (Math.floor(i / 2) % 6)}:${i % 2 === 0 ? '00' : '30'}`

async function formTokenOf(date: CalendarDate): Promise<string> {
  const page = await fetch(`${app.origin}/reservations?service=dining&date=${date}&guests=2`)
  const html = await page.text()
  const formToken = new RegExp(`name="${FORM_TOKEN_FIELD}" value="([^"]+)"`).exec(html)?.[1]
  if (!formToken) throw new Error(`the page has no dining form: ${page.status} ${html.slice(0, 2000)}`)
  return formToken
}

type Answer = { readonly status: number; readonly ms: number; readonly isTaken: boolean }

async function askForDinner(i: number, date: CalendarDate, formToken: string): Promise<Answer> {
  const body = new URLSearchParams({
    guests: String(1 + (i % 7)),
    date,
    time: clock(i),
    name: `Guest ${i}`,
    email: `guest-${i}@example.com`,
    // A contact has two dinners of a date at most.
    phone: `(972) 555-${1000 + i}`,
    requests: '',
    [FORM_TOKEN_FIELD]: formToken,
    [HONEYPOT_FIELD]: '',
  })
  const started = performance.now()
  const response = await fetch(`${app.origin}/reservations?service=dining`, {
    method: 'POST',
    body,
    redirect: 'manual',
    headers: { 'X-Forwarded-For': `10.1.${Math.floor(i / 250)}.${1 + (i % 250)}` },
  })
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - started, isTaken: response.status === 303 }
}

/** 120 simultaneous requests: guests without a table get a refusal, and no response is slow. */
async function manyForOneEvening(): Promise<boolean> {
  const date = freeSaturday()
  // The form tokens are collected first, so that all forms are sent at the same time.
  const formTokens: string[] = []
  // oxlint-disable-next-line no-await-in-loop -- one page at a time
  while (formTokens.length < GUESTS) formTokens.push(await formTokenOf(date))
  await new Promise((resolve) => setTimeout(resolve, MIN_FILL_MS + 200))
  const answers = await Promise.all(formTokens.map((formToken, i) => askForDinner(i, date, formToken)))
  const { rows } = await pool.query<{ dinners: number; covers: number; cap: number; overlaps: number }>(
    `select count(*)::int as dinners,
       (select max(covers)::int from (select sum(guest_count) as covers from reservations
         where business_date = $1 and reservation_type = 'dining' group by starts_at) s) as covers,
       (select dining_covers_per_slot from venue) as cap,
       (select count(*)::int from table_occupancies a join table_occupancies b on a.table_id = b.table_id and a.id < b.id
         and a.is_active and b.is_active and a.during && b.during) as overlaps
     from reservations where business_date = $1 and reservation_type = 'dining'`,
    [date],
  )
  const { dinners, covers, cap, overlaps } = rows[0] ?? { dinners: 0, covers: 0, cap: 0, overlaps: -1 }
  const taken = answers.filter((it) => it.isTaken).length
  const full = answers.filter((it) => it.status === 409).length
  const faults = answers.filter((it) => it.status >= 500).length
  const slowest = Math.max(...answers.map((it) => it.ms))
  printTable(
    ['guests', 'dinners', 'told "taken"', '5xx', 'overlaps', 'most covers in a slot', 'slowest answer, ms'],
    [[GUESTS, taken, full, faults, overlaps, `${covers} of ${cap}`, slowest.toFixed(0)].map(String)],
  )
  return (
    taken === dinners &&
    taken + full === GUESTS &&
    overlaps === 0 &&
    covers <= cap &&
    slowest <= ANSWER_WITHIN_MS
  )
}

const TIMES = '/reservations/times'

/** Response time of the available times, measured by server and client, alternating party sizes and evenings. */
async function readTimes(): Promise<{ readonly server: Latency; readonly guest: Latency }> {
  const first = freeSaturday()
  const serviceDays = [first, addDays(first, 1), addDays(first, 4), addDays(first, 5)]
  const ms: number[] = []
  for (let i = -200; i < READINGS; i += 1) {
    const query = `date=${serviceDays[Math.abs(i) % serviceDays.length]}&guests=${1 + (Math.abs(i) % 7)}`
    const started = performance.now()
    // oxlint-disable no-await-in-loop -- one request at a time
    const response = await fetch(`${app.origin}${TIMES}?${query}`)
    const { times }: { times: unknown[] } = JSON.parse(await response.text())
    // oxlint-enable no-await-in-loop
    if (times.length !== 12) throw new Error(`an evening has twelve times, not ${times.length}`)
    // The first requests warm up the server and its database.
    if (i >= 0) ms.push(performance.now() - started)
    else app.takeTimes(TIMES)
  }
  // Waits for the last log line.
  await new Promise((resolve) => setTimeout(resolve, 300))
  return { server: latencyOf(app.takeTimes(TIMES)), guest: latencyOf(ms) }
}

const isHonest = await manyForOneEvening()
const few = { count: await fillReservations(pool, FEW), ...(await readTimes()) }
const many = { count: await fillReservations(pool, MANY), ...(await readTimes()) }
printTable(
  [
    'reservations',
    'times of an evening, p50 on the server, ms',
    'p99',
    'p50 for who asked',
    'p99 for who asked',
  ],
  [few, many].map(({ count, server, guest }) => [
    String(count),
    ...[server.p50, server.p99, guest.p50, guest.p99].map((it) => it.toFixed(1)),
  ]),
)
await app.stop()
await database.close()

const isQuick = few.server.p99 <= WANTED_P99_MS
const staysQuick = many.server.p99 <= few.server.p99 * WANTED_GROWTH
say(
  isHonest
    ? 'Reached: no overlap, no cap broken, everyone answered in time.'
    : 'MISSED: see the first table.',
)
say(isQuick ? `Reached: p99 within ${WANTED_P99_MS} ms.` : `MISSED: p99 above ${WANTED_P99_MS} ms.`)
say(staysQuick ? 'Reached: ten times as many take at most twice as long.' : 'MISSED: it grows too fast.')
process.exitCode = isHonest && isQuick && staysQuick ? 0 : 1
