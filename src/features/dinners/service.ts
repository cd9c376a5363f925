import { addressLine } from '#features/venue/rules.ts'
import type { Venue } from '#features/venue/schema.ts'
import { wallClock } from '#lib/venue-time.ts'
import { makeCalendarFile } from '#platform/calendar.ts'
import type { Db } from '#platform/db.ts'
import { partyText } from './rules.ts'
import type { Dinner } from './schema.ts'
import { findDinnerRow } from './store.ts'

type Deps = { readonly db: Db }

/** A dinner; null where there is none, or staff have deleted it. */
export async function findDinner({ db }: Deps, id: string): Promise<Dinner | null> {
  const row = await findDinnerRow(db, id)
  if (!row) return null
  const { businessDate: date, tableNumber, secondTableNumber, ...dinner } = row
  const tableNumbers = [tableNumber, secondTableNumber].flatMap((it) => it ?? [])
  return {
    ...dinner,
    date,
    time: wallClock(row.startsAt).time,
    hasTable: tableNumbers.length > 0,
    tableNumbers,
  }
}

type CalendarFacts = {
  readonly dinner: Dinner
  readonly venue: Venue
  /** Where the guest sees the dinner. */
  readonly link: string
  readonly now: Date
}

/** The dinner as an entry for the guest's calendar; for one that is cancelled, what takes it out again. */
export function makeDinnerCalendar({ dinner, venue, link, now }: CalendarFacts): string {
  return makeCalendarFile({
    uid: `${dinner.id}@${new URL(link).hostname}`,
    title: `Dinner at ${venue.name}`,
    description: `${partyText(dinner.guestCount)}, under the name of ${dinner.guestName}. We keep your table for ${venue.graceMinutes} minutes after the booked time.\n${link}`,
    location: `${venue.name}, ${addressLine(venue)}`,
    startsAt: dinner.startsAt,
    endsAt: dinner.endsAt,
    url: link,
    now,
    // A dinner may be moved, and a calendar believes a file only where it is newer than what it has.
    sequence: dinner.version,
    cancelled: dinner.status === 'cancelled',
  })
}
