import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'

export type CalendarEntry = {
  /** The same for as long as the entry is about the same thing: a calendar replaces what it has under it. */
  readonly uid: string
  readonly title: string
  readonly description: string
  readonly location: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly url: string
  readonly now: Date
  /** Higher with each change of the same entry. */
  readonly sequence?: number
  /** Takes the entry out of the calendars that have it. */
  readonly cancelled?: boolean
}

/**
 * A calendar file of one entry. Its moments are in UTC: every calendar shows them by its owner's clock, and neither a
 * night that crosses midnight nor one on which the clocks change needs a table of zones.
 */
export function makeCalendarFile({ cancelled = false, ...entry }: CalendarEntry): string {
  if (entry.endsAt <= entry.startsAt) throw new Error('an entry in a calendar ends after it starts')
  const calendar = ical({
    prodId: { company: 'Lounge', product: 'Reservations', language: 'EN' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: entry.uid,
    // A calendar believes a cancellation only where it is newer than what it has.
    sequence: entry.sequence ?? (cancelled ? 1 : 0),
    stamp: entry.now,
    start: entry.startsAt,
    end: entry.endsAt,
    summary: entry.title,
    description: entry.description,
    location: entry.location,
    // The library marks them off as it does in text, which an address does not know.
    url: entry.url.replaceAll(',', '%2C').replaceAll(';', '%3B'),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  return `${calendar.toString()}\r\n`
}
