import type { HttpBindings } from '@hono/node-server'
import type { Context, MiddlewareHandler } from 'hono'

const MAX_BODY = 1024 * 1024
/** A picture of 8 MB, and what stands around it. A larger one is read to its end, so that it can be told why not. */
const MAX_PICTURE = 12 * 1024 * 1024
export const PICTURES_PATH = '/admin/api/pictures'
/** A guest's own page also takes the picture of a package. */
const GUEST_PAGE = /^\/my-reservation\/[\w.~-]+(\.data)?$/

const limitOf = (path: string): number =>
  path === PICTURES_PATH || GUEST_PAGE.test(path) ? MAX_PICTURE : MAX_BODY

// The connection is not closed with the answer: a sender who is cut off while sending seldom hears it. The server goes on
// taking what comes and throws it away, for half a second or 64 MB at most.
const refuseTooMuch = (c: Context): Response => c.text('That is more than this form takes.', 413)

/** Takes no more than a form holds. A sender that does not say how much it sends is counted as it goes. */
export const limitBody: MiddlewareHandler<{ Bindings: HttpBindings }> = async (c, next) => {
  const limit = limitOf(c.req.path)
  const { headers } = c.env.incoming
  if (headers['content-length'] !== undefined)
    return Number(headers['content-length']) > limit ? refuseTooMuch(c) : next()
  if (headers['transfer-encoding'] === undefined) return next()
  const body = await readUpTo(c.req.raw.body, limit)
  if (body === null) return refuseTooMuch(c)
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
