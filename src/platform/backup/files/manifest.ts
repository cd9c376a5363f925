import { createHash } from 'node:crypto'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupError } from '../error.ts'
import type { Entry } from './tar.ts'

/** Counts of rows and sums of cents, each as the lowest and the highest that held while the backup was made. */
const Range = z.tuple([z.number(), z.number()])
export type Range = z.infer<typeof Range>

const Manifest = z.object({
  format: z.literal(2),
  /** `files`: the files of an embedded database. `dump`: what pg_dump wrote of another one. */
  kind: z.enum(['files', 'dump']),
  createdAt: z.string(),
  /** The moment the restored database is at. */
  completedAt: z.string(),
  postgres: z.string(),
  /** The newest migration in it. */
  schema: z.string().nullable(),
  /** Where the pictures are: in the backup, or in a bucket that it does not contain. */
  pictures: z.enum(['inside', 'bucket']),
  /** Where the write-ahead log continues, and with which segment; null where none is archived. */
  wal: z.object({ archive: z.string(), first: z.string() }).nullable(),
  /** What is in the database, to be compared with what was restored. */
  content: z.record(z.string(), Range),
  /** Directories that must be there even where they are empty. */
  directories: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>
export type BackupFile = Manifest['files'][number]

/** The last file of a backup: an archive without it was not completed. */
export const MANIFEST = 'manifest.json'

export function parseManifest(text: string): Manifest {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = null
  }
  const parsed = Manifest.safeParse(value)
  if (!parsed.success) throw new BackupError('This backup cannot be read by this version of the program.')
  return parsed.data
}

const READ_BYTES = 1024 * 1024

/** What is missing is null; anything else that goes wrong does go wrong. */
function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

/**
 * A file as it is now. One that shrinks while it is read is filled up with zeros and one that grows is cut: of a running
 * database, the log makes the rest of it. Null where it is gone by now.
 */
export async function fileEntry(path: string, from: string): Promise<Entry | null> {
  const found = await stat(from).catch(unlessMissing)
  return found && { path, size: found.size, content: readExactly(from, found.size) }
}

async function* readExactly(from: string, size: number): AsyncGenerator<Buffer> {
  const handle = await open(from, 'r').catch(unlessMissing)
  let left = size
  try {
    while (left > 0) {
      const wanted = Math.min(left, READ_BYTES)
      // oxlint-disable-next-line no-await-in-loop -- read from front to back
      const read = await handle?.read({ buffer: Buffer.allocUnsafe(wanted) })
      yield read && read.bytesRead > 0 ? read.buffer.subarray(0, read.bytesRead) : Buffer.alloc(wanted)
      left -= read?.bytesRead || wanted
    }
  } finally {
    await handle?.close()
  }
}

export function textEntry(path: string, text: string): Entry {
  const bytes = Buffer.from(text)
  return {
    path,
    size: bytes.length,
    // oxlint-disable-next-line require-await -- one chunk
    content: (async function* () {
      yield bytes
    })(),
  }
}

/** Passes files on and notes the size and the checksum of each. */
export async function* recorded(entries: AsyncIterable<Entry>, files: BackupFile[]): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    const hash = createHash('sha256')
    const { path, size } = entry
    async function* content(): AsyncGenerator<Buffer> {
      for await (const chunk of entry.content) {
        hash.update(chunk)
        yield chunk
      }
      files.push({ path, bytes: size, sha256: hash.digest('hex') })
    }
    yield { path, size, content: content() }
  }
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
