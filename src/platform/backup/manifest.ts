import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'

/** Something about a backup that a person can mend; the message says how. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}

const Manifest = z.object({
  format: z.literal(1),
  /** `files`: the files of an embedded database. `dump`: what pg_dump wrote of another one. */
  kind: z.enum(['files', 'dump']),
  createdAt: z.string(),
  postgres: z.string(),
  /** The newest migration in it. */
  schema: z.string().nullable(),
  /** Where the pictures are: in the backup, or in a bucket that it does not contain. */
  pictures: z.enum(['inside', 'bucket']),
  /** Directories that must be there even where they are empty. */
  directories: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>
export type BackupFile = Manifest['files'][number]

const NAME = 'manifest.json'

export const writeManifest = (directory: string, manifest: Manifest): Promise<void> =>
  writeFile(join(directory, NAME), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })

/** Reads what a backup says of itself, and makes sure that every file in it is as it was written. */
export async function readVerified(directory: string): Promise<Manifest> {
  const manifest = await readManifest(directory)
  for (const { path, bytes, sha256 } of manifest.files) {
    const inside = normalize(join(directory, path))
    if (!inside.startsWith(directory + sep)) throw new BackupError(`${directory} names a file outside of it.`)
    // oxlint-disable-next-line no-await-in-loop -- the disk reads one after the other fastest
    const found = await checksum(inside).catch(() => null)
    if (found?.sha256 !== sha256 || found.bytes !== bytes)
      throw new BackupError(
        `${path} ${found ? 'is not as it was written' : 'is missing'}: this backup is damaged, take another one. Nothing was changed.`,
      )
  }
  return manifest
}

async function readManifest(directory: string): Promise<Manifest> {
  const text = await readFile(join(directory, NAME), 'utf8').catch(() => null)
  if (text === null) throw new BackupError(`There is no backup in ${directory}: ${NAME} is missing.`)
  const parsed = Manifest.safeParse(readJson(text))
  if (!parsed.success) throw new BackupError(`The backup in ${directory} cannot be read by this version.`)
  return parsed.data
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function checksum(path: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  await pipeline(createReadStream(path), async function (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
    }
  })
  return { sha256: hash.digest('hex'), bytes }
}

const PRIVATE = { file: 0o600, directory: 0o700 }

/** Copies a file and says what was written. Null where it is gone by now. */
export async function copyFile(from: string, to: string): Promise<Omit<BackupFile, 'path'> | null> {
  await mkdir(dirname(to), { recursive: true, mode: PRIVATE.directory })
  const source = await open(from, 'r').catch(unlessMissing)
  if (!source) return null
  const target = await open(to, 'w', PRIVATE.file)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of source.createReadStream({ autoClose: false, highWaterMark: 1024 * 1024 })) {
      if (!Buffer.isBuffer(chunk)) continue
      hash.update(chunk)
      bytes += chunk.length
      await target.writeFile(chunk)
    }
    await target.sync()
  } finally {
    await Promise.all([source.close(), target.close()])
  }
  return { bytes, sha256: hash.digest('hex') }
}

type Copy = { readonly path: string; readonly from: string; readonly to: string }
export type Copied = { readonly path: string; readonly written: Omit<BackupFile, 'path'> | null }

// Each waits for the disk to have it for good; together they wait once.
const AT_ONCE = 16

/** Copies many files, some at a time, and says what was written of each. */
export async function copyFiles(copies: readonly Copy[]): Promise<Copied[]> {
  const waiting = copies.entries()
  const copied: Copied[] = []
  const one = async (): Promise<void> => {
    for (const [i, { path, from, to }] of waiting) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so many at once
      copied[i] = { path, written: await copyFile(from, to) }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, one))
  return copied
}

/** What is still there to be copied; what is gone by now is left out. */
export const thoseThere = (copied: readonly Copied[]): BackupFile[] =>
  copied.flatMap(({ path, written }) => (written ? [{ path, ...written }] : []))

/** What is missing is null; anything else that goes wrong does go wrong. */
function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

export type Tree = { readonly directories: string[]; readonly files: string[] }

/** Everything below a directory that is wanted, as relative paths. */
export async function listTree(root: string, isWanted: (path: string) => boolean): Promise<Tree> {
  const tree: Tree = { directories: [], files: [] }
  const look = async (below: string): Promise<void> => {
    const entries = await readdir(join(root, below), { withFileTypes: true }).catch(unlessMissing)
    for (const entry of entries ?? []) {
      const path = below ? `${below}/${entry.name}` : entry.name
      if (entry.isDirectory()) {
        if (!isWanted(`${path}/`)) continue
        tree.directories.push(path)
        // oxlint-disable-next-line no-await-in-loop -- one directory after the other
        await look(path)
      } else if (entry.isFile() && isWanted(path)) tree.files.push(path)
    }
  }
  await look('')
  return tree
}
