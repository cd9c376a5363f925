import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { BackupError } from '../error.ts'
import { between, readContent, waitForCommits } from '../facts.ts'
import { fileEntry, listTree, type Manifest, textEntry } from './manifest.ts'
import type { Entry } from './tar.ts'

/** Files that a running server manages itself or recreates at startup. */
const LEFT_OUT =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.|^(postmaster\.(pid|opts)|current_logfiles|backup_label|tablespace_map|recovery\.signal|\.s\.PGSQL.*)$|(^|\/)pgsql_tmp/
// Updated constantly while the server runs, so it is copied last.
const CONTROL = 'global/pg_control'
const SLOT = 'lounge_backup'
export const SEGMENT = /^[0-9A-F]{24}$/
const DATABASE_FOLDER = 'postgres'

/** Facts known after a base backup was written. */
export type BaseBackup = Pick<Manifest, 'directories' | 'content'> & { readonly firstSegment: string }

/**
 * Online base backup of the embedded database: its files plus the WAL that makes them consistent, by PostgreSQL's
 * low-level backup API. It does not block requests.
 */
export async function* baseBackup(
  client: pg.Client,
  dataDir: string,
): AsyncGenerator<Entry, BaseBackup, undefined> {
  // The temporary slot retains the WAL until it was copied; PostgreSQL drops it with the connection.
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [`${SLOT}_${process.pid}`])
  await client.query('select pg_backup_start($1, true)', [SLOT])
  const tree = await listTree(dataDir, (path) => !LEFT_OUT.test(path))
  for (const path of [...tree.files.filter((it) => it !== CONTROL), CONTROL]) {
    // oxlint-disable-next-line no-await-in-loop -- guests use the same disk
    const entry = await fileEntry(`${DATABASE_FOLDER}/${path}`, join(dataDir, path))
    // A file of a table that was dropped meanwhile; the WAL contains the drop.
    if (entry) yield entry
  }
  const before = await readContent(client)
  const { rows } = await client.query<{ label: string; last: string }>(
    'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
  )
  await waitForCommits(client)
  const content = between(before, await readContent(client))
  const [stopped] = rows
  const firstSegment = /\(file ([0-9A-F]{24})\)/.exec(stopped?.label ?? '')?.[1]
  if (!stopped || !firstSegment) throw new BackupError('The database did not say where its backup begins.')
  yield textEntry(`${DATABASE_FOLDER}/backup_label`, stopped.label)
  yield* logOf(dataDir, firstSegment, stopped.last)
  return { directories: tree.directories, content, firstSegment }
}

/** WAL segments from the start to the end of the backup. */
async function* logOf(dataDir: string, first: string, last: string): AsyncGenerator<Entry> {
  const names = (await readdir(join(dataDir, 'pg_wal'))).filter(
    (name) => name.endsWith('.history') || (SEGMENT.test(name) && name >= first && name <= last),
  )
  if (!names.includes(first))
    throw new BackupError('The beginning of the log was not there any more: try again.')
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop
    const entry = await fileEntry(`${DATABASE_FOLDER}/pg_wal/${name}`, join(dataDir, 'pg_wal', name))
    if (!entry) throw new BackupError(`pg_wal/${name} went away while it was being copied: try again.`)
    yield entry
  }
}
