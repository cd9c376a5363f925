import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'

const MAX_BODY = 1024 * 1024
/** A picture of 8 MB with its form. The upload itself rejects pictures between the two limits, with its own text. */
const MAX_UPLOAD = 12 * 1024 * 1024
export const PICTURES_PATH = '/admin/api/pictures'
/** The guest's reservation page accepts a picture for each of two packages. */
const GUEST_PAGE = /^\/my-reservation\/[\w.~-]+$/
const MAX_GUEST_UPLOAD = 20 * 1024 * 1024

function limitOf(path: string): number {
  if (path === PICTURES_PATH) return MAX_UPLOAD
  return GUEST_PAGE.test(path) ? MAX_GUEST_UPLOAD : MAX_BODY
}

// The connection stays open: a client that is cut off while it sends rarely reads the response. The server discards the rest
// of the body, for half a second or 64 MB at most.
const tooLarge = (c: Context): Response =>
  GUEST_PAGE.test(c.req.path)
    ? c.redirect(`${c.req.path}?saved=too-large#packages`, 303)
    : c.text('This is too large.', 413)

// Browsers always declare the length of an upload.
const lengthMissing = (c: Context): Response =>
  c.text('Please send this upload with its length (a Content-Length header).', 411)

/**
 * Body size limit by path, also for bodies without a `Content-Length`. `hono/body-limit` fails for those: it clones the
 * request of node-server, which Node's `Request` cannot do unless the global is replaced. Such a body is collected before any
 * token or session is looked at, so that uploads, whose limit is large, have to declare their length: they are read by the
 * code that has checked who sends them.
 */
export const limitBody: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  const limit = limitOf(c.req.path)
  const { headers } = c.env.incoming
  if (headers['content-length'] !== undefined)
    return Number(headers['content-length']) > limit ? tooLarge(c) : next()
  if (headers['transfer-encoding'] === undefined) return next()
  if (limit > MAX_BODY) return lengthMissing(c)
  const body = await readUpTo(c.req.raw.body, limit)
  if (body === null) return tooLarge(c)
  c.req.raw = new Request(c.req.url, { method: c.req.method, headers: c.req.raw.headers, body })
  return next()
}

async function readUpTo(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of stream ?? []) {
    size += part.length
    if (size > limit) return null
    parts.push(part)
  }
  return new Uint8Array(Buffer.concat(parts))
}
