import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { AGE_MAGIC, decrypt, readPrivateKeys } from './encryption.ts'
import { BackupError } from '../error.ts'
import { fileEntry, listTree, MANIFEST, type Manifest, parseManifest } from './manifest.ts'
import { type Entry, untar } from './tar.ts'

export type Unpacking = {
  /** Name for messages. */
  readonly label: string
  readonly keyFile: string | null
  readonly directory: string
}

/** Unpacks a backup below a directory, verifies the checksum of each file and returns the manifest. */
export async function unpack(source: Readable, how: Unpacking): Promise<Manifest> {
  const opened = await openStream(source, how)
  return write(untar(opened), how)
}

/** Copies and verifies a backup that was unpacked by hand. */
export async function copyUnpacked(root: string, how: Unpacking): Promise<Manifest> {
  if (!(await stat(join(root, MANIFEST)).catch(() => null)))
    throw new BackupError(`There is no backup in ${root}: ${MANIFEST} is missing.`)
  async function* entries(): AsyncGenerator<Entry> {
    const { files } = await listTree(root, () => true)
    for (const path of files) {
      // oxlint-disable-next-line no-await-in-loop -- a disk is fastest when read sequentially
      const entry = await fileEntry(path, join(root, path))
      if (entry) yield entry
    }
  }
  return write(entries(), how)
}

const damaged = (label: string, error?: unknown): BackupError =>
  new BackupError(`${label} is cut off or damaged: take another backup. Nothing was changed.`, {
    cause: error,
  })

/** Decrypts and decompresses a stream, depending on its first bytes. */
export async function openStream(
  source: Readable,
  { label, keyFile }: Pick<Unpacking, 'label' | 'keyFile'>,
): Promise<Readable> {
  const head = await peek(source)
  const isEncrypted = head.toString('latin1').startsWith(AGE_MAGIC)
  if (!isEncrypted && !(head[0] === 0x1f && head[1] === 0x8b)) {
    source.destroy()
    throw head.length < AGE_MAGIC.length
      ? damaged(label)
      : new BackupError(`${label} is not a backup: neither encrypted by age nor packed by gzip.`)
  }
  if (isEncrypted && keyFile === null) {
    source.destroy()
    throw new BackupError(
      `${label} is encrypted: name the file with its private key, with --key FILE or BACKUP_IDENTITY.`,
    )
  }
  const plain = isEncrypted ? await decryptWith(source, keyFile ?? '', label) : source
  const gunzip = createGunzip()
  plain.on('error', (error) => gunzip.destroy(damaged(label, error)))
  gunzip.on('close', () => plain.destroy())
  return plain.pipe(gunzip)
}

async function decryptWith(source: Readable, keyFile: string, label: string): Promise<Readable> {
  try {
    return await decrypt(source, await readPrivateKeys(keyFile))
  } catch (error) {
    throw error instanceof BackupError ? error : damaged(label, error)
  }
}

/** Reads the first bytes of a stream and puts them back. */
async function peek(source: Readable): Promise<Buffer> {
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    const bytes: Buffer = Buffer.from(chunk)
    source.unshift(bytes)
    return bytes
  }
  return Buffer.alloc(0)
}

/** zlib errors that mean corrupt data. */
const isOfZlib = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')

type Written = { readonly bytes: number; readonly sha256: string }

async function write(entries: AsyncIterable<Entry>, { label, directory }: Unpacking): Promise<Manifest> {
  const written = new Map<string, Written>()
  try {
    for await (const entry of entries) {
      const path = normalize(join(directory, entry.path))
      if (!path.startsWith(directory + sep)) throw new BackupError(`${label} names a file outside of it.`)
      written.set(entry.path, await writeFile(path, entry.content))
    }
  } catch (error) {
    throw isOfZlib(error) ? damaged(label, error) : error
  }
  if (!written.has(MANIFEST)) throw damaged(label)
  const manifest = parseManifest(await readFile(join(directory, MANIFEST), 'utf8'))
  for (const { path, bytes, sha256 } of manifest.files) {
    const found = written.get(path)
    if (found?.sha256 !== sha256 || found.bytes !== bytes)
      throw new BackupError(
        `${path} ${found ? 'is not as it was written' : 'is missing'} in ${label}: take another backup. Nothing was changed.`,
      )
  }
  await Promise.all(
    manifest.directories.map((path) =>
      mkdir(join(directory, 'postgres', path), { recursive: true, mode: 0o700 }),
    ),
  )
  return manifest
}

// No fsync per file: PostgreSQL syncs the whole data directory when it starts on a restored one.
async function writeFile(path: string, content: AsyncIterable<Buffer>): Promise<Written> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const file = await open(path, 'w', 0o600)
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of content) {
      hash.update(chunk)
      bytes += chunk.length
      await file.writeFile(chunk)
    }
  } finally {
    await file.close()
  }
  return { bytes, sha256: hash.digest('hex') }
}

export const readLocal = (path: string): Readable => createReadStream(path, { highWaterMark: 1024 * 1024 })
