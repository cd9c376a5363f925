import { createHash } from 'node:crypto'
import { readdirSync, statSync } from 'node:fs'
import { type FileHandle, open, readFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { parseByteRange } from './byte-range.ts'
import { entityTag, matchingTag } from './entity-tags.ts'
import { acceptedEncodings, type Encoding } from '#page-cache/page-encodings.ts'
import { cacheControl } from '#page-cache/cache-control.ts'
import type { StoredAsset } from '#platform/storage/build-assets.ts'
import { fromWebStream } from '#platform/storage/web-streams.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.mp4': 'video/mp4',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
}

/** Suffixes of the precompressed files of the build. */
const SUFFIXES = { br: '.br', gzip: '.gz' } as const
/** Files with a content hash in their name. */
const HASHED = /^\/assets\/.+-[\w-]{8}\.\w+$/
/** A missing path below these gets a plain 404, never a rendered page. */
const FILES_ONLY = /^\/(assets|films)\//

type StaticFile = {
  readonly path: string
  readonly type: string
  readonly cacheControl: string
  readonly sizes: Readonly<Partial<Record<Encoding, number>>>
  readonly isCompressed: boolean
  tag?: Promise<string>
}

type Options = {
  /** Directory of the client build. */
  readonly root: string
  /** Finds a hashed file of another build: of one before, or of another server. */
  readonly findAsset: (name: string) => Promise<StoredAsset | null>
  readonly onError: (error: unknown) => void
  readonly next: RequestListener
}

const ASSETS = '/assets/'

