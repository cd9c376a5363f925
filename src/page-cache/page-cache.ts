import { compressBetter, compressPage, type CachedPage } from './page-encodings.ts'
import { createFrequency, type Frequency, type Slots } from './frequency-sketch.ts'
import type { CacheTag } from './cache-rules.ts'

const FRESH_MS = 60_000
const MAX_PAGES = 2000
const MAX_BYTES = 128 * 1024 * 1024
/** Eviction candidates examined for one with a lower frequency than the new page. */
const CANDIDATES = 8
/** Age at which a page that is still requested has proved that it does not change all the time. */
const SETTLED_MS = 1000

type Entry = {
  readonly page: CachedPage
  readonly tags: readonly CacheTag[]
  readonly madeAt: number
  /** Counters of its key in the frequency sketch. */
  readonly slots: Slots
  /** Whether its bytes are as few as they get. */
  readonly isCompressedBest: boolean
  isStale: boolean
}

export type Rendering =
  | { readonly kind: 'page'; readonly headers: Record<string, string>; readonly body: Buffer }
  /** Uncacheable response: a redirect, a missing page, an error. */
  | { readonly kind: 'other'; readonly response: Response; readonly isUnavailable: boolean }

export type PageCache = ReturnType<typeof createPageCache>

/**
 * LRU of cached pages with TinyLFU admission: when the cache is full, a page is evicted only for one that is requested at
 * least as often. A flood of URLs that are requested once cannot displace popular pages.
 */
function createLru(frequency: Frequency) {
  const entries = new Map<string, Entry>()
  let bytes = 0

  const isOver = (): boolean => entries.size > MAX_PAGES || bytes > MAX_BYTES

  /** Marks a page as most recently used: a Map iterates in order of insertion. */
  const touch = (key: string, entry: Entry): void => {
    entries.delete(key)
    entries.set(key, entry)
  }

  /** Evicts pages with a lower frequency than `key`, or `key` itself. */
  const makeRoomFor = (key: string, { slots }: Entry): void => {
    const wanted = frequency.estimate(slots)
    let examined = 0
    for (const [oldest, entry] of entries) {
      if (!isOver()) return
      if (oldest === key || examined >= CANDIDATES) break
      if (frequency.estimate(entry.slots) <= wanted) remove(oldest)
      else {
        examined += 1
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
      if (isOver()) makeRoomFor(key, entry)
    },
    get bytes(): number {
      return bytes
    },
  }
}

/** Makes the bytes of cached pages fewer, one page at a time: it takes a thread a tenth of a second. */
function createCompressor(lru: ReturnType<typeof createLru>) {
  let isBusy = false
  return async (key: string, entry: Entry): Promise<void> => {
    if (isBusy) return
    isBusy = true
    const page = await compressBetter(entry.page).finally(() => (isBusy = false))
    if (lru.entries.get(key) === entry && !entry.isStale)
      lru.put(key, { ...entry, page, isCompressedBest: true })
  }
}

type Options = {
  readonly clock?: () => number
  /** Called once for each lookup with its outcome. */
  readonly count?: (outcome: 'hit' | 'miss' | 'stale') => void
}

/**
 * Cache of rendered pages. A page turns stale when one of its cache tags is invalidated, and after a minute, because
 * "tonight" changes without a write. While the database is unavailable the stale page is served instead of an error.
 */
export function createPageCache({ clock = Date.now, count }: Options = {}) {
  const frequency = createFrequency()
  const lru = createLru(frequency)
  const running = new Map<string, Promise<CachedPage | Response>>()
  let generation = 0
  const compress = createCompressor(lru)

  const findFresh = (key: string): CachedPage | null => {
    const entry = lru.entries.get(key)
    const age = entry ? clock() - entry.madeAt : 0
    if (!entry || entry.isStale || age >= FRESH_MS) return null
    if (!entry.isCompressedBest && age >= SETTLED_MS) void compress(key, entry)
    frequency.add(entry.slots)
    lru.touch(key, entry)
    count?.('hit')
    return entry.page
  }

  const renderAndStore = async (key: string, tags: readonly CacheTag[], render: () => Promise<Rendering>) => {
    const started = generation
    const rendering = await render()
    const earlier = lru.entries.get(key)
    if (rendering.kind === 'other')
      return rendering.isUnavailable && earlier ? earlier.page : rendering.response
    const page = await compressPage(rendering, earlier?.page)
    const isCompressedBest = page.hash === earlier?.page.hash && earlier.isCompressedBest
    // A change during the rendering may be missing from it: the page is sent once and stored as stale.
    const isStale = started !== generation
    const slots = frequency.slotsOf(key)
    lru.put(key, { page, tags, madeAt: clock(), slots, isCompressedBest, isStale })
    return page
  }

  return {
    /** Fresh page, or null if it is missing or stale. */
    findFresh,

    /** Fresh page at once, or the promise of a new rendering. Concurrent requests share one rendering. */
    open(
      key: string,
      tags: readonly CacheTag[],
      render: () => Promise<Rendering>,
    ): CachedPage | Promise<CachedPage | Response> {
      const fresh = findFresh(key)
      if (fresh) return fresh
      frequency.add(frequency.slotsOf(key))
      count?.(lru.entries.has(key) ? 'stale' : 'miss')
      const rendering =
        running.get(key) ?? renderAndStore(key, tags, render).finally(() => running.delete(key))
      running.set(key, rendering)
      // A response body can be read once, so each request gets a clone.
      return rendering.then((opened) => (opened instanceof Response ? opened.clone() : opened))
    },

    /** Marks every page with this cache tag as stale; every page without a tag. */
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
