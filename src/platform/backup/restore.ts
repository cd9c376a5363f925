import { chmod, mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { PICTURE_FOLDERS } from '../picture-folders.ts'
import { isServerProcess, readPidFile } from '../embedded-postgres/pid-file.ts'
import { chooseServerUser, giveTo, type ServerUser } from '../embedded-postgres/server-user.ts'
import { DUMP } from './back-up.ts'
import { emptyDatabase, isFilled, restoreDump } from './dump.ts'
import { BackupError, copyFiles, type Manifest, readVerified } from './manifest.ts'

const DATABASE = 'postgres/'

type Options = {
  readonly config: Config
  readonly source: string
  /** Whether a database that is there may be put aside. */
  readonly force: boolean
  readonly now: Date
}

export type Restored = {
  readonly manifest: Manifest
  /** Where the embedded database that was there is now. */
  readonly aside: string | null
}

const FORCE = 'say --force if you mean it: npm run restore -- DIRECTORY --force'

/** Puts back what a backup holds. Nothing is touched before every file in it was found to be as it was written. */
export async function restore({ config, source, force, now }: Options): Promise<Restored> {
  const manifest = await readVerified(source)
  const aside =
    manifest.kind === 'files'
      ? await restoreFiles({ config, source, force, now }, manifest)
      : await restoreDatabase({ config, source, force, now })
  await restorePictures(config, source, manifest)
  return { manifest, aside }
}

async function restoreDatabase({ config, source, force }: Options): Promise<null> {
  const { databaseDirectUrl: databaseUrl } = config
  if (!databaseUrl)
    throw new BackupError(
      'This is a backup of a database of your own: set DATABASE_URL to the one it goes into.',
    )
  if (await isFilled(databaseUrl)) {
    if (!force) throw new BackupError(`The database that DATABASE_URL names is not empty: ${FORCE}`)
    await emptyDatabase(databaseUrl)
  }
  await restoreDump(databaseUrl, join(source, DUMP))
  return null
}

async function restoreFiles(
  { config, source, force, now }: Options,
  manifest: Manifest,
): Promise<string | null> {
  if (config.databaseUrl)
    throw new BackupError('This is a backup of the embedded database: unset DATABASE_URL to restore it.')
  const target = join(config.dataDir, 'postgres')
  const pid = readPidFile(target)?.pid
  if (pid !== undefined && isServerProcess(pid, target))
    throw new BackupError(`The database in ${target} is running: stop the server first.`)
  const isThere = (await stat(target).catch(() => null)) !== null
  if (isThere && !force) throw new BackupError(`There is a database in ${target}: ${FORCE}`)
  await mkdir(config.dataDir, { recursive: true })
  const user = chooseServerUser(target)
  const draft = `${target}.restoring`
  await rm(draft, { recursive: true, force: true })
  await fill(draft, { source, manifest, user })
  const aside = isThere ? `${target}.before-${now.toISOString().replaceAll(/[:.]/g, '-')}` : null
  if (aside) await rename(target, aside)
  await rename(draft, target)
  return aside
}

type Filling = { readonly source: string; readonly manifest: Manifest; readonly user: ServerUser | undefined }

async function fill(draft: string, { source, manifest, user }: Filling): Promise<void> {
  for (const path of ['', ...manifest.directories]) {
    // oxlint-disable-next-line no-await-in-loop -- what is around comes first
    await mkdir(join(draft, path), { recursive: true, mode: 0o700 })
    giveTo(user, join(draft, path))
  }
  const files = manifest.files.filter(({ path }) => path.startsWith(DATABASE))
  const targetOf = (path: string): string => join(draft, path.slice(DATABASE.length))
  const copied = await copyFiles(
    files.map(({ path }) => ({ path, from: join(source, path), to: targetOf(path) })),
  )
  for (const [i, { path, sha256 }] of files.entries()) {
    if (copied[i]?.written?.sha256 !== sha256)
      throw new BackupError(`${path} was not copied whole: try again.`)
    giveTo(user, targetOf(path))
  }
}

/** A picture never changes under its name: those that are there stay, and those that were lost come back. */
async function restorePictures(
  { dataDir, storage }: Config,
  source: string,
  manifest: Manifest,
): Promise<void> {
  if (manifest.pictures === 'bucket') return
  if (storage.kind === 's3')
    throw new BackupError(
      `The database is restored. The pictures are in the folders ${PICTURE_FOLDERS.join(' and ')} of ${source}: copy both into the bucket, under the same names.`,
    )
  const pictures = manifest.files.filter(({ path }) =>
    PICTURE_FOLDERS.some((folder) => path.startsWith(`${folder}/`)),
  )
  await copyFiles(pictures.map(({ path }) => ({ path, from: join(source, path), to: join(dataDir, path) })))
  await Promise.all(pictures.map(({ path }) => chmod(join(dataDir, path), 0o644)))
}
