/**
 * `npm run bench:booking`: two server processes on one database. Measures 2,000 simultaneous clients for 40 tables,
 * holds per second alternating with the bare SQL statement through `pg`, and the time to place a hold at 20 requests a
 * second.
 */
import pg from 'pg'
import type { HoldAttempt } from '#features/holds/attempts/schema.ts'
import { holdStatement } from '#features/holds/attempts/store.ts'
import { openDatabase } from '#platform/db/db.ts'
import { type Answer, createCrowd, freshGuest, type Wish } from './load.ts'
import { latencyOf, openMeasuredDatabase } from './database.ts'
import { type MeasuredApp, median, openMeasuredApp, printTable, say } from './server.ts'

const TABLES = 40
const CLIENTS = 2000
const ANSWER_WITHIN_MS = 3000
const ROUNDS = 5
const HOLDS_A_ROUND = 400
const AT_ONCE = 20
const RATE_A_SECOND = 20
const RATE_SECONDS = 20
const WANTED_RATIO = 0.65

type Floor = { readonly tables: readonly { readonly id: string; readonly cents: number }[] }

const measured = await openMeasuredDatabase()
const { url } = measured
const env = { DATABASE_URL: url, TRUST_PROXY: 'true', LOG_LEVEL: 'warn' }
const apps = [await openMeasuredApp({ env }), await openMeasuredApp({ env })]
const database = openDatabase(url, { max: 4 })
const { db } = database
let nights = 0

/** Creates a floor with the number of tables needed. */
async function setFloor(): Promise<Floor> {
  const { rows } = await database.pool.query<{ id: string; cents: number }>(
    'select id, reservation_price_cents as cents from venue_tables where is_available and deleted_at is null',
  )
  for (let number = 500; rows.length < TABLES; number += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a few tables, before the measurement
    const added = await database.pool.query<{ id: string; cents: number }>(
      `insert into venue_tables (table_number, max_guests, location, reservation_price_cents, position_x, position_y, width, height)
       values ($1, 4, 'Floor Seating', 15000, 0, 0, 40, 40) returning id, reservation_price_cents as cents`,
      [number],
    )
    rows.push(...added.rows)
  }
  return { tables: rows.slice(0, TABLES) }
}

/** A night without reservations. */
async function newNight(): Promise<string> {
  nights += 1
  const { rows } = await database.pool.query<{ id: string }>(
    `insert into events (slug, title, description, category, date, start_time, price, price_range)
     values ('bench-' || $1, 'A night', '', 'Nightlife', current_date + 400 + $1::integer, '21:00', '$20', 'moderate') returning id`,
    [nights],
  )
  return rows[0]?.id ?? ''
}

const wishFor = (eventId: string, table: Floor['tables'][number] | undefined): Wish => ({
  eventId,
  tableId: table?.id ?? '',
  shownTotalCents: table?.cents ?? 0,
})

async function manyForFew(crowd: ReturnType<typeof createCrowd>, { tables }: Floor): Promise<boolean> {
  const eventId = await newNight()
  const answers = await crowd.ask(
    Array.from({ length: CLIENTS }, (_, i) => wishFor(eventId, tables[i % TABLES])),
    CLIENTS,
  )
  const count = (wanted: (answer: Answer) => boolean) => answers.filter(wanted).length
  const { rows } = await database.pool.query<{ claims: number; tables: number }>(
    `select count(*)::int as claims, count(distinct table_id)::int as tables from reservations
     where event_id = $1 and status in ('pending', 'confirmed')`,
    [eventId],
  )
  const [{ claims, tables: held } = { claims: 0, tables: 0 }] = rows
  const slowest = Math.max(...answers.map((it) => it.ms))
  const faults = count((it) => it.status >= 500 || it.status === 0)
  printTable(
    [
      'clients',
      'tables',
      'held',
      'parties in the database',
      'told "taken"',
      '5xx or no answer',
      'slowest answer, ms',
    ],
    [
      [
        CLIENTS,
        TABLES,
        count((it) => it.status === 201),
        claims,
        count((it) => it.status === 409),
        faults,
        slowest.toFixed(0),
      ].map(String),
    ],
  )
  return (
    claims === TABLES &&
    held === TABLES &&
    count((it) => it.status === 201) === TABLES &&
    faults === 0 &&
    slowest <= ANSWER_WITHIN_MS
  )
}

