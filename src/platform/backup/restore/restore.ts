import { chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { listText } from '#lib/text/list-text.ts'
import type { Config } from '#platform/config/config.ts'
import { embeddedMajor } from '#platform/embedded-postgres/binaries.ts'
import { answers, isServerProcess, readPidFile } from '#platform/embedded-postgres/pid-file.ts'
import { makeDirectory } from '#platform/storage/make-directory.ts'
import { PICTURE_FOLDERS } from '#platform/images/image-folders.ts'
import { DUMP } from '../back-up.ts'
import { countOthers, isFilled, restoreDump } from '../files/dump.ts'
import { BackupError, explainFileError } from '../error.ts'
import { setOwner } from '../files/set-owner.ts'
import type { Manifest } from '../files/manifest.ts'
import { recoverTo } from './recover.ts'
import { findSource, newestSources, type Source } from '../source.ts'

export type RestoreOptions = {
  /** Target: its data directory or its database. */
  readonly config: Config
  /** Path or name of a backup; null for the newest one. */
  readonly named: string | null
  /** Target moment of the WAL replay; null for the moment of the backup. */
  readonly at: Date | null
  /** Whether a database that is not empty may be replaced. */
  readonly force: boolean
  /** Newest migration known to this version. */
  readonly newestSchema: string
  readonly now: Date
}

export type Restored = {
  readonly manifest: Manifest
  readonly label: string
  /** New path of the previous embedded database. */
  readonly aside: string | null
}

const FORCE = 'say --force if you mean it, or restore beside it with --to'

/** Restores a backup. Unpacks, verifies and recovers it in a draft directory before it touches data. */
export async function restore(options: RestoreOptions): Promise<Restored> {
  const { config, at } = options
  if (at && config.databaseUrl)
    throw new BackupError(
      'Only the embedded database can be restored to a moment: for your own, use the archive of its server.',
    )
  const before = await (config.databaseUrl ? checkDatabase(options) : checkDirectory(options))
  await makeDirectory(config.dataDir).catch((error: unknown) => {
    throw explainFileError(error, config.dataDir)
  })
  const draft = await mkdtemp(join(config.dataDir, 'restoring-'))
  try {
    const { manifest, label } = await unpackChecked(options, draft)
    const isDump = manifest.kind === 'dump'
    if (isDump !== (config.databaseUrl !== null)) throw wrongKind(isDump)
    if (at) await recoverTo({ config, manifest, at, dataDir: join(draft, 'postgres') })
    const aside = config.databaseUrl
      ? await publishDump(config.databaseDirectUrl ?? config.databaseUrl, join(draft, DUMP))
      : await publishFiles(options, { draft, isThere: before })
    await publishPictures(config, draft, manifest)
    return { manifest, label, aside }
  } catch (error) {
    throw explainFileError(error, config.dataDir)
  } finally {
    await rm(draft, { recursive: true, force: true })
    // Created for this restore, and therefore removed with it.
    if (!before) await removeIfEmpty(config.dataDir)
  }
}

const wrongKind = (isDump: boolean): BackupError =>
  new BackupError(
    isDump
      ? 'This is a backup of a database of your own: set DATABASE_URL, or --to, to the one it goes into.'
      : 'This is a backup of the embedded database: unset DATABASE_URL, or name a directory with --to.',
  )

async function removeIfEmpty(directory: string): Promise<void> {
  const names = await readdir(directory).catch(() => null)
  if (names?.length === 0) await rm(directory, { recursive: true, force: true })
}

/** Refuses a database that is in use, or not empty without --force. Returns whether it contains data. */
async function checkDatabase({ config, force }: RestoreOptions): Promise<boolean> {
  const url = config.databaseDirectUrl ?? ''
  const others = await countOthers(url)
  if (others > 0)
    throw new BackupError(
      `The database is in use by ${others} other connection${others === 1 ? '' : 's'}: stop the servers and pools that use it first. --force does not change that.`,
    )
  const isThere = await isFilled(url)
  if (isThere && !force) throw new BackupError(`The database is not empty: ${FORCE}.`)
  return isThere
}

async function checkDirectory({ config, force }: RestoreOptions): Promise<boolean> {
  const target = join(config.dataDir, 'postgres')
  const server = readPidFile(target)
  if (server && (isServerProcess(server.pid, target) || (await answers(server))))
    throw new BackupError(
      `The database in ${target} is running: stop the server first. --force does not change that.`,
    )
  const isThere = (await stat(target).catch(() => null)) !== null
  if (isThere && !force) throw new BackupError(`There is a database in ${target}: ${FORCE}.`)
  return isThere
}

type Unpacked = { readonly manifest: Manifest; readonly label: string }

/** Unpacks a backup, verifies it and rejects one made by a newer version. */
export async function unpackChecked(
  options: Pick<RestoreOptions, 'config' | 'named' | 'at' | 'newestSchema'>,
  draft: string,
): Promise<Unpacked> {
  const unpacked = await unpackFirst(options, draft)
  checkVersion(unpacked.manifest, options.newestSchema)
  return unpacked
}

/** Unpacks the named backup, or the newest one that was complete at the target moment. */
async function unpackFirst(
  { config, named, at }: Pick<RestoreOptions, 'config' | 'named' | 'at'>,
  draft: string,
): Promise<Unpacked> {
  const sources: Source[] =
    named === null ? await newestSources(config, at) : [await findSource(config, named)]
  for (const source of sources) {
    // oxlint-disable no-await-in-loop -- an older backup is read only if the newer one was completed too late
    const manifest = await source.unpackTo({ directory: draft, keyFile: config.backup.keyFile })
    if (at === null || new Date(manifest.completedAt) <= at) return { manifest, label: source.label }
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    // oxlint-enable no-await-in-loop
  }
  throw new BackupError(
    `No backup was complete at ${at?.toISOString()}: choose a later moment or an older backup.`,
  )
}

function checkVersion({ schema, kind, postgres }: Manifest, newestSchema: string): void {
  if (schema !== null && schema > newestSchema)
    throw new BackupError(
      `This backup is of a newer version of the program (its newest migration is ${schema}, here it is ${newestSchema}): update the program first.`,
    )
  const major = postgres.split('.')[0]
  if (kind === 'files' && major !== embeddedMajor())
    throw new BackupError(
      `This backup is of PostgreSQL ${major}, and this program has PostgreSQL ${embeddedMajor()}: restore it with the version of the program it was made with.`,
    )
}

async function publishDump(url: string, file: string): Promise<null> {
  await restoreDump(url, file)
  return null
}

type Draft = { readonly draft: string; readonly isThere: boolean }

async function publishFiles(
  { config, now }: RestoreOptions,
  { draft, isThere }: Draft,
): Promise<string | null> {
  const target = join(config.dataDir, 'postgres')
  const from = join(draft, 'postgres')
  await setOwner(from)
  const aside = isThere ? `${target}.before-${now.toISOString().replaceAll(/[:.]/g, '-')}` : null
  if (aside) await rename(target, aside)
  await rename(from, target)
  return aside
}

/** An image never changes under its name: existing files stay, missing ones are added. */
async function publishPictures(
  { dataDir, storage }: Config,
  draft: string,
  manifest: Manifest,
): Promise<void> {
  if (manifest.pictures === 'bucket') return
  const pictures = manifest.files.filter(({ path }) =>
    PICTURE_FOLDERS.some((folder) => path.startsWith(`${folder}/`)),
  )
  if (storage.kind === 's3' && pictures.length > 0)
    throw new BackupError(
      `The database is restored. The pictures are in the folders ${listText(PICTURE_FOLDERS)} of the backup: unpack it and copy both into the bucket, under the same names.`,
    )
  for (const { path } of pictures) {
    // oxlint-disable no-await-in-loop -- one rename per file
    await mkdir(dirname(join(dataDir, path)), { recursive: true })
    await chmod(join(draft, path), 0o644)
    await rename(join(draft, path), join(dataDir, path))
    // oxlint-enable no-await-in-loop
  }
}
