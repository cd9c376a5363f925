import type { ListEntry } from '#features/guest-lists/entries/schema.ts'
import type { ListTold } from '#features/guest-lists/night-changes/schema.ts'
import type { GuestList } from '#features/guest-lists/schema.ts'
import type { AttendanceState } from '#features/reservation-management/arrivals/schema.ts'
import type { CalendarDate } from '#lib/venue-time.ts'

/** An entry with the guests who came of it. */
export type EntryShown = ListEntry & { readonly arrived: number; readonly state: AttendanceState }

export type ListShown = {
  readonly list: GuestList
  readonly night: { readonly title: string; readonly date: CalendarDate }
  readonly entries: readonly EntryShown[]
  /** The names that were told of the last change of the night; null where it did not change. */
  readonly told: ListTold | null
}

/** Guests of one promoter on a night; an empty name stands for the lists of the venue itself. */
export type PromoterCounts = {
  readonly promoter: string
  /** Guests on the lists. */
  readonly listed: number
  /** Entries of which a guest came. */
  readonly arrivedParties: number
  /** Guests who came. */
  readonly heads: number
  /** Guests who paid cover. */
  readonly paid: number
}