const attemptFor = (wish: Wish): HoldAttempt => ({
  ...freshGuest(),
  ...wish,
  packages: [],
  browser: crypto.randomUUID(),
  address: crypto.randomUUID(),
  network: null,
})

async function wishes({ tables }: Floor): Promise<Wish[]> {
  const asked: Wish[] = []
  while (asked.length < HOLDS_A_ROUND) {
    // oxlint-disable-next-line no-await-in-loop -- before the measurement
    const eventId = await newNight()
    asked.push(...tables.map((table) => wishFor(eventId, table)))
  }
  return asked.slice(0, HOLDS_A_ROUND)
}

async function runBare(asked: readonly Wish[]): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: AT_ONCE })
  const statements = asked.map((wish) => holdStatement(attemptFor(wish), new Date()).compile(db))
  await Promise.all(Array.from({ length: AT_ONCE }, () => pool.query('select 1')))
  const started = performance.now()
  await withPermit(
    statements,
    async ({ sql, parameters }) =>
      void (await pool.query({ name: 'hold', text: sql, values: [...parameters] })),
  )
  const perSecond = asked.length / ((performance.now() - started) / 1000)
  await pool.end()
  return perSecond
}

async function withPermit<T>(all: readonly T[], work: (it: T) => Promise<void>): Promise<void> {
  const waiting = all.values()
  const one = async (): Promise<void> => {
    // oxlint-disable-next-line no-await-in-loop -- sequential per client
    for (const it of waiting) await work(it)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
}

async function holdsBesideBare(crowd: ReturnType<typeof createCrowd>, floor: Floor): Promise<boolean> {
  const rounds: { ours: number; bare: number }[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    // oxlint-disable no-await-in-loop -- both sides alternate
    const asked = await wishes(floor)
    const started = performance.now()
    const answers = await crowd.ask(asked, AT_ONCE)
    const ours = asked.length / ((performance.now() - started) / 1000)
    const lost = answers.find((it) => it.status !== 201)
    if (lost) throw new Error(`a hold that should have been taken was answered with ${lost.status}`)
    const bare = await runBare(await wishes(floor))
    // oxlint-enable no-await-in-loop
    // The first round is a warm-up.
    if (round > 0) rounds.push({ ours, bare })
  }
  const ratio = median(rounds.map((it) => it.ours / it.bare))
  printTable(
    ['holds a second over HTTP', 'the same statement bare', 'ratio'],
    [
      [
        median(rounds.map((it) => it.ours)).toFixed(0),
        median(rounds.map((it) => it.bare)).toFixed(0),
        ratio.toFixed(2),
      ],
    ],
  )
  return ratio >= WANTED_RATIO
}

async function choosingAtLeisure(crowd: ReturnType<typeof createCrowd>, floor: Floor): Promise<void> {
  const asked = await wishes(floor)
  const answers: Promise<Answer[]>[] = []
  for (let i = 0; i < RATE_A_SECOND * RATE_SECONDS; i += 1) {
    const wish = asked[i]
    if (wish) answers.push(crowd.ask([wish], 1))
    // oxlint-disable-next-line no-await-in-loop -- fixed request rate
    await new Promise((resolve) => setTimeout(resolve, 1000 / RATE_A_SECOND))
  }
  const ms = (await Promise.all(answers)).flat().map((it) => it.ms)
  const { p50, p99 } = latencyOf(ms)
  printTable(
    ['choosing a table, 20 a second', 'p50, ms', 'p99, ms'],
    [[`${ms.length} requests`, p50.toFixed(1), p99.toFixed(1)]],
  )
}

const crowd = createCrowd(apps.map((app: MeasuredApp) => app.origin))
const floor = await setFloor()
// Warm-up requests before the measurement.
await crowd.ask((await wishes(floor)).slice(0, 100), 10)
const isExact = await manyForFew(crowd, floor)
const isQuick = await holdsBesideBare(crowd, floor)
await choosingAtLeisure(crowd, floor)
crowd.leave()
await Promise.all(apps.map((app) => app.stop()))
await database.close()
await measured.close()
say(
  isExact
    ? 'Reached: exactly 40 holds, no fault, everyone answered in time.'
    : 'MISSED: see the first table.',
)
say(
  isQuick
    ? `Reached: at least ${WANTED_RATIO} of the bare statement.`
    : `MISSED the ${WANTED_RATIO} of the bare statement.`,
)
process.exitCode = isExact && isQuick ? 0 : 1
