import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { watchBackups } from '#platform/backup/metrics.ts'
import { readBackupState } from '#platform/backup/records.ts'
import { backupJobs } from '#platform/backup/run.ts'
import { readConfig } from '#platform/config/config.ts'
import { type Database, openDatabase } from '#platform/db/db.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#platform/embedded-postgres/start.ts'
import { createLog } from '#platform/observability/log.ts'
import { registry } from '#platform/observability/metrics.ts'
import { S3_EMULATOR_KEY, type S3Emulator, startS3Emulator } from '../support/s3-emulator.ts'
import { fillDataDirectory, run, temporaryDirectory } from './operator.ts'

let directory: string
let dataDir: string
let server: EmbeddedPostgres
let database: Database
let bucket: S3Emulator
let s3: Readonly<Record<string, string>>
beforeAll(async () => {
  directory = await temporaryDirectory()
  dataDir = join(directory, 'data')
  await fillDataDirectory(dataDir)
  server = await startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres') })
  database = openDatabase({ ...server.connection, ssl: false })
  bucket = await startS3Emulator('backups')
  s3 = {
    BACKUP_S3_ENDPOINT: bucket.endpoint,
    BACKUP_S3_ACCESS_KEY_ID: S3_EMULATOR_KEY,
    BACKUP_S3_SECRET_ACCESS_KEY: S3_EMULATOR_KEY,
  }
})
afterAll(async () => {
  await database.close()
  await server.stop()
  await bucket.close()
})

type Given = {
  readonly env: Readonly<Record<string, string>>
  readonly now: string
  readonly signal?: AbortSignal
}

/** Runs the scheduled job, due every five minutes, at a moment. Returns the log lines. */
async function tick({ env, now, signal = new AbortController().signal }: Given) {
  const lines: Record<string, unknown>[] = []
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) })
  const { tasks, schedules } = backupJobs({
    config: readConfig({ DATA_DIR: dataDir, ...env }),
    connection: { ...server.connection, ssl: false },
    db: database.db,
    log,
    clock: () => new Date(now),
    signal,
  })
  expect(schedules).toEqual([{ name: 'back_up', cron: '*/5 * * * *' }])
  await tasks['back_up']?.({})
  return lines
}
const eventsOf = (lines: readonly Record<string, unknown>[]) => lines.map((it) => it['event'])
const forget = () => database.pool.query('truncate backups')

describe('a backup by the schedule', () => {
  test('goes to a bucket in several parts once a day, and old ones are removed by the rule', async () => {
    await forget()
    // Incompressible images make the archive larger than one part of a multipart upload.
    spawnSync('sh', ['-c', `head -c 20000000 /dev/urandom > ${join(dataDir, 'admin-uploads/ab/large.jpg')}`])
    const env = { BACKUP_TO: 's3://backups/lounge', ...s3 }
    const first = await tick({ env, now: '2026-10-20T12:30:00Z' })
    expect(eventsOf(first)).toEqual(['wal.archive_begun', 'backup.completed'])
    expect(Number(first[1]?.['bytes'])).toBeGreaterThan(20_000_000)
    expect(eventsOf(await tick({ env, now: '2026-10-20T12:35:00Z' }))).toEqual([])
    expect(eventsOf(await tick({ env, now: '2026-10-21T11:25:00Z' }))).toEqual([])
    expect(eventsOf(await tick({ env, now: '2026-10-21T11:30:00Z' }))).toEqual(['backup.completed'])

    // Much later, the older of two backups of one week is deleted, and so is the log before the retained ones.
    for (const day of ['10-22', '10-23', '10-24', '10-25', '10-26', '10-27', '10-28'])
      // oxlint-disable-next-line no-await-in-loop -- day by day
      await tick({ env, now: `2026-${day}T12:30:00Z` })
    const listed = await run('src/cli/backup.ts', ['--list'], { DATA_DIR: dataDir, ...env })
    const days = [...listed.said.matchAll(/^lounge-202610(\d\d)T/gm)].map(([, day]) => day)
    expect(days).toEqual(['22', '23', '24', '25', '26', '27', '28'])

    const drilled = await run('src/cli/restore.ts', ['--drill'], { DATA_DIR: dataDir, ...env })
    expect(drilled.said).toContain('The backup is good')
    const beside = join(directory, 'from-bucket')
    expect(await run('src/cli/restore.ts', ['--to', beside], { DATA_DIR: dataDir, ...env })).toMatchObject({
      code: 0,
    })
  })

  test('that fails is logged, noted and shown in the metrics, and is tried again an hour later', async () => {
    await forget()
    const good = { BACKUP_TO: join(directory, 'good') }
    await tick({ env: good, now: '2026-11-01T12:40:00Z' })
    const env = { BACKUP_TO: 's3://nowhere/lounge', ...s3 }
    const failed = await tick({ env, now: '2026-11-02T12:40:00Z' })
    expect(eventsOf(failed)).toEqual(['backup.failed', 'wal.archive_failed'])
    expect(await readBackupState(database.db)).toMatchObject({
      lastGood: { startedAt: new Date('2026-11-01T12:40:00Z') },
      failure: {
        startedAt: new Date('2026-11-02T12:40:00Z'),
        problem: 'There is no bucket at s3://nowhere/lounge/.',
      },
    })
    watchBackups(() => readBackupState(database.db))
    const shown = await registry.metrics()
    expect(shown).toMatch(/^lounge_backup_age_seconds \d+/m)
    expect(shown).toMatch(/^lounge_backup_bytes \d{6,}/m)
    expect(shown).toMatch(/^lounge_backup_failing 1$/m)
    expect(shown).toMatch(/^lounge_wal_unarchived_bytes \d+/m)
    expect(eventsOf(await tick({ env: good, now: '2026-11-02T13:35:00Z' }))).toEqual([])
    expect(eventsOf(await tick({ env: good, now: '2026-11-02T13:40:00Z' }))).toEqual(['backup.completed'])
    expect(await registry.metrics()).toMatch(/^lounge_backup_failing 0$/m)
  })

  test('that is interrupted leaves no file, and is no failure', async () => {
    await forget()
    const place = join(directory, 'interrupted')
    const stopping = new AbortController()
    const ticking = tick({ env: { BACKUP_TO: place }, now: '2026-11-05T12:40:00Z', signal: stopping.signal })
    await expect.poll(() => readdir(place).catch(() => [])).toContainEqual(expect.stringMatching(/\.part$/))
    stopping.abort()
    expect(eventsOf(await ticking)).toContain('backup.interrupted')
    expect((await readdir(place)).filter((name) => name.startsWith('lounge-'))).toEqual([])
    expect(await readBackupState(database.db)).toMatchObject({ lastGood: null, failure: null })
  })

  test('is made by one of two processes that come at the same moment', async () => {
    await forget()
    const given = { env: { BACKUP_TO: join(directory, 'once') }, now: '2026-11-06T12:40:00Z' }
    const both = await Promise.all([tick(given), tick(given)])
    expect(both.flat().filter((it) => it['event'] === 'backup.completed')).toHaveLength(1)
  })
})

