import { loadVenue } from '#features/venue/service.ts'
import type { Venue } from '#features/venue/schema.ts'
import type { Db } from '#platform/db/db.ts'
import { isDatabaseUnavailable } from '#platform/db/db-errors.ts'

export type CachedVenue = {
  load(): Promise<Venue>
  /** Reads the settings again, and remembers them. */
  reload(): Promise<Venue>
  drop(): void
}

/**
 * The venue's settings, read once per change of them. While the database is away the last ones go on being used, so
 * that even the page which apologises knows the venue's name and phone.
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
