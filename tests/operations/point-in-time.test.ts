import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { exitOf, startApp } from '../support/server.ts'
import { fillDataDirectory, prepareBackups, run, withDatabase } from './operator.ts'

let directory: string
let dataDir: string
let env: Readonly<Record<string, string>>
let keyFile: string
beforeAll(async () => {
  const prepared = await prepareBackups()
  ;({ directory, dataDir, keyFile } = prepared)
  const { publicKey } = prepared
  env = { DATA_DIR: dataDir, BACKUP_TO: join(directory, 'place'), BACKUP_PUBLIC_KEY: publicKey }
})

const book = (name: string, where = dataDir) =>
  withDatabase(where, (client) =>
    client.query(
      `insert into reservations (reservation_type, business_date, starts_at, ends_at, guest_name, guest_email,
         guest_count, status)
       values ('dining', '2026-11-22', '2026-11-23T01:00Z', '2026-11-23T03:00Z', $1, 'guest@example.com', 2, 'confirmed')`,
      [name],
    ),
  )
const guestsIn = (of: string) =>
  withDatabase(of, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select guest_name as name from reservations where guest_name like 'Guest %' order by 1`,
    )
    return rows.map(({ name }) => name)
  })
const restoreTo = (to: string, at: Date | string, more: readonly string[] = []) =>
  run(
    'src/cli/restore.ts',
    ['--to', to, '--at', typeof at === 'string' ? at : at.toISOString(), '--key', keyFile, ...more],
    env,
  )

test('the embedded database is restored to the moment before a destructive change, beside the old one', async () => {
  const first = await run('src/cli/backup.ts', [], env)
  expect(first.said).toContain('Backed up to')
  expect(first.code).toBe(0)
  const beforeAnything = new Date()
  await sleep(1100)
  await book('Guest one')
  await book('Guest two')
  await sleep(1100)
  const at = new Date()
  await sleep(1100)
  await withDatabase(dataDir, (client) =>
    client.query(`delete from reservations where guest_name like 'Guest %'`),
  )
  await book('Guest three')

  const early = await restoreTo(join(directory, 'too-early'), at)
  expect(early).toMatchObject({ code: 1, said: expect.stringMatching(/^The archived log reaches to .*\n$/) })

  // A second backup is later than the target time: recovery must replay the log on the first.
  expect(await run('src/cli/backup.ts', [], env)).toMatchObject({ code: 0 })
  const to = join(directory, 'restored')
  const restored = await restoreTo(to, at)
  expect(restored.said).toContain(`as of     ${at.toISOString()}`)
  expect(restored.code).toBe(0)
  expect(await guestsIn(to)).toEqual(['Guest one', 'Guest two'])
  expect(await guestsIn(dataDir)).toEqual(['Guest three'])
  expect((await readdir(to)).filter((name) => name.startsWith('restoring-'))).toEqual([])

  const empty = join(directory, 'before-anything')
  expect(await restoreTo(empty, beforeAnything)).toMatchObject({ code: 0 })
  expect(await guestsIn(empty)).toEqual([])

  const tooOld = await restoreTo(join(directory, 'never'), '2020-01-01T00:00:00Z')
  expect(tooOld).toMatchObject({ code: 1, said: expect.stringContaining('The oldest backup in') })
  const future = await restoreTo(join(directory, 'never'), '2999-01-01T00:00:00Z')
  expect(future).toMatchObject({ code: 1, said: expect.stringContaining('is in the future') })

  // The restored database goes on: it archives under a new timeline and can be restored again.
  const again = { ...env, DATA_DIR: to }
  expect(await run('src/cli/backup.ts', [], again)).toMatchObject({ code: 0 })
  expect((await readdir(join(directory, 'place/wal'))).length).toBe(2)
  const drilled = await run('src/cli/restore.ts', ['--drill', '--key', keyFile], again)
  expect(drilled.said).toContain('The backup is good')
})

test('without a WAL archive no moment can be restored, and the message says so', async () => {
  const file = join(directory, 'alone.tar.gz')
  const other = join(directory, 'other')
  await fillDataDirectory(other)
  expect(await run('src/cli/backup.ts', [file], { DATA_DIR: other })).toMatchObject({ code: 0 })
  const refused = await run(
    'src/cli/restore.ts',
    [file, '--to', join(directory, 'x'), '--at', new Date().toISOString()],
    {},
  )
  expect(refused).toMatchObject({
    code: 1,
    said: expect.stringContaining('No log was archived for this backup'),
  })
})

/** A data directory with a backup, and the settings with which a server continues the WAL archive. */
async function prepareArchive(name: string): Promise<Readonly<Record<string, string>>> {
  const settings = { ...env, DATA_DIR: join(directory, name), BACKUP_TO: join(directory, `${name}-backups`) }
  await fillDataDirectory(settings.DATA_DIR)
  expect(await run('src/cli/backup.ts', [], settings)).toMatchObject({ code: 0 })
  return settings
}

test('a clean stop archives everything: the last write can be restored', async () => {
  const settings = await prepareArchive('stopped')
  const server = await startApp({ env: settings })
  await book('Guest last', settings['DATA_DIR'])
  await sleep(1100)
  const at = new Date()
  // The archive is complete up to a whole second.
  await sleep(1100)
  server.child.kill('SIGTERM')
  expect(await exitOf(server.child)).toBe(0)

  const to = join(directory, 'stopped-restored')
  const restored = await run(
    'src/cli/restore.ts',
    ['--to', to, '--at', at.toISOString(), '--key', keyFile],
    settings,
  )
  expect(restored.said).toContain(`as of     ${at.toISOString()}`)
  expect(restored.code).toBe(0)
  expect(await guestsIn(to)).toEqual(['Guest last'])
})

test('an unresponsive backup storage delays a stop by ten seconds, and the last write stays', async () => {
  const { BACKUP_TO: _disk, ...settings } = await prepareArchive('silent')
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const address = silent.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const server = await startApp({
    env: {
      ...settings,
      BACKUP_TO: 's3://backups/lounge',
      BACKUP_S3_ENDPOINT: `http://127.0.0.1:${port}`,
      BACKUP_S3_ACCESS_KEY_ID: 'key',
      BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
    },
  })
  const dataDirOfServer = settings['DATA_DIR'] ?? ''
  await book('Guest last', dataDirOfServer)
  const stoppedAt = performance.now()
  server.child.kill('SIGTERM')
  expect(await exitOf(server.child)).toBe(0)
  expect(performance.now() - stoppedAt).toBeGreaterThan(9000)
  expect(performance.now() - stoppedAt).toBeLessThan(40_000)
  expect(server.output()).toContain('wal.archive_unfinished')
  silent.closeAllConnections()
  silent.close()
  expect(await guestsIn(dataDirOfServer)).toEqual(['Guest last'])
})
