import { partyText, momentText } from '#features/dining/dinners/rules.ts'
import { digitsOf, formatPhone } from '#lib/phone.ts'
import type { Contact, Upcoming } from './schema.ts'

/** The same key for all spellings of an address. */
export const contactKey = ({ by, address }: Contact): string =>
  by === 'email' ? address.trim().toLowerCase() : digitsOf(formatPhone(address)) || address

export type Messages = {
  /** Reservations that get a text each. */
  readonly texts: readonly string[]
  /** Reservation whose email address gets the links to all of its reservations; null for no email. */
  readonly email: string | null
}

/**
 * Messages that answer a lookup, and never to an address that was typed: only to those of the reservations. A guest who
 * typed a phone number, and gets no texts or had those of a day, gets the links by email. All reservations found by a phone
 * number share it, so that each text leaves one less for the next.
 */
export function messagesOf(upcoming: readonly Upcoming[], textsLeft: ReadonlyMap<string, number>): Messages {
  const texts: string[] = []
  for (const { id } of upcoming) if ((textsLeft.get(id) ?? 0) > texts.length) texts.push(id)
  if (texts.length > 0) return { texts, email: null }
  return { texts, email: upcoming.find(({ guestEmail }) => guestEmail !== '')?.id ?? null }
}

/** `Dinner`, or the title of the event. */
export const titleOf = ({ title }: Pick<Upcoming, 'title'>): string => title ?? 'Dinner'

/** `Fri, Nov 27, 6:30 PM, 4 guests` */
export const factsText = ({ startsAt, guestCount }: Pick<Upcoming, 'startsAt' | 'guestCount'>): string =>
  `${momentText(startsAt)}, ${partyText(guestCount)}`
