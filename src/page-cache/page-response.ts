import type { IncomingMessage } from 'node:http'
import { entityTag, matchingTag, namedTags } from '../http/files/entity-tags.ts'
import type { CachePolicy } from './cache-rules.ts'
import { acceptedEncodings, type CachedPage } from './page-cache.ts'
import { cacheControl } from './cache-control.ts'

/** A browser that comes back within 10 to 20 minutes gets the drawing it has; one that comes later, another. */
const WINDOW_MS = 10 * 60_000

/** Which drawing of a page a request gets, and since which window of time its copy shows that one. */
export type Variant = { readonly variant: number; readonly window: number | null }

const ONLY: Variant = { variant: 0, window: null }
const VARIANT_TAG = /^"[\w-]+\.(\d{1,4})\.([0-9a-z]{1,10})(?:-br|-gzip)?"$/

/**
 * Draws the variant of a page at random, unless the client says by `If-None-Match` that it has one from a moment ago: then
 * it gets the same one, so that a copy that has not changed is answered with 304. A copy is only honoured for a while: a
 * cache that revalidates would otherwise show all guests one drawing for ever, and never sell its pre-booked tables.
 */
export function chooseVariant(
  { variants }: CachePolicy,
  ifNoneMatch: string | undefined,
  now: number,
): Variant {
  if (variants === 1) return ONLY
  const current = Math.floor(now / WINDOW_MS)
  for (const tag of namedTags(ifNoneMatch ?? '')) {
    const [, number = '', since = ''] = VARIANT_TAG.exec(tag) ?? []
    const [variant, window] = [Number(number), parseInt(since, 36)]
    if (number !== '' && variant < variants && (window === current || window === current - 1))
      return { variant, window }
  }
  return { variant: Math.floor(Math.random() * variants), window: current }
}

type PageResponse = {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  /** Null where the client's own copy is still right. */
  readonly body: Buffer | null
}

/** A kept page as this request gets it. Caches may store it, but a browser asks before it shows it again. */
export function pageResponse(page: CachedPage, chosen: Variant, incoming: IncomingMessage): PageResponse {
  const accepted = acceptedEncodings(incoming.headers['accept-encoding'])
  const [encoding = 'identity'] = accepted
  const { variant, window } = chosen
  const content = window === null ? page.hash : `${page.hash}.${variant}.${window.toString(36)}`
  const current = matchingTag(incoming.headers['if-none-match'], content, accepted)
  const headers = {
    ...page.headers,
    ETag: current ?? entityTag(content, encoding),
    'Cache-Control': cacheControl('page'),
    // A guest who answered the cookie banner gets the page without it.
    Vary: 'Accept-Encoding, Cookie',
  }
  if (current !== null) return { status: 304, headers, body: null }
  const body = page.bodies[encoding]
  return {
    status: 200,
    headers: encoding === 'identity' ? headers : { ...headers, 'Content-Encoding': encoding },
    body,
  }
}
