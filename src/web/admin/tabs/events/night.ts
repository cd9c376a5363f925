import type { NightGuest } from '#features/reservations/affected-guests/schema.ts'
import type { FreeTable, TableBlock } from '#features/holds/table-blocks/schema.ts'
import type { StaffEvent } from '#features/events/management/schema.ts'

/** What is known of a night; moments are text, as JSON has them. */
export type Night = {
  readonly event: StaffEvent
  readonly guests: readonly NightGuest[]
  readonly holds: readonly (Omit<TableBlock, 'expiresAt'> & { readonly expiresAt: string | null })[]
  readonly free: readonly FreeTable[]
}
