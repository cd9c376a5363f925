import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { findClosing } from './store.ts'

export {
  deleteClosing,
  findClosing,
  findEventsEnd,
  insertClosing,
  keepNightOpen,
  lockClosing,
} from './store.ts'

/** Whether a night is closed: devices then keep no list of it. */
export const isNightClosed = async ({ db }: { readonly db: Db }, night: CalendarDate): Promise<boolean> =>
  (await findClosing(db, night)) !== undefined
