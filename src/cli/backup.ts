/**
 * `npm run backup`: writes a backup to BACKUP_TO, or below backups/. `-- FILE` or `-- DIRECTORY/` names another
 * target, `-- --new-key FILE` creates a key pair, `-- --list` lists the existing backups.
 */
import { writeFile } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { backUp, type BackedUp } from '#platform/backup/back-up.ts'
import { makeKeyPair } from '#platform/backup/files/encryption.ts'
import { BackupError } from '#platform/backup/error.ts'
import { backupsAmong } from '#platform/backup/places/names.ts'
import { createDiskPlace } from '#platform/backup/places/place.ts'
import {
  withBackupLock,
  archiveLog,
  backUpAndRecord,
  ensureArchive,
  applyRetention,
} from '#platform/backup/run.ts'
import { placeOf } from '#platform/backup/source.ts'
import { type Config, readConfig } from '#platform/config/config.ts'
import { type DatabaseConnection, openDatabaseConnection } from '#platform/db/database-connection.ts'
import { createLog } from '#platform/observability/log.ts'
import { runTask } from './run-command.ts'

const say = (text: string): void => void process.stdout.write(`${text}\n`)
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`
const log = createLog('warn')
const clock = (): Date => new Date()

async function makeKeys(file: string): Promise<void> {
  const { publicKey, privateKey } = await makeKeyPair()
  await writeFile(file, `# public key: ${publicKey}\n${privateKey}\n`, { mode: 0o600, flag: 'wx' }).catch(
    (error: unknown) => {
      throw new BackupError(`${file} cannot be written (${error instanceof Error ? error.message : ''}).`)
    },
  )
  say(`BACKUP_PUBLIC_KEY=${publicKey}`)
  say(
    `The private key is in ${file}. Keep it off all servers: a restore needs it, and without it no backup opens.`,
  )
}

async function list(config: Config): Promise<void> {
  const place = placeOf(config)
  const backups = backupsAmong(await place.list('lounge-'))
  for (const { name, bytes } of backups) say(`${name}  ${megabytes(bytes)}`)
  say(`${backups.length} backup${backups.length === 1 ? '' : 's'} in ${place.label}`)
}

/**
 * Backs up to the place of BACKUP_TO: records the run, applies the retention rule and archives the log from here on.
 */
async function backUpToPlace(
  config: Config,
  { connection, database }: DatabaseConnection,
): Promise<BackedUp> {
  const place = placeOf(config)
  const signal = new AbortController().signal
  const deps = { config, connection, db: database.db, log, clock, signal, place }
  const made: { backup?: BackedUp } = {}
  const isLocked = await withBackupLock(connection, async (client) => {
    await ensureArchive(client, deps)
    made.backup = await backUpAndRecord(deps, clock())
    await applyRetention(place, log)
    if (!(await archiveLog(client, deps))) throw new BackupError('The log was not archived: see above.')
  })
  if (!isLocked || !made.backup)
    throw new BackupError('The server is making a backup at this moment: wait until it is done.')
  return made.backup
}

async function backUpToFile(
  config: Config,
  { connection }: DatabaseConnection,
  named: string | undefined,
): Promise<BackedUp> {
  const isFile = named !== undefined && !named.endsWith('/')
  const place = createDiskPlace(resolve(isFile ? dirname(named) : (named ?? 'backups')))
  return backUp({ config, connection, place, now: clock(), ...(isFile ? { name: basename(named) } : {}) })
}

await runTask(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { 'new-key': { type: 'string' }, list: { type: 'boolean', default: false } },
  })
  if (values['new-key']) return makeKeys(resolve(values['new-key']))
  const config = readConfig(process.env)
  if (values.list) return list(config)
  const [named] = positionals
  const opened = await openDatabaseConnection(config, log)
  try {
    const toPlace = named === undefined && config.backup.place !== null
    const made = await (toPlace ? backUpToPlace(config, opened) : backUpToFile(config, opened, named))
    const pictures =
      made.manifest.pictures === 'inside' ? 'with the pictures' : 'the pictures stay in their bucket'
    const encryption = config.backup.publicKeys.length > 0 ? 'encrypted' : 'not encrypted'
    say(`Backed up to ${made.address} (${megabytes(made.bytes)}, ${pictures}, ${encryption}).`)
  } finally {
    await opened.closeDatabase()
  }
})
