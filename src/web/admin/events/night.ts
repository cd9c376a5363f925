import type { NightGuest } from '#features/guest-lists/schema.ts'
import type { FreeTable, HouseHold } from '#features/house-holds/schema.ts'
import type { StaffEvent } from '#features/programme/schema.ts'

/** What is known of a night; moments are text, as JSON has them. */
export type Night = {
  readonly event: StaffEvent
  readonly guests: readonly NightGuest[]
  readonly holds: readonly (Omit<HouseHold, 'expiresAt'> & { readonly expiresAt: string | null })[]
  readonly free: readonly FreeTable[]
}
