import { type ChildProcess, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { type Database, openDatabase } from '#platform/db/db.ts'
import {
  type StripeEmulator,
  startStripeEmulator,
} from '#platform/payments-gateways/stripe-emulator/server.ts'
import { exitOf, spawnApp, waitFor } from '../support/server.ts'
import { type MailSink, openMailSink } from '../support/mail-sink.ts'
import { medianOf, repeatWebhooks, wrongAfter, wrongInLog } from './after-outages.ts'
import { endDatabase, type Kill, kindOf, openBareClient, type Settings } from './database-kills.ts'
import { type GuestLoad, isAllowed, startGuestLoad } from './guest-load.ts'
import { startOwnDatabase } from './own-database.ts'

const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  // oxlint-disable-next-line no-await-in-loop -- what was opened last is closed first
  for (const close of closing.toReversed()) await close()
})

type ServiceDay = {
  readonly servers: readonly {
    readonly origin: string
    readonly child: ChildProcess
    readonly output: () => string
  }[]
  readonly provider: StripeEmulator
  readonly sink: MailSink
}

/** Servers with one database, one payment emulator and one mail server. */
async function startServers(count: number, env: Readonly<Record<string, string>>): Promise<ServiceDay> {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const origins = ports.map((port) => `http://127.0.0.1:${port}`)
  const [origin = ''] = origins
  const provider = await startStripeEmulator({
    publicUrl: `${origin}/test-payment`,
    webhookUrl: `${origin}/payments/webhook`,
    webhookSecret: 'whsec_lounge_test_payments',
  })
  const sink = await openMailSink()
  closing.push(
    () => provider.close(),
    () => sink.close(),
  )
  const servers: ServiceDay['servers'][number][] = []
  for (const [index, port] of ports.entries()) {
    const { child, output } = spawnApp({
      ORIGIN: origin,
      PORT: String(port),
      PAYMENT_PROVIDER: 'local',
      TEST_PAYMENTS_URL: provider.url,
      SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'warn',
      ...env,
    })
    closing.push(async () => {
      child.kill('SIGTERM')
      await exitOf(child)
    })
    // oxlint-disable-next-line no-await-in-loop -- the first brings the schema up to date
    await waitFor(async () => child.exitCode !== null || (await statusOf(`${origins[index]}/readyz`)) === 200)
    if (child.exitCode !== null) throw new Error(`a server did not start:\n${output()}`)
    servers.push({ origin: origins[index] ?? '', child, output })
  }
  return { servers, provider, sink }
}

const statusOf = (url: string): Promise<number> =>
  fetch(url).then(
    async (it) => {
      await it.arrayBuffer()
      return it.status
    },
    () => 0,
  )

/** A page that is rendered for each request. */
const PAGE = '/events?q=jazz'

/** Recoveries that take longer print the responses of the server until then. */
const EXPLAINED_MS = 2000

type Scenario = {
  readonly rounds: number
  readonly dataDir: string
  readonly serviceDay: ServiceDay
  /** Connects to the database as the servers do. */
  readonly reach: Settings
  /** Starts a database again that has no supervisor. */
  readonly bringBack: (kill: Kill) => Promise<void>
}

type Outcome = {
  readonly load: GuestLoad
  /** The delay of the slowest server behind the bare client, for each kill. */
  readonly later: readonly number[]
  /** The usual response time of the same page under the same load, before each kill. */
  readonly usual: readonly number[]
  readonly away: readonly number[]
}

