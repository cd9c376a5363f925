import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLine } from '../faults/line.ts'
import { exitOf, type RunningApp, spawnApp, startApp, waitFor } from '../support/server.ts'
import { describeWith, runTool } from './servers.ts'
import { holdTables, type Postgres, startPgBouncer, startPostgres, startStandby } from './postgres.ts'

const SHARED = { PAYMENT_PROVIDER: 'local', TRUST_PROXY: 'true', LOG_LEVEL: 'warn' }

const statusesOf = (answers: readonly Response[]): number[] => answers.map(({ status }) => status)

/** Changes the menu by SQL and waits until guests see it. Returns the milliseconds that took. */
async function seesAnEdit(server: RunningApp, { query }: Postgres, name: string): Promise<number> {
  expect((await server.get('/menu')).status).toBe(200)
  const started = performance.now()
  await query(
    `update menu_items set name = $1 where id =
      (select id from menu_items where deleted_at is null and category = 'appetizer' order by id limit 1)`,
    [name],
  )
  await waitFor(async () => (await (await server.get('/menu')).text()).includes(name), 30_000)
  return performance.now() - started
}

/** Adds a job to the queue and waits until it is done. */
async function doesAJob({ query }: Postgres): Promise<void> {
  await query(`select graphile_worker.add_job('release_expired_holds')`)
  const waiting = `select 1 from graphile_worker.jobs where task_identifier = 'release_expired_holds' and run_at <= now()`
  await waitFor(async () => (await query(waiting)).rowCount === 0, 20_000)
}

describeWith(['postgres', 'pgbouncer'], 'PgBouncer', () => {
  test('in session mode: it starts, books, hears of changes and does jobs', async () => {
    const postgres = await startPostgres()
    const bouncer = await startPgBouncer(postgres, { mode: 'session', size: 40 })
    const server = await startApp({ env: { ...SHARED, DATABASE_URL: bouncer.url } })
    expect(statusesOf(await holdTables(server, postgres.pool, 20))).toEqual(Array(20).fill(201))
    expect(await seesAnEdit(server, postgres, 'Soup of the session')).toBeLessThan(6000)
    await doesAJob(postgres)
    const { rows } = await postgres.query(
      `select count(*)::int as count from pg_stat_activity where application_name = 'lounge'`,
    )
    expect(rows[0].count).toBeGreaterThan(2)
    expect(bouncer.output()).not.toContain('unsupported startup parameter')
    expect(await server.stop()).toBe(0)
  })

  test('in transaction mode alone: it names the setting that is missing', async () => {
    const postgres = await startPostgres({ isFilled: false })
    for (const size of [1, 5]) {
      const bouncer = await startPgBouncer(postgres, { mode: 'transaction', size })
      const { child, output } = spawnApp({ ...SHARED, DATABASE_URL: bouncer.url })
      expect(await exitOf(child)).toBe(1)
      expect(output().trim()).toMatch(
        /^DATABASE_URL=.*: leads to a pooler in transaction mode: set DATABASE_DIRECT_URL to the database itself[^\n]*$/,
      )
    }
  })

  test('in transaction mode with the database beside it: few connections serve many guests', async () => {
    const postgres = await startPostgres()
    const bouncer = await startPgBouncer(postgres, { mode: 'transaction', size: 4 })
    const env = {
      ...SHARED,
      DATABASE_URL: bouncer.url,
      DATABASE_DIRECT_URL: postgres.url,
      DATABASE_POOL_SIZE: '20',
    }
    const server = await startApp({ env })
    for (let round = 0; round < 3; round += 1) {
      const held = holdTables(server, postgres.pool, 20)
      const read = Promise.all(Array.from({ length: 40 }, (_, n) => server.get(`/events?q=jazz${n}`)))
      expect(statusesOf(await held)).toEqual(Array(20).fill(201))
      expect(new Set(statusesOf(await read))).toEqual(new Set([200]))
    }
    expect(await seesAnEdit(server, postgres, 'Soup of the transaction')).toBeLessThan(6000)
    await doesAJob(postgres)
    expect(server.output()).not.toContain('"event":"component.restarting"')
    expect(await server.stop()).toBe(0)
  })
})

describeWith(['postgres'], 'a role without special rights', () => {
  test('that owns its schema is enough', async () => {
    const postgres = await startPostgres({ isFilled: false })
    await postgres.query(`create role venue login nosuperuser nocreatedb nocreaterole`)
    await postgres.query('alter schema public owner to venue')
    await postgres.query('grant create on database lounge to venue')
    const url = `postgres://venue@127.0.0.1:${postgres.port}/lounge`
    const server = await startApp({ env: { ...SHARED, DATABASE_URL: url } })
    expect(statusesOf(await holdTables(server, postgres.pool, 3))).toEqual([201, 201, 201])
    await doesAJob(postgres)
    expect(await server.stop()).toBe(0)
    // Once the schema exists, the CREATE privilege can be revoked.
    await postgres.query('revoke create on database lounge from venue')
    const again = await startApp({ env: { ...SHARED, DATABASE_URL: url } })
    expect((await again.get('/readyz')).status).toBe(200)
    expect(await again.stop()).toBe(0)
  })
})

