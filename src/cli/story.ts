/**
 * `npm run story -- RESERVATION [--log FILE]…`: prints the timeline of one reservation, identified by id, code or
 * guest link. Log lines are read from the files, or from standard input with `--log -`.
 */
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { createGunzip } from 'node:zlib'
import { formatEntry } from '#features/story/rules.ts'
import { findReservationId, readTimeline } from '#features/story/service.ts'
import { BackupError } from '#platform/backup/error.ts'
import { readConfig } from '#platform/config/config.ts'
import { openDatabaseConnection } from '#platform/db/database-connection.ts'
import { createLog } from '#platform/observability/log.ts'
import { createSignedTokens, loadSigningKey } from '#platform/security/signed-tokens.ts'
import { runTask } from './run-command.ts'

/** Reads the JSON lines of a log file, gzipped or plain. */
async function readLog(path: string): Promise<string[]> {
  const file = path === '-' ? process.stdin : createReadStream(path)
  const input = path.endsWith('.gz') ? file.pipe(createGunzip()) : file
  const lines: string[] = []
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity }))
      if (line.startsWith('{')) lines.push(line)
  } catch (error) {
    throw new BackupError(`The log ${path} cannot be read (${error instanceof Error ? error.message : ''}).`)
  }
  return lines
}

await runTask(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { log: { type: 'string', multiple: true, default: [] } },
  })
  const [named] = positionals
  if (!named)
    throw new BackupError(
      'npm run story -- RESERVATION [--log FILE]     (its id, its code or its guest’s link)',
    )
  const log = (await Promise.all(values.log.map(readLog))).flat()
  const opened = await openDatabaseConnection(readConfig(process.env), createLog('warn'))
  const { db } = opened.database
  try {
    const tokens = createSignedTokens(await loadSigningKey(db))
    const id = await findReservationId({ db, tokens }, named)
    if (id === null) throw new BackupError(`There is no reservation ${named}.`)
    const story = await readTimeline({ db }, id, log)
    process.stdout.write(`Reservation ${id}\n\n${story.map((it) => `${formatEntry(it)}\n`).join('')}`)
    if (values.log.length === 0)
      process.stdout.write('\nWithout --log FILE the requests and the jobs that are done are missing.\n')
  } finally {
    await opened.closeDatabase()
  }
})
