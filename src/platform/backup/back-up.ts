import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import type { Config } from '../config/config.ts'
import type { Connection } from '../db/connections/connections.ts'
import { makeDirectory } from '../storage/make-directory.ts'
import { PICTURE_FOLDERS } from '../images/image-folders.ts'
import { type BaseBackup, baseBackup } from './files/base-backup.ts'
import { dumpDatabase } from './files/dump.ts'
import { encrypt } from './files/encryption.ts'
import { BackupError, explainFileError } from './error.ts'
import { between, readContent, readFacts, withClient } from './facts.ts'
import {
  type BackupFile,
  fileEntry,
  listTree,
  MANIFEST,
  type Manifest,
  recorded,
  textEntry,
} from './files/manifest.ts'
import { backupName } from './places/names.ts'
import type { BackupPlace } from './places/place-types.ts'
import { type Entry, tar } from './files/tar.ts'
import { findArchive } from './wal-archive.ts'

export const DUMP = 'database.dump'

type Options = {
  readonly config: Config
  readonly connection: Connection
  readonly place: BackupPlace
  /** Defaults to a name with a timestamp. */
  readonly name?: string
  readonly now: Date
  readonly signal?: AbortSignal
}

export type BackedUp = {
  readonly name: string
  /** Place and name, for messages. */
  readonly address: string
  readonly bytes: number
  readonly manifest: Manifest
}

/**
 * Writes database and uploaded images into one tar archive while the site is serving: gzipped, and encrypted if a
 * public key is set. Everything is streamed; only the chunks in transit are in memory.
 */
export async function backUp(options: Options): Promise<BackedUp> {
  const { config, connection, place, now, signal } = options
  const { publicKeys } = config.backup
  const name = options.name ?? backupName(now, publicKeys.length > 0)
  return withClient(connection, async (client) => {
    const facts = await readFacts(client)
    if (facts.schema === null)
      throw new BackupError('There is nothing to back up: the server was never started with this database.')
    const done: { manifest?: Manifest } = {}
    const entries = entriesOf(client, { ...options, facts }, (manifest) => (done.manifest = manifest))
    const bytes = await putStream(place, name, {
      source: Readable.from(tar(entries, now), { objectMode: false, ...(signal ? { signal } : {}) }),
      publicKeys,
    })
    if (!done.manifest) throw new Error('the backup ended before its manifest')
    return { name, address: place.addressOf(name), bytes, manifest: done.manifest }
  })
}

type Streaming = { readonly source: Readable; readonly publicKeys: readonly string[] }

/** Compresses, encrypts and stores a stream. When it resolves or rejects, nothing reads from the database any more. */
async function putStream(
  place: BackupPlace,
  name: string,
  { source, publicKeys }: Streaming,
): Promise<number> {
  const packed = createGzip({ level: 1 })
  // Readers get the error from the stream. Without this listener, an error after they ended would be uncaught.
  packed.on('error', () => undefined)
  source.on('error', (error) => packed.destroy(error))
  packed.on('close', () => source.destroy())
  const ended = new Promise((resolve) => source.once('close', resolve))
  source.pipe(packed)
  const content = publicKeys.length > 0 ? await encrypt(packed, publicKeys) : packed
  content.on('error', () => undefined)
  try {
    return await place.put(name, content)
  } finally {
    packed.destroy()
    source.destroy()
    await ended
  }
}

type Facts = { readonly facts: { readonly postgres: string; readonly schema: string | null } }

/** Entries of a backup: database, images, and last the manifest, which marks the backup as complete. */
async function* entriesOf(
  client: pg.Client,
  { config, connection, now, facts }: Options & Facts,
  onManifest: (manifest: Manifest) => void,
): AsyncGenerator<Entry> {
  const files: BackupFile[] = []
  const isOwn = typeof connection !== 'string'
  const database = isOwn
    ? yield* databaseFiles(client, config, files)
    : yield* databaseDump(client, { config, connection }, files)
  const completedAt = new Date().toISOString()
  // After the database, since an image is stored before the row that references it.
  if (config.storage.kind === 'disk') yield* recorded(pictures(config.dataDir), files)
  const manifest: Manifest = {
    format: 2,
    kind: isOwn ? 'files' : 'dump',
    createdAt: now.toISOString(),
    completedAt,
    ...facts,
    pictures: config.storage.kind === 'disk' ? 'inside' : 'bucket',
    ...database,
    files,
  }
  onManifest(manifest)
  yield textEntry(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`)
}

type Part = Pick<Manifest, 'directories' | 'content' | 'wal'>

async function* databaseFiles(
  client: pg.Client,
  { dataDir }: Config,
  files: BackupFile[],
): AsyncGenerator<Entry, Part, undefined> {
  const archive = await findArchive(client)
  const result: { backup?: BaseBackup } = {}
  async function* entries(): AsyncGenerator<Entry> {
    result.backup = yield* baseBackup(client, join(dataDir, 'postgres'))
  }
  yield* recorded(entries(), files)
  if (!result.backup) throw new Error('the base backup ended early')
  const { firstSegment, ...rest } = result.backup
  return { ...rest, wal: archive === null ? null : { archive, first: firstSegment } }
}

type DumpOptions = { readonly config: Config; readonly connection: Connection }

/** A tar header contains the file size, so the dump is written to the data directory first. */
async function* databaseDump(
  client: pg.Client,
  { config, connection }: DumpOptions,
  files: BackupFile[],
): AsyncGenerator<Entry, Part, undefined> {
  const work = await makeDirectory(config.dataDir)
    .then(() => mkdtemp(join(config.dataDir, 'dump-')))
    .catch((error: unknown) => {
      throw explainFileError(error, config.dataDir)
    })
  const file = join(work, DUMP)
  try {
    await client.query('begin isolation level repeatable read, read only')
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
    await dumpDatabase(connection, rows[0]?.id ?? '', file)
    const content = await readContent(client)
    await client.query('commit')
    const entry = await fileEntry(DUMP, file)
    if (!entry || entry.size === 0) throw new BackupError('pg_dump wrote nothing.')
    yield* recorded(only(entry), files)
    return { directories: [], content: between(content, content), wal: null }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

// oxlint-disable-next-line require-await -- a generator of one entry
async function* only(entry: Entry): AsyncGenerator<Entry> {
  yield entry
}

// Uploaded originals. Renditions are left out, as they are rendered again on request.
async function* pictures(dataDir: string): AsyncGenerator<Entry> {
  for (const folder of PICTURE_FOLDERS) {
    const root = join(dataDir, folder)
    // oxlint-disable no-await-in-loop -- reads sequentially: guests use the same disk
    const { files } = await listTree(root, (path) => !path.endsWith('.part'))
    for (const path of files) {
      const entry = await fileEntry(`${folder}/${path}`, join(root, path))
      if (entry) yield entry
    }
    // oxlint-enable no-await-in-loop
  }
}
