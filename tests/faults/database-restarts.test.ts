import { type ChildProcess, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { type Database, openDatabase } from '#platform/db.ts'
import { type LocalProvider, startLocalProvider } from '#platform/payments-gateways/local/server.ts'
import { exitOf, spawnHouse, waitFor } from '../support/house.ts'
import { headOf, type MailSink, openMailSink } from '../support/mail-sink.ts'
import { readReservations, wrongIn } from './acknowledged.ts'
import { endDatabase, type Kill, kindOf, type Settings, watchDatabase } from './database-kills.ts'
import { type GuestLoad, isAllowed, startGuestLoad } from './guest-load.ts'
import { startOwnDatabase } from './own-database.ts'

const closing: (() => Promise<unknown>)[] = []
afterAll(async () => {
  // oxlint-disable-next-line no-await-in-loop -- what was opened last is closed first
  for (const close of closing.toReversed()) await close()
})

type Evening = {
  readonly servers: readonly {
    readonly origin: string
    readonly child: ChildProcess
    readonly output: () => string
  }[]
  readonly provider: LocalProvider
  readonly sink: MailSink
}

/** Servers on one database, one test payment provider and one mail server. */
async function startServers(count: number, env: Readonly<Record<string, string>>): Promise<Evening> {
  const ports = await Promise.all(Array.from({ length: count }, freePort))
  const origins = ports.map((port) => `http://127.0.0.1:${port}`)
  const [origin = ''] = origins
  const provider = await startLocalProvider({
    publicUrl: `${origin}/test-payment`,
    webhookUrl: `${origin}/payments/webhook`,
    webhookSecret: 'whsec_lounge_test_payments',
  })
  const sink = await openMailSink()
  closing.push(
    () => provider.close(),
    () => sink.close(),
  )
  const servers: Evening['servers'][number][] = []
  for (const [index, port] of ports.entries()) {
    const { child, output } = spawnHouse({
      ORIGIN: origin,
      PORT: String(port),
      PAYMENTS: 'local',
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

type Scenario = {
  readonly rounds: number
  readonly dataDir: string
  readonly settings: Settings
  readonly evening: Evening
  /** Brings back a database that does not come back by itself. */
  readonly bringBack: (kill: Kill) => Promise<void>
}

type Outcome = {
  readonly load: GuestLoad
  readonly waits: readonly number[]
  readonly away: readonly number[]
}

/** Kills the database again and again while guests book, and measures how soon each server reads from it again. */
async function killAgainAndAgain(scenario: Scenario, database: Database): Promise<Outcome> {
  const { rounds, dataDir, settings, evening, bringBack } = scenario
  const load = await startGuestLoad({
    origins: evening.servers.map((it) => it.origin),
    provider: evening.provider,
    database,
  })
  const watch = await watchDatabase(settings)
  closing.push(watch.close)
  const waits: number[] = []
  const away: number[] = []
  const expectAlive = (what: string): void => {
    for (const { child, output } of evening.servers)
      if (child.exitCode !== null || child.signalCode !== null)
        throw new Error(`a server process ended after ${what}:\n${output().slice(-3000)}`)
  }
  for (let round = 0; round < rounds; round += 1) {
    // oxlint-disable no-await-in-loop -- one kill after the other
    await sleep(250 + ((round * 97) % 400))
    const kill = kindOf(round)
    const killedAt = performance.now()
    const back = watch.untilBack()
    endDatabase(dataDir, kill)
    await bringBack(kill)
    const what = `kill ${round + 1} (${kill})`
    const backAt = await back.catch((error: unknown) => {
      expectAlive(what)
      throw error
    })
    away.push(Math.round(backAt - killedAt))
    const serving = evening.servers.map(async ({ origin }) => {
      await waitFor(async () => {
        expectAlive(what)
        return (await statusOf(`${origin}/events?q=jazz`)) === 200
      }, 30_000)
      return Math.round(performance.now() - backAt)
    })
    waits.push(Math.max(...(await Promise.all(serving))))
    // oxlint-enable no-await-in-loop
  }
  await load.stop()
  return { load, waits, away }
}

type State = {
  readonly due: number
  readonly given: number
  readonly unsent: number
  readonly refundsOpen: number
}

/** What the queue still has to do, and what it gave up. */
async function readQueue({ pool }: Database): Promise<State> {
  const { rows } = await pool.query<State>(
    `select
       (select count(*)::int from graphile_worker.jobs where run_at <= now() + interval '20 seconds'
          and attempts < max_attempts and task_identifier <> 'sweep_holds') as due,
       (select count(*)::int from graphile_worker.jobs where attempts >= max_attempts) as given,
       (select count(*)::int from mails where sent_at is null) as unsent,
       (select count(*)::int from refunds where status = 'pending') as "refundsOpen"`,
  )
  return rows[0] ?? { due: -1, given: -1, unsent: -1, refundsOpen: -1 }
}

/** What is not as it must be when all is over: nothing lost, nothing twice, every job done. */
async function wrongAfter({
  load,
  evening,
  database,
}: {
  load: GuestLoad
  evening: Evening
  database: Database
}) {
  const { due, given, unsent, refundsOpen } = await readQueue(database)
  const kept = load.acknowledged.filter((it) => !load.cancelled.has(it.key))
  const book = await readReservations(database.pool)
  const notCancelled = [...load.cancelled].filter(
    (key) => book.find((it) => it.key === key)?.status !== 'cancelled',
  )
  const { rows } = await database.pool.query<{ id: string }>('select id from mails where sent_at is not null')
  const came = evening.sink.taken.map(
    ({ raw }) => (headOf(raw).get('Message-ID') ?? '').slice(1).split('@')[0],
  )
  const times = rows.map(({ id }) => came.filter((it) => it === id).length)
  return [
    ...wrongIn(kept, book),
    ...notCancelled.map((key) => `${key} was cancelled and is not`),
    ...(due + given + unsent + refundsOpen === 0
      ? []
      : [JSON.stringify({ due, given, unsent, refundsOpen })]),
    ...times.filter((it) => it < 1 || it > 2).map((it) => `an email came ${it} times`),
  ]
}

async function expectNothingLost(scenario: Scenario, database: Database, name: string): Promise<void> {
  const pids = scenario.evening.servers.map(({ child }) => child.pid)
  const { load, waits, away } = await killAgainAndAgain(scenario, database)
  const state = { load, evening: scenario.evening, database }
  const settledFrom = performance.now()
  await waitFor(async () => (await wrongAfter(state)).length === 0, 60_000).catch(() => undefined)
  const { counts, acknowledged, cancelled } = load
  process.stdout.write(
    `${name}: away ${away.join(', ')} ms; reading again after ${waits.join(', ')} ms;\n` +
      `  ${counts.reads} reads, ${counts.unavailable} answers 503, ${acknowledged.length} bookings, ` +
      `${acknowledged.filter((it) => it.paid).length} paid, ${cancelled.size} cancelled; ` +
      `median ${median(waits)} ms; all jobs done ${Math.round(performance.now() - settledFrom)} ms later\n`,
  )
  expect(await wrongAfter(state)).toEqual([])
  expect(load.wrong).toEqual([])
  expect(
    scenario.evening.servers.every(({ child }) => child.exitCode === null && child.signalCode === null),
  ).toBe(true)
  expect(scenario.evening.servers.map(({ child }) => child.pid)).toEqual(pids)
  // The database was truly away, and guests truly booked meanwhile.
  expect(counts.unavailable).toBeGreaterThan(0)
  expect(acknowledged.filter((it) => it.paid).length).toBeGreaterThan(1)
  expect(cancelled.size).toBeGreaterThan(0)
  // A second is the promise, and the figures are printed; a machine with other work takes longer, and would fail for that.
  expect(Math.max(...waits)).toBeLessThan(15_000)
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Infinity

/** Servers on a PostgreSQL of their own, in a directory that goes when the test is over. */
async function startEmbedded(env: Readonly<Record<string, string>> = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'lounge-restarts-'))
  closing.push(() => rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  const evening = await startServers(1, { DATA_DIR: directory, ...env })
  const dataDir = join(directory, 'postgres')
  const password = readFileSync(join(dataDir, 'lounge.password'), 'utf8').trim()
  const settings = { host: dataDir, port: 5432, user: 'lounge', password }
  const connection = { ...settings, database: 'postgres', ssl: false }
  const database = openDatabase(connection, { max: 3, onLost: () => undefined })
  closing.push(() => database.close())
  return { evening, dataDir, settings, database, bringBack: async () => undefined }
}

test('an embedded database that is killed 20 times is started again by itself each time, and nothing is lost', async () => {
  const { database, ...embedded } = await startEmbedded()
  await expectNothingLost({ rounds: 20, ...embedded }, database, 'embedded')
})

/** The processes that serve, of a first process that started them. */
const workersOf = ({ pid }: ChildProcess): string[] =>
  spawnSync('ps', ['--ppid', String(pid), '-o', 'pid=,args='])
    .stdout.toString()
    .split('\n')
    .filter((line) => line.includes('serve.mjs'))
    .map((line) => line.trim().split(' ', 1).join())

test('under a cluster of two processes one of them starts it again, and all of them live', async () => {
  const { database, ...embedded } = await startEmbedded({ CLUSTER: '2' })
  const [server] = embedded.evening.servers
  if (!server) throw new Error('no server was started')
  const workers = workersOf(server.child)
  expect(workers).toHaveLength(2)
  await expectNothingLost({ rounds: 4, ...embedded }, database, 'embedded, cluster of 2')
  expect(workersOf(server.child)).toEqual(workers)
  const restarts = server.output().match(/"event":"database\.restarted"/g) ?? []
  // The first process tells of each; the others only join what runs again.
  expect(restarts.length).toBeGreaterThanOrEqual(4)
  expect(server.output()).not.toContain('process.restarting')
})

test.each([1, 2])(
  'an external database that is killed 20 times under %i server process(es): all of them live, and nothing is lost',
  async (count) => {
    const own = await startOwnDatabase()
    const [host, port, user, password] = [
      own.settings.host,
      own.settings.port,
      own.settings.user,
      own.settings.password,
    ]
    const evening = await startServers(count, {
      DATABASE_URL: own.url,
      DATA_DIR: own.dataDir.replace(/postgres$/, 'files'),
    })
    const bringBack = async (kill: Kill): Promise<void> => {
      if (kill === 'backend') return
      await sleep(150)
      await own.start()
    }
    const scenario = {
      rounds: 20,
      dataDir: own.dataDir,
      settings: { host, port, user, password },
      evening,
      bringBack,
    }
    await expectNothingLost(scenario, own, `external, ${count} server process(es)`)
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
