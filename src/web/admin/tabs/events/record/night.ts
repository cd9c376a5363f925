import type { NightGuest } from '#features/reservations/affected-guests/schema.ts'
import type { FreeTable, TableBlock } from '#features/holds/table-blocks/schema.ts'
import type { StaffEvent } from '#features/events/management/schema.ts'

/** Guest list and tables of one event, as the API returns them; timestamps are ISO text. */
export type Night = {
  readonly event: StaffEvent
  readonly guests: readonly NightGuest[]
  readonly holds: readonly (Omit<TableBlock, 'expiresAt'> & { readonly expiresAt: string | null })[]
  readonly free: readonly FreeTable[]
}
