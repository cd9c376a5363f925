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

/** A name that was not told: without an email address and consent to texts, or its message did not arrive. */
export type UntoldName = {
  readonly id: string
  readonly guestName: string
  readonly guestCount: number
  /** For display: `(972) 555-0142`. */
  readonly guestPhone: string | null
  readonly why: 'no_contact' | 'failed'
}

/** The last change of the night of a list, and what became of the messages to its names. */
export type ListTold = {
  readonly listId: string
  readonly listName: string
  readonly promoter: string
  readonly eventTitle: string
  readonly date: CalendarDate
  readonly isDeleted: boolean
  readonly change: NightChange
  /** ISO text, because it is sent as JSON. */
  readonly at: string
  /** Names that stand, without those that were added after the change. */
  readonly names: number
  readonly told: number
  /** Names whose message has not left yet, such as a text in the quiet hours. */
  readonly waiting: number
  readonly untold: readonly UntoldName[]
}
