/**
 * `npm run bench:scale`: throughput with one, two and four processes on one PostgreSQL behind a proxy (Caddy if
 * installed, otherwise a shared port), and response times with a growing number of rows. `npm run bench:scale --
 * --quick` is a small run to check that it works.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import autocannon from 'autocannon'
import { freePort } from '../scripts/free-port.ts'
import { createCrowd, type Wish } from './load.ts'
import { openMeasuredDatabase } from './database.ts'
import { fillReservations } from './full-reservations.ts'
import { type MeasuredApp, openMeasuredApp, printTable, say } from './server.ts'

const isQuick = process.argv.includes('--quick')
const PROCESSES = isQuick ? [1, 2] : [1, 2, 4]
const ROWS = isQuick ? [2000, 4000] : [10_000, 100_000, 1_000_000]
const EVENTS = isQuick ? 500 : 10_000
const SECONDS = isQuick ? 2 : 8
const HOLDS = isQuick ? 60 : 600
const PAGES = ['/', '/events/lone-star-highlife', '/reservations']
// Searches are not cached: each is rendered and queries the database.
const RENDERED = '/events?q=jazz'
const CONNECTIONS = 50
const AT_ONCE = 20

const { url, pool, close } = await openMeasuredDatabase()
const directory = await mkdtemp(join(tmpdir(), 'lounge-bench-scale-'))
const env = { DATABASE_URL: url, TRUST_PROXY: 'true', LOG_LEVEL: 'warn' }
const hasCaddy = spawnSync('caddy', ['version']).status === 0

type Street = { readonly origin: string; readonly stop: () => Promise<void> }

/** Starts server processes behind one address. */
async function openStreet(count: number): Promise<Street> {
  if (!hasCaddy) return openMeasuredApp({ env: { ...env, WEB_CONCURRENCY: String(count) } })
  const apps: MeasuredApp[] = []
  // oxlint-disable-next-line no-await-in-loop -- the first one seeds the database
  while (apps.length < count) apps.push(await openMeasuredApp({ env }))
  const proxy = await openProxy(apps.map(({ origin }) => new URL(origin).host))
  return {
    origin: proxy.origin,
    async stop() {
      proxy.child.kill()
      await Promise.all(apps.map((app) => app.stop()))
    },
  }
}

