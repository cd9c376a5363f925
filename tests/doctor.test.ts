import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { freePort } from '../scripts/free-port.ts'
import { cloneDatabase } from './support/database.ts'
import { exitOf } from './support/server.ts'

let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lounge-doctor-'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

async function examine(env: Readonly<Record<string, string>>) {
  const child = spawn('node_modules/node/bin/node', ['src/cli/doctor.ts'], {
    env: { PATH: process.env['PATH'] ?? '', DATA_DIR: directory, PORT: String(await freePort()), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return { code: await exitOf(child), said }
}

describe('npm run doctor', () => {
  test('passes a healthy server, except for steps that its operator has not done yet', async () => {
    const { url } = await cloneDatabase()
    const { code, said } = await examine({ DATABASE_URL: url, DATA_DIR: inject('dataDir') })
    expect(said).toMatch(/ok {4}Settings/)
    expect(said).toMatch(/ok {4}Database +external PostgreSQL at .*, PostgreSQL \d+/)
    expect(said).toMatch(/ok {4}Schema +all \d+ migrations have run/)
    expect(said).toMatch(/ok {4}Clock/)
    expect(said).toMatch(/ok {4}Job queue/)
    expect(said).toMatch(/warn {2}Passwords +1 account still has/)
    expect(said).toMatch(/warn {2}Address +http:\/\/localhost:\d+ can only be reached from this machine/)
    expect(code).toBe(0)
  })

  test('reports broken checks with a remedy, and fails', async () => {
    const port = await freePort()
    const { pool, url } = await cloneDatabase()
    await pool.query(`delete from schema_migrations where name like '0017%'`)
    await pool.query(
      `select graphile_worker.add_job('send_mail', run_at => now() - interval '1 hour', max_attempts => 25)`,
    )
    const broken = await examine({
      DATABASE_URL: url,
      ORIGIN: 'http://example.com',
      PAYMENT_PROVIDER: 'local',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_BUCKET: 'none',
      S3_ACCESS_KEY_ID: 'a',
      S3_SECRET_ACCESS_KEY: 'b',
    })
    expect(broken.said).toMatch(/FAIL {2}Address +http:\/\/example.com is not sealed/)
    expect(broken.said).toMatch(/FAIL {2}Mail +127.0.0.1:\d+ does not take us/)
    expect(broken.said).toMatch(/FAIL {2}Storage +http:\/\/127.0.0.1:\d+\/none cannot be used/)
    expect(broken.said).toMatch(/FAIL {2}Job queue +the oldest job that is due has waited 36\d\d s/)
    expect(broken.said).toMatch(/warn {2}Schema +1 migrations have not run yet/)
    expect(broken.said).toMatch(/→ Put a proxy with TLS in front/)
    expect(broken.code).toBe(1)

    const away = await examine({ DATABASE_URL: `postgres://unknown:hunter2@127.0.0.1:${port}/none` })
    expect(away.said).toMatch(
      /FAIL {2}Database +DATABASE_URL=postgres:\/\/unknown:\*\*\*@127.0.0.1:\d+\/none: the database cannot be reached/,
    )
    expect(away.said).not.toContain('hunter2')
    expect(away.code).toBe(1)

    const unset = await examine({ PORT: 'eighty' })
    expect(unset.said).toMatch(/FAIL {2}Settings +PORT=eighty: must be a whole number/)
    expect(unset.code).toBe(1)
  })

  test('says why the last backup failed, and that none can be stored', async () => {
    const { pool, url } = await cloneDatabase()
    await pool.query(
      `insert into backups (name, started_at, ended_at, problem)
       values ('lounge-1', now(), now(), 'The disk of /backups is full: make room and try again.')`,
    )
    const { code, said } = await examine({ DATABASE_URL: url, BACKUP_TO: '/proc/lounge' })
    expect(said).toMatch(
      /FAIL {2}Backups +none can be stored at \/proc\/lounge \(\/proc\/lounge cannot be made/,
    )
    expect(said).toMatch(/FAIL {2}Backups +the last attempt failed \(The disk of \/backups is full/)
    expect(code).toBe(1)
  })

  test('does not create a missing database', async () => {
    const { code, said } = await examine({ DATA_DIR: join(directory, 'none') })
    expect(said).toMatch(/warn {2}Database +there is none yet/)
    expect(code).toBe(0)
  })
})