/** Kills the database repeatedly while guests book; measures how soon each server reads from it. */
async function killAgainAndAgain(scenario: Scenario, database: Database): Promise<Outcome> {
  const { rounds, dataDir, reach, serviceDay, bringBack } = scenario
  const load = await startGuestLoad({
    origins: serviceDay.servers.map((it) => it.origin),
    provider: serviceDay.provider,
    database,
  })
  const bare = await openBareClient(reach)
  closing.push(bare.close)
  const later: number[] = []
  const usual: number[] = []
  const slowest = async (
    from: number,
    untilServed: (origin: string) => Promise<unknown>,
  ): Promise<number> => {
    await Promise.all(serviceDay.servers.map(({ origin }) => untilServed(origin)))
    return Math.round(performance.now() - from)
  }
  const away: number[] = []
  const expectAlive = (what: string): void => {
    for (const { child, output } of serviceDay.servers)
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`a server process ended after ${what}:\n${output().slice(-3000)}`)
  }
  const untilServed = async (origin: string, what: string): Promise<void> => {
    const from = performance.now()
    const answers: string[] = []
    await waitFor(async () => {
      expectAlive(what)
      const askedAt = performance.now()
      const status = await statusOf(origin + PAGE)
      answers.push(`${status} in ${Math.round(performance.now() - askedAt)} ms`)
      return status === 200
    }, 30_000)
    if (performance.now() - from > EXPLAINED_MS)
      process.stdout.write(`${what}, ${origin}: ${answers.join(', ')}\n`)
  }
  for (let round = 0; round < rounds; round += 1) {
    // oxlint-disable no-await-in-loop -- one kill after the other
    await sleep(250 + ((round * 97) % 400))
    usual.push(await slowest(performance.now(), (origin) => statusOf(origin + PAGE)))
    const kill = kindOf(round)
    const what = `kill ${round + 1} (${kill})`
    const killedAt = performance.now()
    // Measured from the bare client's first successful query, not from the end of the start command.
    const reading = bare.untilBack().then(async (backAt) => {
      away.push(Math.round(backAt - killedAt))
      later.push(await slowest(backAt, (origin) => untilServed(origin, what)))
    })
    endDatabase(dataDir, kill)
    await Promise.all([bringBack(kill), reading]).catch((error: unknown) => {
      expectAlive(what)
      throw error
    })
    // oxlint-enable no-await-in-loop
  }
  await load.stop()
  return { load, later, usual, away }
}

const PROMISED_MS = 1000
/** A single kill may coincide with other load; a defect shows in every kill of its kind. */
const MEDIAN_OF = 5

/** The kinds of kills after which the median delay exceeds the limit plus the usual time to render the page. */
function slowAfter(later: readonly number[], usualMs: number): string[] {
  const byKind = Map.groupBy(later.keys(), kindOf)
  const groups = [...byKind].map(
    ([kind, rounds]) => [kind, rounds.map((it) => later[it] ?? Infinity)] as const,
  )
  return [...groups.filter(([, it]) => it.length >= MEDIAN_OF), ['any kill', later] as const]
    .filter(([, it]) => medianOf(it) - usualMs > PROMISED_MS)
    .map(([kind, it]) => `${kind}: ${it.join(', ')} ms`)
}

async function expectNothingLost(scenario: Scenario, database: Database, name: string): Promise<void> {
  const { serviceDay } = scenario
  const { servers } = serviceDay
  const pids = servers.map(({ child }) => child.pid)
  const { load, later, usual, away } = await killAgainAndAgain(scenario, database)
  const at = { load, database, provider: serviceDay.provider, sink: serviceDay.sink }
  const settledFrom = performance.now()
  await repeatWebhooks(at)
  await waitFor(async () => (await wrongAfter(at)).length === 0, 60_000).catch(() => undefined)
  const { counts, acknowledged, cancelled } = load
  process.stdout.write(
    `${name}: away ${away.join(', ')} ms\n` +
      `  reading again ${later.join(', ')} ms after the bare client: median ${medianOf(later)}, maximum ${Math.max(...later)}; ` +
      `usually the page takes ${medianOf(usual)} ms\n` +
      `  ${counts.reads} reads, ${counts.unavailable} answers 503, ${acknowledged.length} bookings, ` +
      `${acknowledged.filter((it) => it.paid).length} paid, ${cancelled.size} cancelled and refunded; ` +
      `all jobs done ${Math.round(performance.now() - settledFrom)} ms later\n`,
  )
  expect(await wrongAfter(at)).toEqual([])
  expect(load.wrong).toEqual([])
  expect(servers.every(({ child }) => child.exitCode === null && child.signalCode === null)).toBe(true)
  expect(servers.map(({ child }) => child.pid)).toEqual(pids)
  expect(servers.flatMap(({ output }) => wrongInLog(output()))).toEqual([])
  // Control: the database was unavailable, and guests booked, paid and cancelled meanwhile.
  expect(counts.unavailable).toBeGreaterThan(0)
  expect(acknowledged.filter((it) => it.paid).length).toBeGreaterThanOrEqual(scenario.rounds / 2)
  expect(cancelled.size).toBeGreaterThan(0)
  expect(slowAfter(later, medianOf(usual))).toEqual([])
}

