import { existsSync } from 'node:fs'
import pg from 'pg'
import { expect, test } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { describeWith, runTool, startServer } from './servers.ts'

/* Smoke test: each server that the tests of this directory use starts, responds and stops. */

const refusesConnections = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    () => false,
    () => true,
  )

describeWith(['nginx'], 'nginx', () => {
  test('starts with a configuration, answers, stops and leaves nothing behind', async () => {
    const port = await freePort()
    const nginx = await startServer('nginx', {
      port,
      config: `events {} http { server { listen 127.0.0.1:${port}; return 200 "nginx"; } }`,
    })
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('nginx')
    await nginx.stop()
    expect(await refusesConnections(port)).toBe(true)
  })

  test('reports its own words where the configuration is wrong', async () => {
    const started = startServer('nginx', { port: await freePort(), config: 'events {} nonsense on;' })
    await expect(started).rejects.toThrow('unknown directive "nonsense"')
  })
})

describeWith(['caddy'], 'Caddy', () => {
  test('starts with a configuration, answers and stops', async () => {
    const port = await freePort()
    const caddy = await startServer('caddy', {
      port,
      config: `{\n\tadmin off\n\tauto_https off\n}\nhttp://127.0.0.1:${port} {\n\trespond "caddy"\n}\n`,
    })
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('caddy')
    await caddy.stop()
    expect(await refusesConnections(port)).toBe(true)
  })
})

describeWith(['postgres', 'pgbouncer', 'psql'], 'PostgreSQL 15 behind PgBouncer', () => {
  test('answers through the pool', async () => {
    const postgres = await startServer('postgres', { port: await freePort(), config: 'log_statement = ddl' })
    const port = await freePort()
    await startServer('pgbouncer', {
      port,
      config: `[databases]
postgres = host=127.0.0.1 port=${postgres.port} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = session
`,
    })
    const client = new pg.Client(`postgres://postgres@127.0.0.1:${port}/postgres`)
    await client.connect()
    const { rows } = await client.query('show server_version')
    await client.end()
    expect(rows[0].server_version).toMatch(/^15\./)
    const shown = runTool('psql', [
      '-h',
      '127.0.0.1',
      '-p',
      String(postgres.port),
      '-U',
      'postgres',
      '-Atc',
      'select 7',
    ])
    expect(shown.stdout).toBe('7\n')
    await postgres.stop('SIGINT')
    expect(existsSync(`${postgres.directory}/data/postmaster.pid`)).toBe(false)
  })
})

describeWith(['prometheus', 'promtool'], 'Prometheus', () => {
  test('starts with a configuration that promtool accepts, and answers', async () => {
    const port = await freePort()
    const prometheus = await startServer('prometheus', { port, config: 'global:\n  scrape_interval: 1s\n' })
    const checked = runTool('promtool', ['check', 'config', `${prometheus.directory}/prometheus.yml`])
    expect(checked.stdout + checked.stderr).toContain('SUCCESS')
    await expect
      .poll(async () => (await fetch(`http://127.0.0.1:${port}/-/ready`)).status, { timeout: 30_000 })
      .toBe(200)
  })
})

describeWith(['age', 'age-keygen', 'openssl'], 'age and openssl', () => {
  test('encrypt with a public key, and digest', () => {
    const key = runTool('age-keygen', [])
    const recipient = /public key: (age1\w+)/.exec(key.stdout)?.[1] ?? ''
    const sealed = runTool('age', ['-a', '-r', recipient], { input: 'a backup' })
    expect(sealed.stdout).toContain('BEGIN AGE ENCRYPTED FILE')
    expect(runTool('openssl', ['version']).stdout).toMatch(/^OpenSSL \d/)
  })
})