async function openProxy(hosts: readonly string[]): Promise<{ origin: string; child: ChildProcess }> {
  const proxyPort = await freePort()
  const file = join(directory, `Caddyfile-${proxyPort}`)
  // The load generator sets X-Forwarded-For for its guests; the proxy must trust it.
  await writeFile(
    file,
    `{
      admin off
      auto_https off
    }
    http://localhost:${proxyPort} {
      reverse_proxy ${hosts.join(' ')} {
        lb_policy least_conn
        header_up X-Forwarded-For {header.X-Forwarded-For}
      }
    }`,
  )
  const child = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', file], { stdio: 'ignore' })
  const origin = `http://localhost:${proxyPort}`
  for (let tries = 0; tries < 100; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- polls until it is up
    if ((await fetch(`${origin}/healthz`).catch(() => null))?.ok) return { origin, child }
    // oxlint-disable-next-line no-await-in-loop
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the proxy did not start')
}

async function pagesASecond(origin: string, path: string): Promise<number> {
  const address = origin + path
  await Promise.all(Array.from({ length: 40 }, () => fetch(address).then((answer) => answer.arrayBuffer())))
  const headers = { 'Accept-Encoding': 'br' }
  const result = await autocannon({ url: address, connections: CONNECTIONS, duration: SECONDS, headers })
  if (result.errors > 0 || result.non2xx > 0)
    throw new Error(`${address}: ${result.errors} errors, ${result.non2xx} not 2xx`)
  return result.requests.average
}

let nights = 0

/** Requests for tables of nights without reservations. */
async function wishes(count: number): Promise<Wish[]> {
  const { rows: tables } = await pool.query<{ id: string; cents: number }>(
    'select id, reservation_price_cents as cents from venue_tables where is_available and deleted_at is null',
  )
  const all: Wish[] = []
  while (all.length < count) {
    nights += 1
    // oxlint-disable-next-line no-await-in-loop -- a few nights
    const { rows } = await pool.query<{ id: string }>(
      `insert into events (slug, title, description, category, date, start_time, price, price_range)
       values ('scale-' || $1, 'A night', '', 'Nightlife', current_date + 400 + $1::integer, '21:00', '$20', 'moderate') returning id`,
      [nights],
    )
    all.push(
      ...tables.map(({ id, cents }) => ({ eventId: rows[0]?.id ?? '', tableId: id, shownTotalCents: cents })),
    )
  }
  return all.slice(0, count)
}

async function holdsASecond(origin: string): Promise<number> {
  const crowd = createCrowd([origin])
  await crowd.ask(await wishes(40), AT_ONCE)
  const asked = await wishes(HOLDS)
  const started = performance.now()
  const answers = await crowd.ask(asked, AT_ONCE)
  const seconds = (performance.now() - started) / 1000
  crowd.leave()
  const lost = answers.find((it) => it.status !== 201)
  if (lost) throw new Error(`a hold that should have been taken was answered with ${lost.status}`)
  return asked.length / seconds
}

async function measure(origin: string): Promise<number[]> {
  const figures: number[] = []
  // oxlint-disable-next-line no-await-in-loop -- one page at a time
  for (const path of [...PAGES, RENDERED]) figures.push(await pagesASecond(origin, path))
  return [...figures, await holdsASecond(origin)]
}

const NAMES = ['home', 'event', 'reservations', 'rendered each time', 'holds'].map((it) => `${it}/s`)
const figure = (value: number): string => value.toFixed(0)

async function measureProcesses(): Promise<void> {
  const rows: { count: number; figures: number[] }[] = []
  for (const count of PROCESSES) {
    say(`measuring ${count} ${count === 1 ? 'process' : 'processes'}`)
    // oxlint-disable no-await-in-loop -- each configuration has the machine for itself
    const street = await openStreet(count)
    rows.push({ count, figures: await measure(street.origin) })
    await street.stop()
    // oxlint-enable no-await-in-loop
  }
  const alone = rows[0]?.figures ?? []
  const ratio = (value: number, i: number): string =>
    `${figure(value)} (${(value / (alone[i] ?? value)).toFixed(2)})`
  printTable(
    [`processes behind ${hasCaddy ? 'Caddy' : 'one port'}`, ...NAMES],
    rows.map(({ count, figures }) => [String(count), ...figures.map(ratio)]),
  )
}

/** Inserts past nights up to a number of events. */
async function fillEvents(count: number): Promise<void> {
  await pool.query(
    `insert into events (slug, title, description, category, date, start_time, price, price_range)
     select 'past-' || i, 'Night ' || i, '', 'Nightlife', date '2026-01-01' - i, '21:00', '$20', 'moderate'
     from generate_series(1, $1::int - (select count(*)::int from events)) as i`,
    [count],
  )
  await pool.query('vacuum analyze events')
}

async function measureGrowth(): Promise<void> {
  const rows: string[][] = []
  const street = await openStreet(1)
  await fillEvents(EVENTS)
  for (const count of ROWS) {
    say(`filling to ${count} reservations`)
    // oxlint-disable no-await-in-loop -- one size at a time
    await fillReservations(pool, count)
    rows.push([String(count), String(EVENTS), ...(await measure(street.origin)).map(figure)])
    // oxlint-enable no-await-in-loop
  }
  await street.stop()
  printTable(['reservations', 'events', ...NAMES], rows)
}

try {
  await measureProcesses()
  await measureGrowth()
} finally {
  await close()
  await rm(directory, { recursive: true, force: true })
}
