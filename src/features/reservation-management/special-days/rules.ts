import { listText } from '#lib/text/list-text.ts'
import { formatDate } from '#lib/venue-time.ts'
import { formatUsd } from '#lib/money.ts'
import type { ClosedEvents, AffectedReservation, DaySet, SpecialDay } from './schema.ts'

export const SERVICE_NAMES = { restaurant: 'Restaurant', social: 'Social lounge' } as const

/** `Restaurant, Friday, December 25, 2026`. */
export const nameOfDay = ({ date, service }: Pick<SpecialDay, 'date' | 'service'>): string =>
  `${SERVICE_NAMES[service]}, ${formatDate(date)}`

export const isClosed = ({ opens }: Pick<SpecialDay, 'opens'>): boolean => opens === ''

/** Whether a closure affects any event or reservation, so that staff must decide about them. */
export const isAffected = ({ events, reservations }: AffectedReservation): boolean =>
  events.length > 0 || reservations.length > 0

/** Labels of a closed day in the list. */
export const CLOSED_LABELS: Record<ClosedEvents, string> = {
  not_sold: 'Closed, events not on sale',
  cancelled: 'Closed, events cancelled',
  kept_open: 'Closed, events take place',
}

/** `Restaurant, Friday, December 25, 2026. Reservations cancelled: 2. Guests emailed: 2.` */
export function daySetText(day: Pick<SpecialDay, 'date' | 'service'>, set: DaySet): string {
  const sentences = set.cancelled > 0 ? cancelledTexts(set) : []
  if (set.standing > 0)
    sentences.push(`Reservations that stand on it: ${set.standing}. Their guests are not emailed.`)
  return sentences.length > 0 ? `${nameOfDay(day)}. ${sentences.join(' ')}` : nameOfDay(day)
}

const cancelledTexts = ({ cancelled, emailed, refundCents, venueRefundCents }: DaySet): string[] => [
  `Reservations cancelled: ${cancelled}.`,
  ...(refundCents > 0 ? [`Refunded online: ${formatUsd(refundCents)}.`] : []),
  ...(venueRefundCents > 0 ? [`To be refunded at the venue: ${formatUsd(venueRefundCents)}.`] : []),
  ...(emailed > 0 ? [`Guests emailed: ${emailed}.`] : []),
]

const people = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

/** `2 events and 14 reservations, $2,150.00 paid`, for the dialog about a closed day. */
export function affectedText({ events, reservations, paidCents }: AffectedReservation): string {
  const parts = [
    ...(events.length > 0 ? [people(events.length, 'event')] : []),
    ...(reservations.length > 0 ? [people(reservations.length, 'reservation')] : []),
  ]
  return `${listText(parts)}${paidCents > 0 ? `, ${formatUsd(paidCents)} paid` : ''}`
}
