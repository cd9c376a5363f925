import { createReadStream } from 'node:fs'
import { constants } from 'node:fs'
import { access, mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { dirname, join, normalize, relative, sep } from 'node:path'
import { makeDirectory } from './make-directory.ts'
import { StartError } from '../config/start-error.ts'
import { toWebStream } from './web-streams.ts'
import { writeFileAtomically } from './write-file.ts'

/** The storage is unreachable or reports a failure of its own. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
}

/** The storage refused the request. */
export class StorageRefused extends Error {
  override readonly name = 'StorageRefused'
}

/** File storage. Keys are relative paths with forward slashes. */
export type Storage = {
  read(key: string): Promise<Buffer>
  /** A stream and its length; null if the key does not exist. */
  stream(key: string): Promise<{ body: ReadableStream; size: number } | null>
  write(key: string, bytes: Buffer): Promise<void>
  /** Removes a key, if it exists. */
  remove(key: string): Promise<void>
  /** All files below a folder, including unfinished writes. */
  list(folder: string): AsyncIterable<StoredFile>
}

export type StoredFile = { readonly key: string; readonly modifiedAt: Date }

/** Storage on the local disk. Writes are atomic: a file appears complete or not at all. */
export function createDiskStorage(root: string): Storage {
  const pathOf = (key: string): string => {
    const path = normalize(join(root, key))
    if (!path.startsWith(root + sep)) throw new Error(`storage key leaves its directory: ${key}`)
    return path
  }
  return {
    read: (key) => readFile(pathOf(key)),
    async stream(key) {
      const path = pathOf(key)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) return null
      return { body: toWebStream(createReadStream(path)), size: found.size }
    },
    async write(key, bytes) {
      await mkdir(dirname(pathOf(key)), { recursive: true })
      await writeFileAtomically(pathOf(key), bytes, 0o644)
    },
    remove: (key) => rm(pathOf(key), { force: true }),
    list: (folder) => listFiles(root, pathOf(folder)),
  }
}

async function* listFiles(root: string, folder: string): AsyncGenerator<StoredFile> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* listFiles(root, path)
    // oxlint-disable-next-line no-await-in-loop -- a folder may have a hundred thousand files
    const found = entry.isFile() ? await stat(path).catch(() => null) : null
    if (found) yield { key: relative(root, path).split(sep).join('/'), modifiedAt: found.mtime }
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** Whether a write failed because the disk is full. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT')

/** Creates the data directory if needed; throws an error with advice if it is not writable. */
export async function ensureWritable(directory: string): Promise<void> {
  try {
    await makeDirectory(directory)
    if (!(await stat(directory)).isDirectory()) throw new Error('it is a file')
    await access(directory, constants.W_OK | constants.X_OK)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(
      `DATA_DIR=${directory}: cannot be written to (${why}); make it writable for the user of the server, or set another directory`,
    )
  }
}
