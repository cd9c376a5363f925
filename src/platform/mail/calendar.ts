import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator'
import type { MailAttachment } from './mail.ts'

export type CalendarEntry = {
  /** Stable per event: a calendar replaces an entry with the same uid. */
  readonly uid: string
  readonly title: string
  readonly description: string
  readonly location: string
  readonly startsAt: Date
  readonly endsAt: Date
  readonly url: string
  readonly now: Date
  /** Increases with each change of the entry. */
  readonly sequence?: number
  /** Removes the entry from calendars that have it. */
  readonly cancelled?: boolean
}

/**
 * An iCalendar file with one entry. Times are in UTC: calendar programs convert them, so no VTIMEZONE is needed for
 * nights that cross midnight or a DST change.
 */
export function makeCalendarFile({ cancelled = false, ...entry }: CalendarEntry): string {
  if (entry.endsAt <= entry.startsAt) throw new Error('an entry in a calendar ends after it starts')
  const calendar = ical({
    prodId: { company: 'Lounge', product: 'Reservations', language: 'EN' },
    method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  calendar.createEvent({
    id: entry.uid,
    // Calendars accept a cancellation only with a higher sequence number.
    sequence: entry.sequence ?? (cancelled ? 1 : 0),
    stamp: entry.now,
    start: entry.startsAt,
    end: entry.endsAt,
    summary: entry.title,
    description: entry.description,
    location: entry.location,
    // The library escapes commas and semicolons as in text values, which breaks URLs.
    url: entry.url.replaceAll(',', '%2C').replaceAll(';', '%3B'),
    status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  return `${calendar.toString()}\r\n`
}

/** A calendar file as a part of an email. The part's type names the method of the file, by which mail programs act. */
export function calendarAttachment(filename: string, content: string): MailAttachment {
  const method = /^METHOD:([A-Z]+)/m.exec(content)?.[1] ?? 'PUBLISH'
  return { filename, contentType: `text/calendar; charset=utf-8; method=${method}`, content }
}