/** Lets PostgreSQL give up the slot of the archive, as it does where the place is unreachable for longer than the log is retained. */
async function loseArchive(): Promise<void> {
  await database.pool.query(`alter system set max_slot_wal_keep_size = '1MB'`)
  await database.pool.query('select pg_reload_conf()')
  const status = async () => {
    await database.pool.query('select pg_current_xact_id()')
    await database.pool.query('select pg_switch_wal()')
    await database.pool.query('checkpoint')
    const { rows } = await database.pool.query<{ status: string }>(
      `select wal_status as status from pg_replication_slots where slot_name like 'lounge_wal_%'`,
    )
    return rows.map((row) => row.status)
  }
  await expect.poll(status).toEqual(['lost'])
}

describe('the first backup of a new archive', () => {
  const madeIn = async (given: Given) =>
    (await tick(given)).map((it) => it['event']).filter((it) => it !== 'wal.removed')
  const prepare = async (name: string) => {
    await forget()
    const good = { BACKUP_TO: join(directory, name) }
    // This morning's backup belongs to the archive that is lost at noon.
    await tick({ env: good, now: '2026-11-10T12:30:00Z' })
    await loseArchive()
    return good
  }

  test('that fails is tried again an hour later, not in the next morning', async () => {
    const good = await prepare('away')
    const away = { BACKUP_TO: 's3://nowhere/lounge', ...s3 }
    const failed = ['wal.archive_begun', 'backup.failed', 'wal.archive_failed']
    expect(await madeIn({ env: away, now: '2026-11-10T18:00:00Z' })).toEqual(failed)
    expect(await madeIn({ env: good, now: '2026-11-10T18:55:00Z' })).toEqual([])
    expect(await madeIn({ env: good, now: '2026-11-10T19:00:00Z' })).toEqual(['backup.completed'])
    expect(await madeIn({ env: good, now: '2026-11-10T20:00:00Z' })).toEqual([])
  })

  test('does not wait for the hour after a failure for the archive before', async () => {
    const good = await prepare('lost-later')
    const away = { BACKUP_TO: 's3://nowhere/lounge', ...s3 }
    const begun = ['wal.archive_begun', 'backup.completed']
    expect(await madeIn({ env: good, now: '2026-11-10T18:00:00Z' })).toEqual(begun)
    expect(await madeIn({ env: away, now: '2026-11-11T12:30:00Z' })).toContain('backup.failed')
    await loseArchive()
    expect(await madeIn({ env: good, now: '2026-11-11T12:45:00Z' })).toEqual(begun)
  })

  test('that a stop interrupts is made after the next start', async () => {
    const good = await prepare('stopped')
    const stopping = new AbortController()
    stopping.abort()
    const interrupted = await madeIn({ env: good, now: '2026-11-10T18:00:00Z', signal: stopping.signal })
    expect(interrupted).toEqual(['wal.archive_begun', 'backup.interrupted'])
    expect(await madeIn({ env: good, now: '2026-11-10T18:05:00Z' })).toEqual(['backup.completed'])
    expect(await madeIn({ env: good, now: '2026-11-10T18:10:00Z' })).toEqual([])
  })
})

const small = await mkdtemp(join(tmpdir(), 'lounge-small-'))
const isMounted =
  process.getuid?.() === 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', small]).status === 0
afterAll(async () => {
  if (isMounted) spawnSync('umount', ['-l', small])
  await rm(small, { recursive: true, force: true })
})

describe.skipIf(!isMounted)('on a full disk, which only root can mount,', () => {
  test('a backup and a restore say so in one line and leave nothing half done', async () => {
    const full = await run('src/cli/backup.ts', [join(small, 'lounge.tar.gz')], { DATA_DIR: dataDir })
    expect(full.said).toBe(`The disk of ${small} is full: make room and try again.\n`)
    expect(full.code).toBe(1)
    expect(await readdir(small)).toEqual([])
    const file = join(directory, 'whole.tar.gz')
    await run('src/cli/backup.ts', [file], { DATA_DIR: dataDir })
    const restored = await run('src/cli/restore.ts', [file, '--to', join(small, 'to')], {})
    expect(restored.said).toBe(`The disk of ${join(small, 'to')} is full: make room and try again.\n`)
    expect(restored.code).toBe(1)
    expect(await readdir(small)).toEqual([])
  })
})
