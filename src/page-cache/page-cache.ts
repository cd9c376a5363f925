import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { createFrequency, type Frequency } from './frequency-sketch.ts'
import type { CacheTag } from './cache-rules.ts'

const FRESH_MS = 60_000
const MAX_PAGES = 2000
const MAX_BYTES = 128 * 1024 * 1024
/** How many pages are looked at for one that is asked for less often than the new one. */
const CANDIDATES = 8

export type Encoding = 'br' | 'gzip' | 'identity'

/** A finished page: its bytes in every encoding, ready to be sent to anyone. */
export type CachedPage = {
  readonly headers: Readonly<Record<string, string>>
  /** Names the content, whatever its encoding. */
  readonly hash: string
  readonly bodies: Readonly<Record<Encoding, Buffer>>
}

type Entry = {
  readonly page: CachedPage
  readonly tags: readonly CacheTag[]
  readonly madeAt: number
  isStale: boolean
}

export type Rendering =
  | { readonly kind: 'page'; readonly headers: Record<string, string>; readonly body: Buffer }
  /** An answer that is for one guest or one moment: a redirect, a page that was not found, a fault. */
  | { readonly kind: 'other'; readonly response: Response; readonly isUnavailable: boolean }

export type PageCache = ReturnType<typeof createPageCache>

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * The pages in memory, in the order in which they were last asked for. When there are too many, a page makes room for
 * another only where that is asked for at least as often (TinyLFU): whatever a flood of addresses asks for once cannot
 * displace what guests ask for again and again.
 */
function createLru(frequency: Frequency) {
  const entries = new Map<string, Entry>()
  let bytes = 0

  const isOver = (): boolean => entries.size > MAX_PAGES || bytes > MAX_BYTES

  /** Marks a page as the one asked for last: a Map keeps the order of insertion. */
  const touch = (key: string, entry: Entry): void => {
    entries.delete(key)
    entries.set(key, entry)
  }

  /** Evicts pages that are asked for less often than `key`, or `key` itself. */
  const makeRoomFor = (key: string): void => {
    const wanted = frequency.estimate(key)
    let looks = 0
    for (const [oldest, entry] of entries) {
      if (!isOver()) return
      if (oldest === key || looks >= CANDIDATES) break
      if (frequency.estimate(oldest) <= wanted) remove(oldest)
      else {
        looks += 1
        touch(oldest, entry)
      }
    }
    if (isOver()) remove(key)
  }

  const remove = (key: string): void => {
    const entry = entries.get(key)
    if (!entry) return
    entries.delete(key)
    bytes -= sizeOf(entry.page)
  }
  return {
    entries,
    touch,
    put(key: string, entry: Entry): void {
      remove(key)
      entries.set(key, entry)
      bytes += sizeOf(entry.page)
      if (isOver()) makeRoomFor(key)
    },
    get bytes(): number {
      return bytes
    },
  }
}

type Options = {
  readonly clock?: () => number
  /** Hears of each page that was wanted: whether it was there, was never rendered, or has to be rendered again. */
  readonly count?: (outcome: 'hit' | 'miss' | 'stale') => void
}

/**
 * Pages rendered once per change of content. A page is dropped when a topic it depends on changes, and rendered anew
 * after a minute, because "tonight" passes by itself. While the database is away the last rendering goes on being
 * shown: a menu a minute old is worth more than an apology.
 */
export function createPageCache({ clock = Date.now, count }: Options = {}) {
  const frequency = createFrequency()
  const lru = createLru(frequency)
  const running = new Map<string, Promise<CachedPage | Response>>()
  let generation = 0

  const findFresh = (key: string): CachedPage | null => {
    const entry = lru.entries.get(key)
    const isFresh = entry && !entry.isStale && clock() - entry.madeAt < FRESH_MS
    if (!isFresh) return null
    frequency.add(key)
    lru.touch(key, entry)
    count?.('hit')
    return entry.page
  }

  const make = async (key: string, tags: readonly CacheTag[], render: () => Promise<Rendering>) => {
    const started = generation
    const rendering = await render()
    if (rendering.kind === 'other') {
      const last = lru.entries.get(key)
      return rendering.isUnavailable && last ? last.page : rendering.response
    }
    const page = await finishPage(rendering)
    // What changed while it was being rendered may be missing from it: shown once, rendered again for the next guest.
    lru.put(key, { page, tags, madeAt: clock(), isStale: started !== generation })
    return page
  }

  return {
    /** A page that can be sent as it is, or null when it has to be rendered. */
    findFresh,

    /** The page, rendered if need be; guests who ask for it meanwhile wait for the same rendering. */
    async open(
      key: string,
      tags: readonly CacheTag[],
      render: () => Promise<Rendering>,
    ): Promise<CachedPage | Response> {
      const pageCache = findFresh(key)
      if (pageCache) return pageCache
      frequency.add(key)
      count?.(lru.entries.has(key) ? 'stale' : 'miss')
      const making = running.get(key) ?? make(key, tags, render).finally(() => running.delete(key))
      running.set(key, making)
      const opened = await making
      // A response's body can be read once; whoever comes second gets a copy.
      return opened instanceof Response ? opened.clone() : opened
    },

    /** Marks everything that depends on a topic; without a topic, everything. */
    invalidateTag(tag?: string): void {
      generation += 1
      for (const entry of lru.entries.values()) {
        if (tag === undefined || entry.tags.some((it) => it === tag)) entry.isStale = true
      }
    },

    get count(): number {
      return lru.entries.size
    },

    get bytes(): number {
      return lru.bytes
    },
  }
}

const sizeOf = ({ bodies }: CachedPage): number =>
  bodies.br.length + bodies.gzip.length + bodies.identity.length

async function finishPage({
  headers,
  body,
}: {
  headers: Record<string, string>
  body: Buffer
}): Promise<CachedPage> {
  const [br, zipped] = await Promise.all([
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
    compressGzip(body, { level: 8 }),
  ])
  const hash = createHash('sha256').update(body).digest('base64url').slice(0, 22)
  return { headers, hash, bodies: { br, gzip: zipped, identity: body } }
}

const accepts = (encoding: string): RegExp => new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`)
const ENCODINGS = [
  ['br', accepts('br')],
  ['gzip', accepts('gzip')],
] as const

/** The encodings a client accepts, the best first. */
export const acceptedEncodings = (accepted = ''): Encoding[] => [
  ...ENCODINGS.filter(([, pattern]) => pattern.test(accepted)).map(([encoding]) => encoding),
  'identity',
]
