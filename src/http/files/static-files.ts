import { createHash } from 'node:crypto'
import { createReadStream, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { extname, join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseByteRange } from './byte-range.ts'
import { entityTag, matchingTag } from './entity-tags.ts'
import { acceptedEncodings, type Encoding } from '#page-cache/page-cache.ts'
import { cacheControl } from '#page-cache/cache-control.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.mp4': 'video/mp4',
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.png': 'image/png',
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

/** Serves the files of the build, listed once: they do not change while the server runs. */
export function createStaticFiles(root: string, next: RequestListener): RequestListener {
  const files = readFiles(root)
  return (incoming, outgoing) => {
    const path = incoming.url?.split('?', 1)[0] ?? '/'
    const isRead = incoming.method === 'GET' || incoming.method === 'HEAD'
    const file = isRead ? files.get(path) : undefined
    if (file)
      // A new build may delete files of a server that still runs.
      send(file, incoming, outgoing).catch(() =>
        outgoing.headersSent ? outgoing.destroy() : sendMissing(incoming, outgoing),
      )
    else if (isRead && FILES_ONLY.test(path)) sendMissing(incoming, outgoing)
    else next(incoming, outgoing)
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

const lifetimeOf = (url: string): string => cacheControl(HASHED.test(url) ? 'immutable' : 'file')

const isCompressedCopy = (path: string, sizes: ReadonlyMap<string, number>): boolean =>
  Object.values(SUFFIXES).some((suffix) => path.endsWith(suffix) && sizes.has(path.slice(0, -suffix.length)))

function describe(path: string, sizes: ReadonlyMap<string, number>): Omit<StaticFile, 'cacheControl'> {
  const sizeOf = (suffix: string): number | undefined => sizes.get(path + suffix)
  const [identity = 0, br, gzip] = [sizeOf(''), sizeOf(SUFFIXES.br), sizeOf(SUFFIXES.gzip)]
  return {
    path,
    type: TYPES[extname(path)] ?? 'application/octet-stream',
    sizes: { identity, ...(br === undefined ? {} : { br }), ...(gzip === undefined ? {} : { gzip }) },
    isCompressed: br !== undefined || gzip !== undefined,
  }
}

/** Content hash, equal on every machine that serves this build whatever the modification times. */
const tagOf = (file: StaticFile): Promise<string> =>
  (file.tag ??= readFile(file.path).then((bytes) =>
    createHash('sha256').update(bytes).digest('base64url').slice(0, 22),
  ))

async function send(file: StaticFile, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { headers: requested } = incoming
  const content = await tagOf(file)
  const accepted = acceptedEncodings(requested['accept-encoding']).filter(
    (it) => file.sizes[it] !== undefined,
  )
  const [encoding = 'identity'] = accepted
  const current = matchingTag(requested['if-none-match'], content, accepted)
  const tag = current ?? entityTag(content, encoding)
  outgoing.setHeader('ETag', tag)
  outgoing.setHeader('Cache-Control', file.cacheControl)
  if (file.isCompressed) outgoing.setHeader('Vary', 'Accept-Encoding')
  else outgoing.setHeader('Accept-Ranges', 'bytes')
  if (current !== null) return void outgoing.writeHead(304).end()
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
  const path = encoding === 'identity' ? file.path : file.path + SUFFIXES[encoding]
  await pipeline(createReadStream(path, { start, end }), outgoing)
}
