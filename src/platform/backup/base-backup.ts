import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { fromDatabase } from '../db-errors.ts'
import type { Connection } from '../connections.ts'
import {
  type BackupFile,
  BackupError,
  copyFile,
  copyFiles,
  listTree,
  thoseThere,
  type Tree,
} from './manifest.ts'

/** What a running server keeps for itself, or makes anew at its start. */
const LEFT_OUT =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.|^(postmaster\.(pid|opts)|current_logfiles|backup_label|tablespace_map|\.s\.PGSQL.*)$|(^|\/)pgsql_tmp/
// Written again and again while the server works: what is read last is the truest.
const CONTROL = 'global/pg_control'
const SLOT = 'lounge_backup'
const SEGMENT = /^[0-9A-F]{24}$/

export type BaseBackup = { readonly files: BackupFile[]; readonly directories: string[] }

type Where = { readonly dataDir: string; readonly target: string }

/**
 * Copies the files of a running database as they are, together with the log that makes one moment of them: the online
 * base backup that PostgreSQL describes for those who copy for themselves. Guests notice nothing.
 */
export async function takeBaseBackup(
  connection: Exclude<Connection, string>,
  where: Where,
): Promise<BaseBackup> {
  const client = new pg.Client({ ...connection, ssl: false, application_name: 'lounge backup' })
  client.on('error', () => undefined)
  await fromDatabase(client.connect())
  try {
    // What is written from here on stays in the log until we have copied it. The slot goes with the connection.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `${SLOT}_${process.pid}`,
    ])
    await client.query('select pg_backup_start($1, true)', [SLOT])
    const tree = await listTree(where.dataDir, (path) => !LEFT_OUT.test(path))
    const files = await copyAll(tree, where)
    const { rows } = await client.query<{ label: string; last: string }>(
      'select labelfile as label, pg_walfile_name(lsn) as last from pg_backup_stop(false)',
    )
    const [stopped] = rows
    const first = /\(file ([0-9A-F]{24})\)/.exec(stopped?.label ?? '')?.[1]
    if (!stopped || !first) throw new BackupError('The database did not say where its backup begins.')
    files.push(await writeLabel(where, stopped.label))
    files.push(...(await copyLog(where, first, stopped.last)))
    return { files, directories: tree.directories }
  } finally {
    await client.end()
  }
}

async function copyAll({ files }: Tree, { dataDir, target }: Where): Promise<BackupFile[]> {
  const copyOf = (path: string) => ({ path, from: join(dataDir, path), to: join(target, path) })
  // A table that was dropped meanwhile is gone from the log's point of view too.
  const most = await copyFiles(files.filter((it) => it !== CONTROL).map(copyOf))
  return thoseThere([...most, ...(await copyFiles([copyOf(CONTROL)]))])
}

async function writeLabel({ target }: Where, label: string): Promise<BackupFile> {
  const draft = join(target, 'backup_label.part')
  await writeFile(draft, label, { mode: 0o600 })
  const written = await copyFile(draft, join(target, 'backup_label'))
  await rm(draft)
  if (!written) throw new BackupError('The label of the backup could not be written.')
  return { path: 'backup_label', ...written }
}

/** The log from the beginning of the backup to its end. */
async function copyLog({ dataDir, target }: Where, first: string, last: string): Promise<BackupFile[]> {
  const names = (await readdir(join(dataDir, 'pg_wal'))).filter(
    (name) => name.endsWith('.history') || (SEGMENT.test(name) && name >= first && name <= last),
  )
  const copied: BackupFile[] = []
  for (const path of names.map((name) => `pg_wal/${name}`)) {
    // oxlint-disable-next-line no-await-in-loop
    const written = await copyFile(join(dataDir, path), join(target, path))
    if (!written) throw new BackupError(`${path} went away while it was being copied: try again.`)
    copied.push({ path, ...written })
  }
  if (!copied.some(({ path }) => path.endsWith(first)))
    throw new BackupError('The beginning of the log was not there any more: try again.')
  return copied
}
