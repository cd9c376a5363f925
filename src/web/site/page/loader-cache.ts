import { use } from 'react'

// A skeleton shown for less than this only flickers.
const SKELETON_DELAY_MS = 180

/** Loader data that is loaded already, or still pending. */
export type Deferred<T> = { readonly data: T } | { readonly pending: Promise<T> }

type CacheEntry = { readonly data: unknown; readonly storedAt: number }

// Loader data by path, for this visit. The cache is filled in the browser only.
const cache = new Map<string, CacheEntry>()

/** Caches a screen's loader data, so that Back shows it at once and restores the scroll position. */
export function cacheLoaderData(path: string, data: unknown): void {
  cache.set(path, { data, storedAt: performance.now() })
}

type CachedLoad<T> = {
  readonly request: Request
  readonly serverLoader: () => Promise<{ readonly data: T }>
  readonly freshMs: number
}

/**
 * Loads a screen's data through the cache. On a miss it waits briefly for the server; a slower response stays pending, so
 * that the screen opens at once with a skeleton.
 */
export async function loadThroughCache<T>(load: CachedLoad<T>): Promise<Deferred<T>> {
  const entry = cache.get(new URL(load.request.url).pathname)
  if (entry && performance.now() - entry.storedAt < load.freshMs)
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one path is one screen, which caches its own data
    return { data: entry.data as T }
  const response = load.serverLoader()
  const pending = response.then(({ data }) => data)
  // A failure after the guest has left the page must not become an unhandled rejection.
  pending.catch(() => undefined)
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, SKELETON_DELAY_MS, null)
  })
  return (await Promise.race([response, late])) ?? { pending }
}

/** Reads deferred data; suspends while it is pending. */
export const useDeferred = <T>(deferred: Deferred<T>): T =>
  'data' in deferred ? deferred.data : use(deferred.pending)