/** A certificate authority and its certificate for localhost, in a directory of the server. */
function makeCertificates(directory: string): void {
  const openssl = (...args: readonly string[]): void => {
    const made = runTool('openssl', args)
    if (made.status !== 0) throw new Error(made.stderr)
  }
  const at = (name: string): string => join(directory, name)
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2']
  openssl('req', '-x509', ...key, '-subj', '/CN=A CA', '-keyout', at('ca.key'), '-out', at('ca.pem'))
  openssl(
    'req',
    ...key.slice(0, 3),
    '-subj',
    '/CN=localhost',
    '-keyout',
    at('server.key'),
    '-out',
    at('server.csr'),
  )
  writeFileSync(at('names'), 'subjectAltName = DNS:localhost\n')
  const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-days', '2']
  openssl(
    'x509',
    '-req',
    '-in',
    at('server.csr'),
    ...signed,
    '-extfile',
    at('names'),
    '-out',
    at('server.pem'),
  )
  chmodSync(at('server.key'), 0o600)
  if (process.getuid?.() === 0) chownSync(at('server.key'), 65_534, 65_534)
}

describeWith(['postgres', 'openssl'], 'TLS with a CA of our own', () => {
  test('is verified with the name of the host, and explained where it is not trusted', async () => {
    const postgres = await startPostgres({
      isFilled: false,
      config(directory) {
        makeCertificates(directory)
        return `ssl = on\nssl_cert_file = '${directory}/server.pem'\nssl_key_file = '${directory}/server.key'\n`
      },
    })
    const url = (host: string, more: string): string =>
      `postgres://postgres@${host}:${postgres.port}/lounge?sslmode=verify-full${more}`
    const ca = `&sslrootcert=${postgres.directory}/ca.pem`
    const failing = async (DATABASE_URL: string): Promise<string> => {
      const { child, output } = spawnApp({ ...SHARED, DATABASE_URL })
      expect(await exitOf(child)).toBe(1)
      return output().trim()
    }
    const untrusted = await failing(url('localhost', ''))
    expect(untrusted).toMatch(
      /^DATABASE_URL=.*: the certificate of the server is not trusted \(.*\): add sslrootcert=FILE/,
    )
    expect(untrusted).not.toContain('\n')
    expect(await failing(url('127.0.0.1', ca))).toMatch(
      /: the certificate of the server is not trusted \(.*IP/,
    )

    const server = await startApp({ env: { ...SHARED, DATABASE_URL: url('localhost', ca) } })
    expect((await server.get('/readyz')).status).toBe(200)
    const { rows } = await postgres.query(
      `select bool_and(ssl) as all_tls, count(*)::int as count from pg_stat_ssl join pg_stat_activity using (pid)
       where application_name like 'lounge%'`,
    )
    expect(rows[0]).toMatchObject({ all_tls: true })
    expect(await server.stop()).toBe(0)
  })
})

describeWith(['postgres', 'pg_basebackup'], 'a failover', () => {
  const ready = async (server: RunningApp): Promise<string> => {
    const answered = await server.get('/readyz')
    return `${answered.status} ${(await answered.text()).trim()}`
  }

  test('to read-only and back: guests are asked to come again, and all heals by itself', async () => {
    const postgres = await startPostgres()
    const server = await startApp({ env: { ...SHARED, DATABASE_URL: postgres.url } })
    expect(await ready(server)).toBe('200 ready')
    await postgres.query('alter system set default_transaction_read_only = on')
    await postgres.query('select pg_reload_conf()')
    await waitFor(async () => (await ready(server)) === '503 the database is read-only', 10_000)
    const [held] = await holdTables(server, postgres.pool, 1)
    expect(held?.status).toBe(503)
    expect(Number(held?.headers.get('Retry-After'))).toBeGreaterThan(0)
    for (const path of ['/', '/menu', '/events?q=jazz']) expect((await server.get(path)).status).toBe(200)

    await postgres.query('alter system reset default_transaction_read_only')
    await postgres.query('select pg_reload_conf()')
    const started = performance.now()
    await waitFor(async () => (await ready(server)) === '200 ready', 10_000)
    await waitFor(async () => (await holdTables(server, postgres.pool, 1))[0]?.status === 201, 10_000)
    expect(performance.now() - started).toBeLessThan(5000)
    await doesAJob(postgres)
    expect(await server.stop()).toBe(0)
  })

  const turnReadOnly = async ({ query }: Postgres): Promise<void> => {
    await query('alter system set default_transaction_read_only = on')
    await query('select pg_reload_conf()')
  }
  const bothHosts = async (primary: Postgres, standby: Postgres) => {
    const hosts = `127.0.0.1:${primary.port},127.0.0.1:${standby.port}`
    return { address: `${hosts}/lounge?target_session_attrs=read-write`, move: () => undefined }
  }
  /** An address of the primary, later of the standby; open connections stay where they are. */
  const oneAddress = async (primary: Postgres, standby: Postgres) => {
    const target = { port: primary.port, host: '127.0.0.1' }
    const { port } = await openLine(target)
    return { address: `127.0.0.1:${port}/lounge`, move: () => (target.port = standby.port) }
  }

  test.each([
    ['that is gone, by several hosts', (primary: Postgres) => primary.stop('SIGQUIT'), bothHosts],
    ['that is up and read-only, by several hosts', turnReadOnly, bothHosts],
    ['that is up and read-only, by an address that moves', turnReadOnly, oneAddress],
  ])('from a primary %s', async (_, fail, reach) => {
    const primary = await startPostgres()
    const standby = await startStandby(primary)
    const { address, move } = await reach(primary, standby)
    const server = await startApp({ env: { ...SHARED, DATABASE_URL: `postgres://postgres@${address}` } })
    expect(statusesOf(await holdTables(server, primary.pool, 3))).toEqual([201, 201, 201])
    const last = `select pg_last_wal_replay_lsn() >= $1::pg_lsn as done`
    const { rows } = await primary.query('select pg_current_wal_lsn() as lsn')
    await waitFor(async () => (await standby.query(last, [rows[0].lsn])).rows[0].done)

    await fail(primary)
    await waitFor(async () => (await ready(server)).startsWith('503'), 10_000)
    const [held] = await holdTables(server, standby.pool, 1)
    expect(held?.status).toBe(503)
    expect(Number(held?.headers.get('Retry-After'))).toBeGreaterThan(0)
    await standby.query('select pg_promote()')
    move()
    const started = performance.now()
    await waitFor(async () => (await ready(server)) === '200 ready', 20_000)
    await waitFor(async () => (await holdTables(server, standby.pool, 1))[0]?.status === 201, 20_000)
    expect(performance.now() - started).toBeLessThan(10_000)
    await doesAJob(standby)
    // The LISTEN connection checks every 20 s whether its server still accepts writes.
    const seenAfterMs = await seesAnEdit(server, standby, 'Soup of the failover').catch(() => Number.NaN)
    expect(seenAfterMs).toBeLessThan(25_000)
    expect(await server.stop()).toBe(0)
  })
})

describeWith(['postgres', 'pg_basebackup'], 'a replica for public pages', () => {
  test('is read while it has everything, shows each edit in time, and is left when it lags or ends', async () => {
    const primary = await startPostgres({ config: 'log_min_duration_statement = 0\n' })
    const standby = await startStandby(primary, 'log_min_duration_statement = 0\n')
    const env = { ...SHARED, LOG_LEVEL: 'info', DATABASE_URL: primary.url, DATABASE_REPLICA_URL: standby.url }
    const server = await startApp({ env })
    const readsOf = ({ output }: Postgres): number => output().split('"gallery_items"').length - 1
    await waitFor(() => server.output().includes('replica.used'), 10_000)
    // By then the replica has replayed the notifications of the server's start.
    await new Promise((resolve) => setTimeout(resolve, 2000))

    // Public pages are read from the replica.
    const before = [readsOf(standby), readsOf(primary)] as const
    for (const tab of ['main', 'featured', 'venue', 'food', 'events'])
      expect((await server.get(`/gallery?tab=${tab}`)).status).toBe(200)
    await waitFor(() => readsOf(standby) >= before[0] + 5, 10_000)
    expect(readsOf(primary)).toBe(before[1])

    // Bookings and pages of one guest use the primary; the replica could not write them anyway.
    expect(statusesOf(await holdTables(server, primary.pool, 5))).toEqual(Array(5).fill(201))

    // An edit is visible although the replica's replay is paused.
    expect(await seesAnEdit(server, primary, 'Soup of the replica')).toBeLessThan(6000)
    await standby.query('select pg_wal_replay_pause()')
    expect(await seesAnEdit(server, primary, 'Soup of the lag')).toBeLessThan(6000)
    for (let reading = 0; reading < 10; reading += 1) {
      expect(await (await server.get('/menu')).text()).toContain('Soup of the lag')
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    await waitFor(() => server.output().includes('replica.left'), 15_000)
    await standby.query('select pg_wal_replay_resume()')
    await waitFor(() => server.output().split('replica.used').length === 3, 15_000)

    expect(server.output()).not.toContain('replica.failed')

    // The end of a replica fails no page.
    await standby.stop()
    for (let reading = 0; reading < 20; reading += 1)
      expect((await server.get(`/gallery?tab=${reading % 2 ? 'main' : 'food'}`)).status).toBe(200)
    expect(await seesAnEdit(server, primary, 'Soup without a replica')).toBeLessThan(6000)
    expect(await server.stop()).toBe(0)
  })
})
