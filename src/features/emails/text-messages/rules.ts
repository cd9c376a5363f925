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
 * Moment at which a text may be sent: now, or the end of the quiet hours. A timed offer, and a text about the running
 * business day, cannot wait.
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

/** Texts to one number within 24 hours: an offer, a few more offers, a reminder, a code. */
export const MAX_TEXTS_A_DAY = 6

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
