import { partyText, momentText } from '#features/dining/dinners/rules.ts'
import { digitsOf, formatPhone } from '#lib/phone.ts'
import type { Contact, Upcoming } from './schema.ts'

/** Texts about one lookup, soonest reservation first. */
const MAX_TEXTS = 3

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
 * typed a phone number and did not agree to texts gets the links by email.
 */
export function messagesOf(
  { by }: Contact,
  upcoming: readonly Upcoming[],
  canText: ReadonlySet<string>,
): Messages {
  if (by === 'phone') {
    const texts = upcoming.filter(({ id }) => canText.has(id)).slice(0, MAX_TEXTS)
    if (texts.length > 0) return { texts: texts.map(({ id }) => id), email: null }
  }
  return { texts: [], email: upcoming.find(({ guestEmail }) => guestEmail !== '')?.id ?? null }
}

/** `Dinner`, or the title of the event. */
export const titleOf = ({ title }: Pick<Upcoming, 'title'>): string => title ?? 'Dinner'

/** `Fri, Nov 27, 6:30 PM, 4 guests` */
export const factsText = ({ startsAt, guestCount }: Pick<Upcoming, 'startsAt' | 'guestCount'>): string =>
  `${momentText(startsAt)}, ${partyText(guestCount)}`
