import { partyText, whenText } from '#features/dining/dinners/rules.ts'
import { findDinner } from '#features/dining/dinners/service.ts'
import { findNamedToo, findRemindedToo, wasLeftToOther } from '#features/reminders/evening/service.ts'
import { isExpected } from '#features/reminders/rules.ts'
import { hasStoppedReminders } from '#features/reminders/service.ts'
import { partText } from '#features/reservations/evening/rules.ts'
import { tableNumbersOf } from '#features/reservations/rules.ts'
import { findReservation } from '#features/reservations/service.ts'
import type { TextDeps } from '#features/emails/text-messages/service.ts'
import { guestLink } from '#features/reservations/guest-links/service.ts'
import type { TextContent } from '#platform/text-messages/types.ts'
import { textFrom } from '#features/venue/rules.ts'
import { loadVenue } from '#features/venue/service.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { nightText, type CalendarDate } from '#lib/venue-time.ts'

/** A reservation as texts name it. */
type Booked = {
  readonly guestPhone: string | null
  readonly guestEmail: string
  readonly date: CalendarDate
  /** `Dinner`, or the title of the event. */
  readonly title: string
  /** `Fri, Nov 27, 6:30 PM, 4 guests` */
  readonly facts: string
  readonly entryCode: string
  readonly startsAt: Date
}

/** A reservation that is still to come; null for any other. */
async function findBooked(deps: TextDeps, id: string): Promise<Booked | null> {
  const dinner = await findDinner(deps, id)
  if (dinner)
    return isExpected(dinner) && dinner.startsAt > deps.now
      ? {
          ...dinner,
          title: 'Dinner',
          facts: `${whenText(dinner)}, ${partyText(dinner.guestCount)}`,
        }
      : null
  const night = await findReservation(deps, id)
  if (!night || night.status !== 'confirmed' || night.endsAt <= deps.now) return null
  return {
    guestPhone: night.guestPhone,
    guestEmail: night.guestEmail,
    date: night.event.date,
    title: night.event.title,
    facts: `${nightText(night.event)}, ${namedTables(tableNumbersOf(night.table))}, ${partyText(night.guestCount)}`,
    entryCode: night.entryCode,
    startsAt: night.startsAt,
  }
}

type Purpose = 'reminder' | 'code' | 'reply'

/** The words of a text. Those of a reminder have the code of each reservation that it is about. */
const WORDS: Readonly<Record<Purpose, (codes: string) => string>> = {
  reminder: (codes) => `Code ${codes}. Coming? Reply YES, or tap:`,
  code: (code) => `Your code ${code}:`,
  reply: () => 'Nothing is cancelled yet. To change or cancel, tap:',
}

/** The link leads to the reservation; a reminder's one to the question whether the guest comes. */
async function textAbout(
  deps: TextDeps,
  id: string,
  { booked, purpose }: { readonly booked: Booked & { readonly codes?: string }; readonly purpose: Purpose },
): Promise<TextContent | null> {
  if (booked.guestPhone === null) return null
  const link = guestLink(deps, id)
  return {
    to: booked.guestPhone,
    body: textFrom(
      await loadVenue(deps),
      booked.title,
      (title) =>
        `${title}, ${booked.facts}. ${WORDS[purpose](booked.codes ?? booked.entryCode)} ${link}${purpose === 'reminder' ? '#coming' : ''}`,
    ),
    date: booked.date,
    // A guest who wrote at night is awake.
    isTimed: purpose === 'reply',
  }
}

/**
 * Renders the reminder of a dinner or a night, and of the other one of the evening, under the same conditions as the reminder
 * email.
 */
export async function writeReminderText(
  deps: TextDeps,
  id: string,
  dedupeKey: string,
): Promise<TextContent | null> {
  if (await wasLeftToOther(deps.db, 'text', { id, dedupeKey })) return null
  const { remindersEnabled } = await loadVenue(deps)
  const booked = remindersEnabled ? await findBooked(deps, id) : null
  if (
    !booked ||
    booked.startsAt <= deps.now ||
    (booked.guestEmail !== '' && (await hasStoppedReminders(deps, booked.guestEmail)))
  )
    return null
  const other = await findNamedToo(deps, id)
  // Neither title nor table: a text is short, and its link leads to both.
  const also = other ? `, and ${partText({ ...other, eventTitle: null, tableNumbers: [] })}` : ''
  const remindedToo = await findRemindedToo(deps, 'text', { id, dedupeKey })
  const too = remindedToo && (await findBooked(deps, remindedToo.id))
  const codes = too
    ? `${booked.entryCode} ${CODE_OF[OTHER_TYPE[remindedToo.type]]}, ${too.entryCode} ${CODE_OF[remindedToo.type]}`
    : booked.entryCode
  const named = { ...booked, facts: booked.facts + also, codes }
  const text = await textAbout(deps, id, { booked: named, purpose: 'reminder' })
  return text && too ? { ...text, alsoAbout: remindedToo.id } : text
}

const CODE_OF = { dining: 'for dinner', nightlife: 'for the night' } as const
const OTHER_TYPE = { dining: 'nightlife', nightlife: 'dining' } as const

/** Renders the text that brings the link to a guest without email. */
export async function writeReservationText(deps: TextDeps, id: string): Promise<TextContent | null> {
  const booked = await findBooked(deps, id)
  return booked && textAbout(deps, id, { booked, purpose: 'code' })
}

/** Renders the answer to a guest who replied that they do not come. */
export async function writeReplyText(deps: TextDeps, id: string): Promise<TextContent | null> {
  const booked = await findBooked(deps, id)
  return booked && textAbout(deps, id, { booked, purpose: 'reply' })
}
