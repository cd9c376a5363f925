import type { NightGuest } from '#features/reservations/affected-guests/schema.ts'
import type { FreeTable, TableBlock } from '#features/holds/table-blocks/schema.ts'
import type { StaffEvent } from '#features/events/management/schema.ts'
import { ApiError } from '#web/admin/data/api-client.ts'

/** Guest list and tables of one event, as the API returns them; timestamps are ISO text. */
export type Night = {
  readonly event: StaffEvent
  readonly guests: readonly NightGuest[]
  readonly holds: readonly (Omit<TableBlock, 'expiresAt'> & { readonly expiresAt: string | null })[]
  readonly free: readonly FreeTable[]
}

/** Whether a read failed because the event was deleted. A query keeps its older data beside such an error. */
export const isGone = (error: Error | null): boolean => error instanceof ApiError && error.status === 404

type NightQuery = { readonly data: Pick<Night, 'event'> | undefined; readonly error: Error | null }

/**
 * The event of its own query or of a list, whichever has the higher version; undefined once it was deleted. Of equal
 * versions the one of the list, which is changed before the server answers.
 */
export function latestEvent({ data, error }: NightQuery, listed?: StaffEvent): StaffEvent | undefined {
  if (isGone(error)) return undefined
  if (!data || !listed) return listed ?? data?.event
  return data.event.version > listed.version ? data.event : listed
}
