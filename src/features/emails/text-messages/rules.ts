import {
  addDays,
  businessDate,
  type CalendarDate,
  isAfterMidnight,
  momentOf,
  wallClock,
} from '#lib/venue-time.ts'

/** States of a text that its guest has, or may have. */
export const ARRIVED_STATES = ['sending', 'sent', 'delivered'] as const

/** Subject of a text: the row that it is rendered from. */
export type TextSubject = 'reservation' | 'waiting' | 'list_entry'

/** Kinds of texts with their subject. `…_code` brings the link to the entry code to a guest without email. */
export const TEXTS = {
  reminder: 'reservation',
  reservation_code: 'reservation',
  booking_link: 'reservation',
  reply_link: 'reservation',
  waiting_offer: 'waiting',
  waiting_called_off: 'waiting',
  waiting_moved: 'waiting',
  list_code: 'list_entry',
  list_link: 'list_entry',
  list_called_off: 'list_entry',
  list_moved: 'list_entry',
  list_on_again: 'list_entry',
} as const satisfies Record<string, TextSubject>

export type TextKind = keyof typeof TEXTS

export const isTextKind = (text: string): text is TextKind => Object.hasOwn(TEXTS, text)

// Texts arrive with a sound. Between 9 PM and 9 AM guests get only those that cannot wait.
const QUIET_FROM_HOUR = 21
const QUIET_UNTIL = '09:00'

/** End of the quiet hours that a moment is in; null outside of them. */
export function quietUntil(moment: Date): Date | null {
  const clock = wallClock(moment)
  const isLate = Number(clock.time.slice(0, 2)) >= QUIET_FROM_HOUR
  if (!isLate && clock.time >= QUIET_UNTIL) return null
  return momentOf(isLate ? addDays(clock.date, 1) : clock.date, QUIET_UNTIL)
}

/**
 * Whether guests of a date get emails and texts at any hour: its business day runs, and they are up for its night or may be soon. A
 * business day begins at 6 AM, when they still sleep, so this is not so before the quiet hours end.
 */
export function isToldAtAnyHour(date: CalendarDate, now: Date): boolean {
  const { time } = wallClock(now)
  return date === businessDate(now) && (isAfterMidnight(time) || time >= QUIET_UNTIL)
}

/**
 * Moment at which a text may be sent: now, or the end of the quiet hours. An offer with an expiry, and a text about the
 * running business day after 9 AM, ignore the quiet hours.
 */
export function sendAt(
  now: Date,
  { isTimed, date }: { readonly isTimed: boolean; readonly date: CalendarDate },
): Date {
  if (isTimed || isToldAtAnyHour(date, now)) return now
  return quietUntil(now) ?? now
}

// Anyone can request the links of a number. They have a rate limit of their own, so that they use up no offer and no
// reminder.
const MAX_LINK_TEXTS_A_DAY = 3
/** An offer, a few more offers, a reminder, a code. */
const MAX_OTHER_TEXTS_A_DAY = 6

/** Kinds that share one limit: the links that guests ask for. */
export const LINK_TEXTS: readonly TextKind[] = ['booking_link', 'list_link']

export const isLinkText = (kind: TextKind): boolean => LINK_TEXTS.includes(kind)

/** Texts of a kind that one number gets within 24 hours. */
export const maxTextsADay = (kind: TextKind): number =>
  isLinkText(kind) ? MAX_LINK_TEXTS_A_DAY : MAX_OTHER_TEXTS_A_DAY

/** `yes` ends an earlier STOP, and otherwise answers what the guest was asked. */
export type Reply = 'stop' | 'start' | 'yes' | 'other'

const STOP_WORDS = new Set(['stop', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'])
const START_WORDS = new Set(['start', 'unstop'])

const wordOf = (text: string): string => text.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, '')

/**
 * Meaning of a guest's reply, by the provider's word for it or by the text itself. CANCEL counts as STOP: US carriers and the law
 * say so, and the provider sends such a number nothing more.
 */
export function readReply(body: string, optOutType: string | null): Reply {
  const word = wordOf(optOutType ?? body)
  if (STOP_WORDS.has(word)) return 'stop'
  if (wordOf(body) === 'yes') return 'yes'
  return START_WORDS.has(word) ? 'start' : 'other'
}

export type DeliveryReport = { readonly status: 'delivered' | 'failed'; readonly reason: string | null }

/** Meaning of the provider's report; null for one of the steps before. */
export function readReport(status: string, errorCode: string | null): DeliveryReport | null {
  if (status === 'delivered' || status === 'read') return { status: 'delivered', reason: null }
  if (status !== 'failed' && status !== 'undelivered') return null
  return { status: 'failed', reason: /^\d{1,10}$/.test(errorCode ?? '') ? errorCode : status }
}
