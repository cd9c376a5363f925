import type { CalendarDate, WallTime } from '#lib/venue-time.ts'

/** Change of a night since its guests were told of it last, as a kind of message. */
export type NightChange = 'list_called_off' | 'list_moved' | 'list_on_again'

/** A list whose night is not as its guests know it. */
export type ChangedList = {
  readonly id: string
  /** The night as guests were told, and as it is: `2026-12-04 21:00`, or `called off`. */
  readonly told: string
  readonly night: string
}

/** An entry with its night, also where that was deleted. */
export type ToldEntry = {
  readonly guestName: string
  readonly guestCount: number
  readonly guestEmail: string | null
  readonly guestPhone: string | null
  readonly eventTitle: string
  readonly date: CalendarDate
  readonly startTime: WallTime
  readonly endTime: WallTime | null
  readonly isCalledOff: boolean
}
