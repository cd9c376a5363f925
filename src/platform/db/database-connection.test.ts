import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../config/config.ts'
import { type DatabaseConnection, openDatabaseConnection } from './database-connection.ts'
import { createLog } from '../observability/log.ts'

const opened: { database: DatabaseConnection; directory: string }[] = []
afterEach(async () => {
  for (const { database, directory } of opened.splice(0)) {
    // oxlint-disable-next-line no-await-in-loop -- one or two
    await database.closeDatabase()
    rmSync(directory, { recursive: true, force: true })
  }
})

async function openEmbedded(below = '') {
  const directory = mkdtempSync(join(tmpdir(), 'lounge-embedded-'))
  const dataDir = join(directory, below)
  const database = await openDatabaseConnection(readConfig({ DATA_DIR: dataDir }), createLog('silent'))
  opened.push({ database, directory })
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  const pid = (): number => Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  const isAnother = (before: number): boolean => existsSync(pidFile) && pid() !== before
  const answers = (): Promise<boolean> =>
    sql`select 1`.execute(database.database.db).then(
      () => true,
      () => false,
    )
  return { pid, isAnother, answers }
}

test('an embedded database that is killed is started again by itself, each time', async () => {
  const { pid, isAnother, answers } = await openEmbedded()
  for (const signal of ['SIGKILL', 'SIGKILL', 'SIGQUIT', 'SIGINT'] as const) {
    // oxlint-disable no-await-in-loop -- one kill after the other
    const before = pid()
    expect(await answers()).toBe(true)
    process.kill(before, signal)
    await expect.poll(() => isAnother(before), { interval: 20 }).toBe(true)
    await expect.poll(answers, { interval: 20 }).toBe(true)
    // oxlint-enable no-await-in-loop
  }
})

test('one whose socket lies in a directory of its own, because its path is long, is found there again', async () => {
  const { pid, isAnother, answers } = await openEmbedded('x'.repeat(90))
  for (const signal of ['SIGKILL', 'SIGQUIT'] as const) {
    // oxlint-disable no-await-in-loop -- one kill after the other
    const before = pid()
    process.kill(before, signal)
    await expect.poll(() => isAnother(before), { interval: 20 }).toBe(true)
    await expect.poll(answers, { interval: 20 }).toBe(true)
    // oxlint-enable no-await-in-loop
  }
})
