import { type RawBuilder, sql } from 'kysely'

/** Whether a dinner `r` is a request of a large party that staff have not answered. */
export const isUnanswered = (): RawBuilder<boolean> =>
  sql<boolean>`(r.status = 'pending' and r.held_until is null and r.is_large_party and r.table_id is null)`