/** Serves the files of the build, listed once, and the assets of other builds. */
export function createStaticFiles({ root, findAsset, onError, next }: Options): RequestListener {
  const files = readFiles(root)

  const sendOther = async (
    path: string,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> => {
    const found = HASHED.test(path) ? await findAsset(path.slice(ASSETS.length)) : null
    if (found) await sendStored({ ...found, type: typeOf(path) }, incoming, outgoing)
    else sendMissing(incoming, outgoing)
  }
  const sendAny = async (
    path: string,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> => {
    const file = files.get(path)
    // A build may replace the files of a server that still runs.
    if (!file || !(await send(file, incoming, outgoing))) await sendOther(path, incoming, outgoing)
  }
  return (incoming, outgoing) => {
    const path = incoming.url?.split('?', 1)[0] ?? '/'
    const isRead = incoming.method === 'GET' || incoming.method === 'HEAD'
    if (!isRead || (!files.has(path) && !FILES_ONLY.test(path))) return next(incoming, outgoing)
    sendAny(path, incoming, outgoing).catch((error: unknown) => {
      // A client that leaves before the end is no error.
      if (outgoing.headersSent) return void outgoing.destroy()
      onError(error)
      sendMissing(incoming, outgoing)
    })
  }
}

/** Plain 404 for a missing file; rendering a page for it would cost time for nothing. */
export function sendMissing(incoming: IncomingMessage, outgoing: ServerResponse): void {
  outgoing.writeHead(404, { 'Content-Type': 'text/plain; charset=utf-8', 'Content-Length': 10 })
  outgoing.end(incoming.method === 'HEAD' ? undefined : 'Not found\n')
}

function readFiles(root: string): ReadonlyMap<string, StaticFile> {
  const paths = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  const sizes = new Map(paths.map((path) => [path, statSync(path).size]))
  const files = paths
    .filter((path) => !isCompressedCopy(path, sizes))
    .map((path) => [`/${relative(root, path).split(sep).join('/')}`, describe(path, sizes)] as const)
  return new Map(files.map(([url, file]) => [url, { ...file, cacheControl: lifetimeOf(url) }]))
}

const typeOf = (path: string): string => TYPES[extname(path)] ?? 'application/octet-stream'

const lifetimeOf = (url: string): string => cacheControl(HASHED.test(url) ? 'immutable' : 'file')

const isCompressedCopy = (path: string, sizes: ReadonlyMap<string, number>): boolean =>
  Object.values(SUFFIXES).some((suffix) => path.endsWith(suffix) && sizes.has(path.slice(0, -suffix.length)))

function describe(path: string, sizes: ReadonlyMap<string, number>): Omit<StaticFile, 'cacheControl'> {
  const sizeOf = (suffix: string): number | undefined => sizes.get(path + suffix)
  const [identity = 0, br, gzip] = [sizeOf(''), sizeOf(SUFFIXES.br), sizeOf(SUFFIXES.gzip)]
  return {
    path,
    type: typeOf(path),
    sizes: { identity, ...(br === undefined ? {} : { br }), ...(gzip === undefined ? {} : { gzip }) },
    isCompressed: br !== undefined || gzip !== undefined,
  }
}

/** Content hash, equal on every machine that serves this build whatever the modification times. */
const tagOf = (file: StaticFile): Promise<string> => (file.tag ??= readTag(file))

async function readTag(file: StaticFile): Promise<string> {
  try {
    return createHash('sha256')
      .update(await readFile(file.path))
      .digest('base64url')
      .slice(0, 22)
  } catch (error) {
    // The file may be readable again, such as once fewer are open.
    delete file.tag
    throw error
  }
}

/** Sends a file of this build; false if the file was deleted. */
async function send(file: StaticFile, incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> {
  const { headers: requested } = incoming
  const accepted = acceptedEncodings(requested['accept-encoding']).filter(
    (it) => file.sizes[it] !== undefined,
  )
  const [encoding = 'identity'] = accepted
  const content = await orNullIfMissing(tagOf(file))
  if (content === null) return false
  const current = matchingTag(requested['if-none-match'], content, accepted)
  // Opened before the head is sent, because the file may be missing.
  const path = encoding === 'identity' ? file.path : file.path + SUFFIXES[encoding]
  const handle = current === null ? await orNullIfMissing(open(path)) : null
  if (current === null && handle === null) return false
  const tag = current ?? entityTag(content, encoding)
  outgoing.setHeader('ETag', tag)
  outgoing.setHeader('Cache-Control', file.cacheControl)
  if (file.isCompressed) outgoing.setHeader('Vary', 'Accept-Encoding')
  else outgoing.setHeader('Accept-Ranges', 'bytes')
  if (handle === null) outgoing.writeHead(304).end()
  else await sendBody({ file, handle, encoding, tag }, incoming, outgoing).finally(() => handle.close())
  return true
}

async function orNullIfMissing<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

type Sending = {
  readonly file: StaticFile
  readonly handle: FileHandle
  readonly encoding: Encoding
  readonly tag: string
}

async function sendBody(
  { file, handle, encoding, tag }: Sending,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { headers: requested } = incoming
  outgoing.setHeader('Content-Type', file.type)
  const size = file.sizes[encoding] ?? 0
  const mayBePart = !file.isCompressed && (requested['if-range'] ?? tag) === tag
  const range = mayBePart ? parseByteRange(requested.range, size) : null
  if (range === 'unsatisfiable')
    return void outgoing.writeHead(416, { 'Content-Range': `bytes */${size}`, 'Content-Length': 0 }).end()
  if (encoding !== 'identity') outgoing.setHeader('Content-Encoding', encoding)
  const { start, end } = range ?? { start: 0, end: size - 1 }
  if (range) outgoing.setHeader('Content-Range', `bytes ${start}-${end}/${size}`)
  outgoing.writeHead(range ? 206 : 200, { 'Content-Length': end - start + 1 })
  if (incoming.method === 'HEAD' || size === 0) return void outgoing.end()
  await pipeline(handle.createReadStream({ start, end, autoClose: false }), outgoing)
}

/** Sends an asset of another build. It never changes, so that it needs no validator. */
async function sendStored(
  { body, size, isBrotli, type }: StoredAsset & { readonly type: string },
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const unpacks = isBrotli && !acceptedEncodings(incoming.headers['accept-encoding']).includes('br')
  outgoing.setHeader('Content-Type', type)
  outgoing.setHeader('Cache-Control', cacheControl('immutable'))
  if (isBrotli) outgoing.setHeader('Vary', 'Accept-Encoding')
  if (isBrotli && !unpacks) outgoing.setHeader('Content-Encoding', 'br')
  if (!unpacks) outgoing.setHeader('Content-Length', size)
  outgoing.writeHead(200)
  if (incoming.method === 'HEAD') {
    await body.cancel()
    return void outgoing.end()
  }
  const source = fromWebStream(body)
  if (unpacks) await pipeline(source, createBrotliDecompress(), outgoing)
  else await pipeline(source, outgoing)
}
