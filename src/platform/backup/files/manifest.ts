import { createHash } from 'node:crypto'
import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { BackupError } from '../error.ts'
import type { Entry } from './tar.ts'

/** Row count or sum of cents as [lowest, highest] value while the backup was made. */
const Range = z.tuple([z.number(), z.number()])
export type Range = z.infer<typeof Range>

const Manifest = z.object({
  format: z.literal(2),
  /** `files`: base backup of an embedded database. `dump`: pg_dump of an external one. */
  kind: z.enum(['files', 'dump']),
  createdAt: z.string(),
  /** Moment of the restored state. */
  completedAt: z.string(),
  postgres: z.string(),
  /** Newest migration. */
  schema: z.string().nullable(),
  /** Whether the images are in the backup, or in a bucket that it does not contain. */
  pictures: z.enum(['inside', 'bucket']),
  /** Archive in which the WAL continues, and its first segment; null if no WAL is archived. */
  wal: z.object({ archive: z.string(), first: z.string() }).nullable(),
  /** Counts for comparison with the restored database. */
  content: z.record(z.string(), Range),
  /** Directories to create even if they are empty. */
  directories: z.array(z.string()),
  files: z.array(z.object({ path: z.string(), bytes: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>
export type BackupFile = Manifest['files'][number]

/** Last entry of a backup; without it, the backup is incomplete. */
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

/** Null for ENOENT; other errors are thrown. */
function unlessMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

/**
 * Opens a file at its current size. If it shrinks while it is read it is padded with zeros, if it grows it is cut: the
 * WAL repairs such pages. Null if it no longer exists.
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
      // oxlint-disable-next-line no-await-in-loop -- reads sequentially
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

/** Passes entries through and records size and checksum of each. */
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

/** Relative paths of all wanted files below a directory. */
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
