import { loadVenue } from '#features/venue/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import type { Db } from '#platform/db/db.ts'
import { isDatabaseUnavailable } from '#platform/db/db-errors.ts'

export type CachedVenue = {
  load(): Promise<Venue>
  /** Reads the settings from the database and caches them. */
  reload(): Promise<Venue>
  drop(): void
}

/**
 * Cache of the venue's settings, invalidated when they change. While the database is unavailable the last value is used,
 * so that the error page still shows the venue's name and phone.
 */
export function createCachedVenue(db: Db): CachedVenue {
  let current: Promise<Venue> | null = null
  let last: Venue | null = null

  const read = async (): Promise<Venue> => {
    try {
      last = await loadVenue({ db })
      return last
    } catch (error) {
      current = null
      if (last && isDatabaseUnavailable(error)) return last
      throw error
    }
  }
  return {
    load: () => (current ??= read()),
    reload: () => (current = read()),
    drop() {
      current = null
    },
  }
}
