import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeAll, expect, inject, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { allRenditions, renditionPath } from '#features/media/rules.ts'
import { startStripeEmulator } from '#platform/payments-gateways/stripe-emulator/server.ts'
import { cloneDatabase, onServer, type TestDatabase } from '../support/database.ts'
import { exitOf, type RunningApp, startApp, waitFor } from '../support/server.ts'
import { TODAY_TEMPLATE } from '../support/templates.ts'
import { freeTables } from './acknowledged.ts'
import { bookAsGuest } from './two-servers.ts'

const closing: (() => Promise<unknown>)[] = []
// All servers share one database: a server that still runs would do the jobs of the next test.
afterEach(async () => {
  // oxlint-disable-next-line no-await-in-loop -- what was opened last is closed first
  for (const close of closing.splice(0).toReversed()) await close()
})

let database: TestDatabase
let pictures: string[]
beforeAll(async () => {
  database = await cloneDatabase(TODAY_TEMPLATE)
  const { rows } = await database.pool.query<{ id: string }>('select id from media order by id')
  pictures = rows.map(({ id }) => id)
})

type Server = RunningApp & { readonly metrics: () => Promise<string> }

async function startServer(env: Readonly<Record<string, string>>): Promise<Server> {
  const metricsPort = await freePort()
  const server = await startApp({
    env: { DATABASE_URL: database.url, METRICS_PORT: String(metricsPort), LOG_LEVEL: 'warn', ...env },
  })
  closing.push(async () => {
    server.child.kill('SIGKILL')
    await exitOf(server.child)
  })
  const metrics = async (): Promise<string> => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  return { ...server, metrics }
}

/** Log lines, metrics and readiness that report an unavailable database. */
async function blamesOnDatabase(server: Server): Promise<string[]> {
  const metrics = await server.metrics()
  const counted = /^lounge_unavailable_total\{component="database"\} [1-9].*$/m.exec(metrics)?.[0]
  const logged = server
    .output()
    .split('\n')
    .filter((line) => line.includes('db.unavailable') || line.includes('the database is away'))
  const ready = (await server.get('/readyz')).status
  return [
    ...(/^lounge_database_up 1$/m.test(metrics) ? [] : ['lounge_database_up is not 1']),
    ...(counted ? [counted] : []),
    ...logged,
    ...(ready === 200 ? [] : [`/readyz answers ${ready}`]),
  ]
}

const unavailable = async (server: Server, component: string): Promise<number> =>
  Number(
    new RegExp(`^lounge_unavailable_total\\{component="${component}"\\} (\\d+)`, 'm').exec(
      await server.metrics(),
    )?.[1] ?? 0,
  )

test('an unavailable bucket is reported as image storage, not as the database', async () => {
  const server = await startServer({
    S3_ENDPOINT: `http://127.0.0.1:${await freePort()}`,
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  })
  const answered = await server.get(renditionPath(pictures[0] ?? '', { width: 640, format: 'webp' }))
  expect([answered.status, answered.headers.get('Retry-After')]).toEqual([503, '5'])
  const text = await answered.text()
  expect(text).toContain('The picture storage does not answer')
  expect(text).not.toContain('database')
  expect(await unavailable(server, 'storage')).toBe(1)
  expect(server.output()).toContain('"event":"storage.unavailable"')
  expect(await blamesOnDatabase(server)).toEqual([])
  expect((await server.get('/events?q=jazz')).status).toBe(200)
})

test('an unavailable mail server is reported as failed jobs, not as the database', async () => {
  const provider = await startStripeEmulator({
    publicUrl: 'http://localhost/test-payment',
    webhookUrl: 'http://localhost/payments/webhook',
    webhookSecret: 'whsec_lounge_test_payments',
  })
  closing.push(() => provider.close())
  const server = await startServer({
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    PAYMENT_PROVIDER: 'local',
    TEST_PAYMENTS_URL: provider.url,
  })
  provider.pointAt({
    publicUrl: `${server.origin}/test-payment`,
    webhookUrl: `${server.origin}/payments/webhook`,
  })
  const post = (path: string, body?: unknown): Promise<Response> =>
    server.get(path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const [ask] = await freeTables(database.pool)
  if (!ask) throw new Error('no table is free')
  expect((await bookAsGuest({ post, provider }, ask)).paid).toBe(true)
  await waitFor(async () =>
    /^lounge_jobs_total\{task="send_mail",outcome="failed"\}/m.test(await server.metrics()),
  )
  expect(server.output()).toContain('"event":"job.failed"')
  expect(await blamesOnDatabase(server)).toEqual([])
})

test('an overload of the image queue is reported as such, and everything else is served', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'lounge-pictures-'))
  closing.push(() => rm(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }))
  const given = inject('dataDir')
  await cp(given, directory, {
    recursive: true,
    filter: (path) => !/^(postgres|renditions)/.test(basename(path)),
  })
  const server = await startServer({ DATA_DIR: directory })
  const paths = pictures.flatMap((id) => allRenditions().map((it) => renditionPath(id, it))).slice(0, 600)
  expect(paths.length).toBeGreaterThan(450)
  const leaving = new AbortController()
  const refused: string[] = []
  const asking = paths.map(async (path) => {
    const answered = await server.get(path, { signal: leaving.signal }).catch(() => null)
    // A response that is still on its way when the test has seen enough is aborted.
    const text = (await answered?.text().catch(() => null)) ?? null
    if (answered && text !== null && answered.status !== 200)
      refused.push(`${answered.status} ${answered.headers.get('Retry-After')} ${text}`)
  })
  await waitFor(() => refused.length > 20, 30_000)
  expect((await server.get('/readyz')).status).toBe(200)
  expect((await server.get('/events?q=jazz')).status).toBe(200)
  expect(await blamesOnDatabase(server)).toEqual([])
  leaving.abort()
  await Promise.all(asking)
  expect(new Set(refused)).toEqual(
    new Set(['503 10 "Too many pictures are being prepared right now. Please try again."']),
  )
  expect(await unavailable(server, 'images')).toBeGreaterThanOrEqual(refused.length)
  expect(server.output()).toContain('"event":"images.queue_full"')
})

test('control: an unavailable database is reported as such', async () => {
  const server = await startServer({})
  expect(await blamesOnDatabase(server)).toEqual([])
  const name = new URL(database.url).pathname.slice(1)
  const onDatabaseServer = (statement: string) => onServer(inject('databaseServer'), statement)
  await onDatabaseServer(`alter database ${name} allow_connections false`)
  await onDatabaseServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  const answered = await server.get('/events?q=jazz')
  expect([answered.status, answered.headers.get('Retry-After')]).toEqual([503, '5'])
  const blamed = (await blamesOnDatabase(server)).join('\n')
  for (const part of [
    'lounge_database_up is not 1',
    'component="database"',
    '"event":"db.unavailable"',
    '/readyz answers 503',
  ])
    expect(blamed).toContain(part)
  await onDatabaseServer(`alter database ${name} allow_connections true`)
})
