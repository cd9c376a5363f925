import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { S3_EMULATOR_KEY, type S3Emulator, startS3Emulator } from '../support/s3-emulator.ts'
import { exitOf, type RunningApp, spawnApp, startApp, waitFor } from '../support/server.ts'
import { type ComposeFile, readCompose, servicesOf } from './compose.ts'
import { describeWith, type RunningServer, startServer } from './servers.ts'

const demonstration = readCompose('compose.yaml', {})
const production = readCompose('compose.production.yaml', { SITE: 'localhost' })
const FILES: readonly [string, ComposeFile][] = [
  ['compose.yaml', demonstration],
  ['compose.production.yaml', production],
]

/** The services that run this product. */
const appsOf = (file: ComposeFile) => servicesOf(file).filter(([, it]) => it.build === '.')

describe.each(FILES)('%s', (_name, file) => {
  const declared = (kind: 'volumes' | 'networks' | 'secrets'): string[] => Object.keys(file[kind])

  test('declares every volume, network and secret that it uses, and hands over every secret that it names', () => {
    for (const [name, service] of servicesOf(file)) {
      const volumes = service.volumes.map((it) => it.split(':')[0] ?? '').filter((it) => !it.startsWith('.'))
      expect([name, ...volumes.filter((it) => !declared('volumes').includes(it))]).toEqual([name])
      expect(declared('networks')).toEqual(expect.arrayContaining(service.networks))
      expect(declared('secrets')).toEqual(expect.arrayContaining(service.secrets))
      const named = Object.values(service.environment).filter((it) => it.startsWith('/run/secrets/'))
      expect(service.secrets).toEqual(expect.arrayContaining(named.map((it) => basename(it))))
    }
  })

  test('pins images, starts services again, and opens nothing but the proxy to others', () => {
    const services = servicesOf(file)
    const images = services.filter(([, it]) => it.build === undefined).map(([, { image }]) => image)
    for (const image of images) expect(image).toMatch(/:(v?\d+\.\d+|RELEASE\.)/)
    // The service that creates the bucket ends by itself.
    const lasting = services.filter(([name]) => name !== 'bucket').map(([, { restart }]) => restart)
    expect(new Set(lasting)).toEqual(new Set(['unless-stopped']))
    const ports = services.filter(([name]) => name !== 'proxy').flatMap((it) => it[1].ports)
    expect(ports.filter((it) => !it.startsWith('127.0.0.1:'))).toEqual([])
  })

  test('runs the product with a read-only root, without rights, with volumes for data and backups', () => {
    expect(appsOf(file).length).toBeGreaterThan(0)
    for (const [, app] of appsOf(file)) {
      expect(app).toMatchObject({ read_only: true, init: true, tmpfs: ['/tmp'], cap_drop: ['ALL'] })
      expect(app.security_opt).toEqual(['no-new-privileges:true'])
      expect(app.volumes).toEqual(['data:/data', 'backups:/backups'])
      expect(Number.parseInt(app.stop_grace_period ?? '', 10)).toBeGreaterThanOrEqual(60)
    }
  })

  test('gives the product settings that exist', () => {
    const example = readFileSync('.env.example', 'utf8')
    const known = new Set([...example.matchAll(/^([A-Z]\w+)=/gm)].map((it) => it[1]))
    for (const [, { environment }] of appsOf(file))
      expect(Object.keys(environment).filter((it) => !known.has(it.replace(/_FILE$/, '')))).toEqual([])
  })
})

test('production without the name of the site is refused by compose itself', () => {
  expect(() => readCompose('compose.production.yaml', {})).toThrow('SITE is missing: the name guests type')
})

test('the demonstration takes test payments and opens its test pages, to this machine only', async () => {
  const port = await freePort()
  const { services } = readCompose('compose.yaml', { PORT: String(port) })
  const app = services['app']
  expect(app?.ports).toEqual([`127.0.0.1:${port}:3000`])
  const directory = mkdtempSync(join(tmpdir(), 'lounge-compose-'))
  const server = await startApp({
    env: { ...app?.environment, PORT: String(port), DATA_DIR: directory },
  })
  expect(server.output()).toMatch(/Payments +local, no real money/)
  // Through the container network, a request of this machine has another source address.
  const outbox = await fetch(`http://localhost:${port}/outbox`, {
    headers: { 'X-Forwarded-For': '172.17.0.1' },
  })
  expect(outbox.status).toBe(200)
  expect(await server.stop()).toBe(0)
  rmSync(directory, { recursive: true, force: true })
})

const PASSWORD = 'p/w@th:all%20#of?them&\'"'

