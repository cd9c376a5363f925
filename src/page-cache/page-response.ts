import type { IncomingMessage } from 'node:http'
import { entityTag, matchingTag, namedTags } from '../http/files/entity-tags.ts'
import type { CachePolicy } from './cache-rules.ts'
import { acceptedEncodings, type CachedPage, type Encoding } from './page-encodings.ts'
import { cacheControl } from './cache-control.ts'

/** A browser that revalidates within 10 to 20 minutes keeps its variant; later it gets another. */
const WINDOW_MS = 10 * 60_000

/** Cache variant of a page for one request, and the time window since which the client has it. */
export type Variant = { readonly variant: number; readonly window: number | null }

export const FIRST_VARIANT: Variant = { variant: 0, window: null }
const VARIANT_TAG = /^"[\w-]+\.(\d{1,4})\.([0-9a-z]{1,10})(?:-br|-gzip)?"$/

/**
 * Chooses a random variant, unless `If-None-Match` names a recent one: the client then keeps it and gets 304 if the page is
 * unchanged. Only recent ones count: a shared cache that revalidates would otherwise show every guest the same variant for
 * ever, and never sell the tables of its pre-booked share.
 */
export function chooseVariant(
  { variants }: CachePolicy,
  ifNoneMatch: string | undefined,
  now: number,
): Variant {
  if (variants === 1) return FIRST_VARIANT
  const current = Math.floor(now / WINDOW_MS)
  for (const tag of namedTags(ifNoneMatch ?? '')) {
    const [, number = '', since = ''] = VARIANT_TAG.exec(tag) ?? []
    const [variant, window] = [Number(number), parseInt(since, 36)]
    if (number !== '' && variant < variants && (window === current || window === current - 1))
      return { variant, window }
  }
  return { variant: Math.floor(Math.random() * variants), window: current }
}

export type PageResponse = {
  readonly status: 200 | 304
  readonly headers: Readonly<Record<string, string>>
  /** Null if the client's copy is still valid. */
  readonly body: Buffer | null
}

/** Responses of each page by status and entity tag. A hit builds no headers of its own. */
const built = new WeakMap<CachedPage, Map<string, PageResponse>>()
/** Encodings, windows and statuses yield about twelve; more are left over from earlier windows. */
const MAX_BUILT = 24

/** Response of a cached page for one request: encoding, variant and validator chosen by its headers. */
export function pageResponse(page: CachedPage, chosen: Variant, incoming: IncomingMessage): PageResponse {
  const accepted = acceptedEncodings(incoming.headers['accept-encoding'])
  const [encoding = 'identity'] = accepted
  const { variant, window } = chosen
  const content = window === null ? page.hash : `${page.hash}.${variant}.${window.toString(36)}`
  const current = matchingTag(incoming.headers['if-none-match'], content, accepted)
  const tag = current ?? entityTag(content, encoding)
  const responses = built.get(page) ?? new Map<string, PageResponse>()
  built.set(page, responses)
  const key = current === null ? tag : `304 ${tag}`
  const known = responses.get(key)
  if (known) return known
  if (responses.size >= MAX_BUILT) responses.clear()
  const response = current === null ? fullResponse(page, tag, encoding) : notModified(page, tag)
  responses.set(key, response)
  return response
}

const notModified = (page: CachedPage, tag: string): PageResponse => ({
  status: 304,
  headers: headersOf(page, tag),
  body: null,
})

function fullResponse(page: CachedPage, tag: string, encoding: Encoding): PageResponse {
  const headers = headersOf(page, tag)
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding
  return { status: 200, headers, body: page.bodies[encoding] }
}

const headersOf = (page: CachedPage, tag: string): Record<string, string> => ({
  ...page.headers,
  ETag: tag,
  'Cache-Control': cacheControl('page'),
  // A guest who answered the cookie banner gets the page without it.
  Vary: 'Accept-Encoding, Cookie',
})
