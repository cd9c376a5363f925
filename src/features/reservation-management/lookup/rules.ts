import { partyText, momentText } from '#features/dining/dinners/rules.ts'
import { digitsOf, formatPhone } from '#lib/phone.ts'
import type { Contact, Upcoming } from './schema.ts'

/** The same key for all spellings of an address. */
export const contactKey = ({ by, address }: Contact): string =>
  by === 'email' ? address.trim().toLowerCase() : digitsOf(formatPhone(address)) || address

export type Messages = {
  /** Reservations that get a text each. */
  readonly texts: readonly string[]
  /** Reservations whose email addresses get the links to all of their reservations. */
  readonly emails: readonly string[]
}

/**
 * Messages that answer a lookup, and never to an address that was typed: only to those of the reservations. A guest who
 * typed a phone number gets a text about each reservation that can have one. All reservations found by a number share it, so
 * that each text leaves one less for the next. Links that no text brings are in one email to each address.
 */
export function messagesOf(upcoming: readonly Upcoming[], textsLeft: ReadonlyMap<string, number>): Messages {
  const texts: string[] = []
  const emails = new Map<string, string>()
  for (const { id, guestEmail } of upcoming) {
    const address = guestEmail.toLowerCase()
    if ((textsLeft.get(id) ?? 0) > texts.length) texts.push(id)
    else if (address !== '' && !emails.has(address)) emails.set(address, id)
  }
  return { texts, emails: [...emails.values()] }
}

/** `Dinner`, or the title of the event. */
export const titleOf = ({ title }: Pick<Upcoming, 'title'>): string => title ?? 'Dinner'

/** `Fri, Nov 27, 6:30 PM, 4 guests` */
export const factsText = ({ startsAt, guestCount }: Pick<Upcoming, 'startsAt' | 'guestCount'>): string =>
  `${momentText(startsAt)}, ${partyText(guestCount)}`
