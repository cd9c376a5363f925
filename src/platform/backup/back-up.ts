import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PICTURE_FOLDERS } from '../picture-folders.ts'
import type { Config } from '../config.ts'
import type { HouseDatabase } from '../house-database.ts'
import { takeBaseBackup } from './base-backup.ts'
import { dumpDatabase } from './dump.ts'
import { readFacts } from './facts.ts'
import {
  type BackupFile,
  BackupError,
  copyFile,
  copyFiles,
  listTree,
  type Manifest,
  thoseThere,
  writeManifest,
} from './manifest.ts'

export const DUMP = 'database.dump'

type Options = {
  readonly config: Config
  readonly connection: HouseDatabase['connection']
  readonly target: string
  readonly now: Date
}

/**
 * Copies the database and the pictures that were uploaded into a new directory, while the house serves. The directory
 * appears when it is complete.
 */
export async function backUp({ config, connection, target, now }: Options): Promise<Manifest> {
  if (await stat(target).catch(() => null))
    throw new BackupError(`${target} is there already: name another directory.`)
  const draft = `${target}.part`
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  try {
    const facts = await readFacts(connection)
    if (facts.schema === null)
      throw new BackupError('There is nothing to back up: no house was ever opened here.')
    const database =
      typeof connection === 'string'
        ? await dump(connection, draft)
        : await copyDatabase(connection, join(config.dataDir, 'postgres'), draft)
    // After the database: a picture is stored before the row that names it.
    const pictures = config.storage.kind === 'disk' ? await copyPictures(config.dataDir, draft) : []
    const manifest: Manifest = {
      format: 1,
      createdAt: now.toISOString(),
      ...facts,
      pictures: config.storage.kind === 'disk' ? 'inside' : 'bucket',
      ...database,
      files: [...database.files, ...pictures],
    }
    await writeManifest(draft, manifest)
    await rename(draft, target)
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

type Part = Pick<Manifest, 'kind' | 'directories' | 'files'>

async function dump(url: string, draft: string): Promise<Part> {
  const raw = join(draft, `${DUMP}.raw`)
  await dumpDatabase(url, raw)
  const written = await copyFile(raw, join(draft, DUMP))
  await rm(raw)
  if (!written) throw new BackupError('pg_dump wrote nothing.')
  return { kind: 'dump', directories: [], files: [{ path: DUMP, ...written }] }
}

const below = (folder: string, files: readonly BackupFile[]): BackupFile[] =>
  files.map(({ path, ...rest }) => ({ path: `${folder}/${path}`, ...rest }))

async function copyDatabase(
  connection: Exclude<Options['connection'], string>,
  dataDir: string,
  draft: string,
): Promise<Part> {
  const { files, directories } = await takeBaseBackup(connection, {
    dataDir,
    target: join(draft, 'postgres'),
  })
  return { kind: 'files', directories, files: below('postgres', files) }
}

// Narrower copies are made again when somebody asks for them.
async function copyPictures(dataDir: string, draft: string): Promise<BackupFile[]> {
  const copied: BackupFile[] = []
  for (const folder of PICTURE_FOLDERS) {
    const root = join(dataDir, folder)
    // oxlint-disable no-await-in-loop -- one folder after the other: guests use the same disk
    const { files } = await listTree(root, (path) => !path.endsWith('.part'))
    const there = await copyFiles(
      files.map((path) => ({ path, from: join(root, path), to: join(draft, folder, path) })),
    )
    // oxlint-enable no-await-in-loop
    copied.push(...below(folder, thoseThere(there)))
  }
  return copied
}