/** Servers on an embedded PostgreSQL in a temporary directory. */
async function startEmbedded(env: Readonly<Record<string, string>> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'lounge-restarts-'))
  closing.push(() => rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  const serviceDay = await startServers(1, { DATA_DIR: directory, ...env })
  const dataDir = join(directory, 'postgres')
  const password = readFileSync(join(dataDir, 'lounge.password'), 'utf8').trim()
  const settings = { host: dataDir, port: 5432, user: 'lounge', password }
  const connection = { ...settings, database: 'postgres', ssl: false }
  const database = openDatabase(connection, { max: 3, onLost: () => undefined })
  closing.push(() => database.close())
  return { serviceDay, dataDir, reach: settings, database, bringBack: async () => undefined }
}

test('an embedded database that is killed 20 times is started again by itself each time, and nothing is lost', async () => {
  const { database, ...embedded } = await startEmbedded()
  await expectNothingLost({ rounds: 20, ...embedded }, database, 'embedded')
})

/** The worker processes of a primary. */
const workersOf = ({ pid }: ChildProcess): string[] =>
  spawnSync('ps', ['--ppid', String(pid), '-o', 'pid=,args='])
    .stdout.toString()
    .split('\n')
    .filter((line) => line.includes('serve.mjs'))
    .map((line) => line.trim().split(' ', 1).join())

test('under a cluster of two processes one of them starts it again, and all of them live', async () => {
  const { database, ...embedded } = await startEmbedded({ WEB_CONCURRENCY: '2' })
  const [server] = embedded.serviceDay.servers
  if (!server) throw new Error('no server was started')
  // Printed once every worker listens; one of them alone answers before that.
  await waitFor(() => server.output().includes('Open on'))
  const workers = workersOf(server.child)
  expect(workers).toHaveLength(2)
  await expectNothingLost({ rounds: 4, ...embedded }, database, 'embedded, cluster of 2')
  expect(workersOf(server.child)).toEqual(workers)
  const restarts = server.output().match(/"event":"database\.restarted"/g) ?? []
  // The primary logs each restart; the workers only reconnect.
  expect(restarts.length).toBeGreaterThanOrEqual(4)
  expect(server.output()).not.toContain('process.restarting')
})

test.each([1, 2])(
  'an external database that is killed 20 times under %i server process(es): all of them live, and nothing is lost',
  async (count) => {
    const own = await startOwnDatabase({ debian: true })
    const serviceDay = await startServers(count, {
      DATABASE_URL: own.url,
      DATA_DIR: own.dataDir.replace(/postgres$/, 'files'),
    })
    const bringBack = async (kill: Kill): Promise<void> => {
      if (kill === 'backend') return
      await sleep(150)
      await own.start()
    }
    const { user, password } = own.settings
    const reach = { host: '127.0.0.1', port: own.line.port, user, password }
    const scenario = { rounds: 20, dataDir: own.dataDir, reach, serviceDay, bringBack }
    await expectNothingLost(scenario, own, `${own.kind}, ${count} server process(es)`)
  },
)

test('control: an answer of 500, a 503 that does not say when to come again and a lost booking would have been found', () => {
  const answer = (status: number, headers: Record<string, string> = {}) =>
    new Response(null, { status, headers })
  expect(isAllowed('/menu', answer(500))).toBe(false)
  expect(isAllowed('/menu', answer(502))).toBe(false)
  expect(isAllowed('/menu', answer(503))).toBe(false)
  expect(isAllowed('/menu', answer(503, { 'Retry-After': '5' }))).toBe(true)
  expect(isAllowed('/menu', answer(401))).toBe(false)
  expect(isAllowed('/admin/api/overview', answer(401))).toBe(true)
})

test('control: servers that are slow after one kind of kill only would have been found', () => {
  const fast = Array.from({ length: 20 }, () => 300)
  expect(slowAfter(fast, 50)).toEqual([])
  expect(slowAfter(fast.with(7, 9000), 50)).toEqual([])
  expect(
    slowAfter(
      fast.map((it, round) => (kindOf(round) === 'backend' ? 1100 : it)),
      50,
    ),
  ).toHaveLength(1)
})

test('control: a stack trace, text that is not JSON and an unhandled rejection would have been found', () => {
  const banner = '  Lounge is open\n  \n  Mail  goes nowhere\n'
  const fine = '{"level":"warn","event":"component.restarting","err":{"message":"gone","code":"57P01"}}\n'
  expect(wrongInLog(banner + fine)).toEqual([])
  const stack = '{"level":"error","err":{"stack":"Error: gone\\n    at Socket.<anonymous> (client.js:1:1)"}}'
  const rejection = '{"level":"error","event":"process.unhandled_rejection"}'
  for (const wrong of [stack, rejection, 'Error: gone'])
    expect(wrongInLog(`${banner}${fine}${wrong}\n${fine}`)).toEqual([wrong])
})
