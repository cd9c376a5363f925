/** `npm run restore -- [BACKUP] [--to DIRECTORY|URL] [--at MOMENT] [--key FILE] [--force]`: restores a backup. */
import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { drill } from '#platform/backup/restore/drill.ts'
import { BackupError } from '#platform/backup/error.ts'
import { readFacts, withClient } from '#platform/backup/facts.ts'
import { restore } from '#platform/backup/restore/restore.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import { openDatabaseConnection } from '#platform/db/database-connection.ts'
import { createLog } from '#platform/observability/log.ts'
import { runTask } from './run-command.ts'

const MIGRATIONS = 'db/migrations'

const say = (text: string): void => void process.stdout.write(`${text}\n`)

/** The configuration with storage place and key overridden by the command line. */
function settingsFor(
  config: Config,
  { to, key }: { to?: string | undefined; key?: string | undefined },
): Config {
  const keyFile = key === undefined ? config.backup.keyFile : resolve(key)
  const given = { ...config, backup: { ...config.backup, keyFile } }
  if (to === undefined) return given
  if (/^postgres(ql)?:\/\//.test(to)) return { ...given, databaseUrl: to, databaseDirectUrl: to }
  return {
    ...given,
    databaseUrl: null,
    databaseDirectUrl: null,
    dataDir: resolve(to),
    storage: config.storage,
  }
}

/** Parses --at as a UTC or offset timestamp; without either it is read in this machine's time zone. */
function readMoment(text: string, now: Date): Date {
  const moment = new Date(text)
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(text) || Number.isNaN(moment.getTime()))
    throw new BackupError(`--at ${text} is not a moment such as 2026-11-22T23:10:00 or 2026-11-23T05:10:00Z.`)
  if (moment > now) throw new BackupError(`--at ${text} is in the future.`)
  return moment
}

async function newestMigration(): Promise<string> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql'))
  return names.toSorted().at(-1) ?? ''
}

await runTask(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      force: { type: 'boolean', default: false },
      drill: { type: 'boolean', default: false },
      to: { type: 'string' },
      at: { type: 'string' },
      key: { type: 'string' },
    },
  })
  const now = new Date()
  const config = settingsFor(readConfig(process.env), values)
  const named = positionals[0] ?? null
  const newestSchema = await newestMigration()
  if (values.drill) return drill({ config, named, newestSchema, within: values.to ?? null, say })
  const at = values.at === undefined ? null : readMoment(values.at, now)
  const { manifest, label, aside } = await restore({
    config,
    named,
    at,
    force: values.force,
    newestSchema,
    now,
  })
  // A restore counts as done only once the restored database has been opened.
  const opened = await openDatabaseConnection(config, createLog('warn'))
  try {
    const { schema } = await withClient(opened.connection, readFacts)
    if (schema !== manifest.schema && at === null)
      throw new BackupError('The database does not hold what the backup says it does.')
  } finally {
    await opened.closeDatabase()
  }
  const where = config.databaseUrl ? new URL(config.databaseUrl).pathname.slice(1) : config.dataDir
  say(`Restored ${label}`)
  say(`  into      ${where}`)
  say(`  as of     ${(at ?? new Date(manifest.completedAt)).toISOString()}`)
  say(`  migration ${manifest.schema ?? 'none'}`)
  if (aside) say(`The database that was here is in ${aside}: delete it when you no longer need it.`)
})
