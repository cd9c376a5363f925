import { addDays, businessDate, type CalendarDate, momentOf, wallClock } from '#lib/venue-time.ts'

/** Subject of a text: the row that it is rendered from. */
export type TextSubject = 'reservation' | 'waiting' | 'list_entry'

/** Kinds of texts with their subject. `…_code` brings the link to the entry code to a guest without email. */
export const TEXTS = {
  reminder: 'reservation',
  reservation_code: 'reservation',
  booking_link: 'reservation',
  waiting_offer: 'waiting',
  list_code: 'list_entry',
} as const satisfies Record<string, TextSubject>

export type TextKind = keyof typeof TEXTS

export const isTextKind = (text: string): text is TextKind => Object.hasOwn(TEXTS, text)

// Texts arrive with a sound. Between 9 PM and 9 AM guests get only those that cannot wait.
const QUIET_FROM_HOUR = 21
const QUIET_UNTIL = '09:00'

/**
 * Moment at which a text may be sent: now, or the end of the quiet hours. An offer with an expiry, and a text about the
 * running business day, ignore the quiet hours.
 */
export function sendAt(
  now: Date,
  { isTimed, date }: { readonly isTimed: boolean; readonly date: CalendarDate },
): Date {
  const clock = wallClock(now)
  const isLate = Number(clock.time.slice(0, 2)) >= QUIET_FROM_HOUR
  const isQuiet = isLate || clock.time < QUIET_UNTIL
  if (!isQuiet || isTimed || date === businessDate(now)) return now
  return momentOf(isLate ? addDays(clock.date, 1) : clock.date, QUIET_UNTIL)
}

// Anyone can request the links of a number. They have a rate limit of their own, so that they use up no offer and no
// reminder.
const MAX_LINK_TEXTS_A_DAY = 3
/** An offer, a few more offers, a reminder, a code. */
const MAX_OTHER_TEXTS_A_DAY = 6

/** Kinds that share one limit. */
export const isLinkText = (kind: TextKind): boolean => kind === 'booking_link'

/** Texts of a kind that one number gets within 24 hours. */
export const maxTextsADay = (kind: TextKind): number =>
  isLinkText(kind) ? MAX_LINK_TEXTS_A_DAY : MAX_OTHER_TEXTS_A_DAY

export type Reply = 'stop' | 'start' | 'other'

const STOP_WORDS = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'])
const START_WORDS = new Set(['start', 'yes', 'unstop'])

/** Meaning of a guest's reply, by the provider's words for it or by the text itself. */
export function readReply(body: string, optOutType: string | null): Reply {
  const word = (optOutType ?? body)
    .trim()
    .toLowerCase()
    .replace(/[.!]+$/, '')
  if (STOP_WORDS.has(word)) return 'stop'
  return START_WORDS.has(word) ? 'start' : 'other'
}

export type DeliveryReport = { readonly status: 'delivered' | 'failed'; readonly reason: string | null }

/** Meaning of the provider's report; null for one of the steps before. */
export function readReport(status: string, errorCode: string | null): DeliveryReport | null {
  if (status === 'delivered' || status === 'read') return { status: 'delivered', reason: null }
  if (status !== 'failed' && status !== 'undelivered') return null
  return { status: 'failed', reason: /^\d{1,10}$/.test(errorCode ?? '') ? errorCode : status }
}