describeWith(['postgres', 'caddy'], 'compose.production.yaml with PostgreSQL, S3 and Caddy', () => {
  const directory = mkdtempSync(join(tmpdir(), 'lounge-compose-'))
  const secret = (name: string): string => join(directory, 'secrets', name)
  let postgres: RunningServer
  let bucket: S3Emulator

  beforeAll(async () => {
    mkdirSync(join(directory, 'secrets'))
    const secrets = {
      storage_password: S3_EMULATOR_KEY,
      stripe_secret_key: `sk_test_${'a'.repeat(40)}`,
      stripe_webhook_secret: `whsec_${'a'.repeat(40)}`,
    }
    const all = { ...secrets, database_password: PASSWORD, smtp_url: 'smtp://127.0.0.1:2525' }
    for (const [name, value] of Object.entries(all)) writeFileSync(secret(name), `${value}\n`)
    postgres = await startServer('postgres', {
      port: await freePort(),
      config: (at) => `hba_file = '${at}/hba.conf'\n`,
      files: { 'hba.conf': 'local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n' },
    })
    await waitFor(() => postgres.output().includes('ready to accept connections'))
    const quoted = PASSWORD.replaceAll("'", "''")
    const client = new pg.Client({ host: postgres.directory, port: postgres.port, user: 'postgres' })
    await client.connect()
    await client.query(`create role lounge login password '${quoted}'`)
    await client.query('create database lounge owner lounge')
    await client.end()
    bucket = await startS3Emulator('lounge')
  })
  afterAll(async () => {
    await bucket.close()
    rmSync(directory, { recursive: true, force: true })
  })

  /** The environment of a service, in which names of services are replaced by local addresses. */
  const environmentOf = (name: string): Record<string, string> => {
    const moved = Object.entries(production.services[name]?.environment ?? {}).map(([key, value]) => [
      key,
      value
        .replace('database:5432', `127.0.0.1:${postgres.port}`)
        .replace('storage:9000', `127.0.0.1:${bucket.port}`)
        .replace('/run/secrets/', `${directory}/secrets/`),
    ])
    return {
      ...Object.fromEntries(moved),
      S3_ACCESS_KEY_ID: S3_EMULATOR_KEY,
      DATA_DIR: join(directory, 'data'),
    }
  }

  const start = async (name: string): Promise<RunningApp> =>
    startApp({ env: { ...environmentOf(name), METRICS_PORT: String(await freePort()) } })

  test('names every secret that is needed', () =>
    expect(readdirSync(join(directory, 'secrets')).toSorted()).toEqual(
      Object.keys(production.secrets).toSorted(),
    ))

  test('starts both processes from files of secrets, behind Caddy as it is configured', async () => {
    const first = await start('app-1')
    const second = await start('app-2')
    for (const { output } of [first, second]) {
      expect(output()).toMatch(/Database +external PostgreSQL at 127/)
      expect(output()).toMatch(/Payments +Stripe/)
      expect(output()).toMatch(/Mail +SMTP/)
      expect(output()).not.toContain(PASSWORD)
    }
    const port = await freePort()
    const caddyfile = readFileSync('deploy/Caddyfile', 'utf8')
    const options = `{\n\tadmin off\n\tskip_install_trust\n\thttps_port ${port}\n\thttp_port ${await freePort()}\n}\n`
    const caddy = await startServer('caddy', {
      port,
      config: options + caddyfile,
      env: {
        SITE: production.services['proxy']?.environment['SITE'] ?? '',
        APPS: [first, second].map(({ origin }) => new URL(origin).host).join(' '),
      },
    })
    const authority = join(caddy.directory, 'caddy/pki/authorities/local/root.crt')
    // Caddy accepts connections before it has issued its own certificate.
    await waitFor(() =>
      getOverTls(port, readFileSync(authority, 'utf8')).then(
        () => true,
        () => false,
      ),
    )
    const answer = await getOverTls(port, readFileSync(authority, 'utf8'))
    expect(answer.status).toBe(200)
    expect(answer.headers['strict-transport-security']).toContain('max-age')
    expect(answer.body).toContain('https://localhost/')
    await caddy.stop()
    expect(await first.stop()).toBe(0)
    expect(await second.stop()).toBe(0)
  })

  test('says in one line which secret is missing', async () => {
    const { child, output } = spawnApp({ ...environmentOf('app-1'), SMTP_URL_FILE: secret('none') })
    expect(await exitOf(child)).toBe(1)
    expect(output().trim().split('\n')).toHaveLength(1)
    expect(output()).toContain(
      `SMTP_URL_FILE=${secret('none')}: the file cannot be read (there is no such file)`,
    )
  })
})

type Answer = {
  readonly status: number | undefined
  readonly headers: Record<string, unknown>
  readonly body: string
}

const getOverTls = (port: number, ca: string): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(
      { host: '127.0.0.1', port, servername: 'localhost', headers: { Host: 'localhost' }, ca },
      (incoming) => {
        let body = ''
        incoming.on('data', (chunk: Buffer) => (body += chunk.toString()))
        incoming.on('end', () => resolve({ status: incoming.statusCode, headers: incoming.headers, body }))
      },
    )
      .on('error', reject)
      .end()
  })
