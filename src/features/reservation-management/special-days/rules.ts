import { listedNote } from '#features/guest-lists/night-changes/rules.ts'
import { listText } from '#lib/text/list-text.ts'
import { formatDate } from '#lib/venue-time.ts'
import { formatUsd } from '#lib/money.ts'
import type { ClosedEvents, AffectedReservation, DaySet, DayUndone, SpecialDay } from './schema.ts'

export const SERVICE_NAMES = { restaurant: 'Restaurant', social: 'Social lounge' } as const

/** `Restaurant, Friday, December 25, 2026`. */
export const nameOfDay = ({ date, service }: Pick<SpecialDay, 'date' | 'service'>): string =>
  `${SERVICE_NAMES[service]}, ${formatDate(date)}`

export const isClosed = ({ opens }: Pick<SpecialDay, 'opens'>): boolean => opens === ''

/** Whether a closure affects any event, reservation or waiting party, so that staff must decide about them. */
export const isAffected = ({ events, reservations, waiting }: AffectedReservation): boolean =>
  events.length > 0 || reservations.length > 0 || waiting > 0

/** Labels of a closed day in the list. */
export const CLOSED_LABELS: Record<ClosedEvents, string> = {
  not_sold: 'Closed, events not on sale',
  cancelled: 'Closed, events cancelled',
  kept_open: 'Closed, events take place',
}

/** `Restaurant, Friday, December 25, 2026. Reservations cancelled: 2. Guests emailed: 2.` */
export function daySetText(day: Pick<SpecialDay, 'date' | 'service'>, set: DaySet): string {
  const sentences = set.cancelled > 0 ? cancelledTexts(set) : []
  if (set.waiting > 0) sentences.push(`Waiting parties told: ${set.waiting}.`)
  if (set.listed.names > 0)
    sentences.push(`Names on guest lists told: ${set.listed.reachable} of ${set.listed.names}.`)
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

/** `Restaurant, Friday, December 25, 2026. Reservations restored: 2. Still cancelled: Ama Mensah.` */
export const dayUndoneText = (
  day: Pick<SpecialDay, 'date' | 'service'>,
  { restored, left }: DayUndone,
): string =>
  [
    `${nameOfDay(day)}.`,
    ...(restored > 0 ? [`Reservations restored: ${restored}.`] : []),
    ...(left.length > 0
      ? [`Changed since, or without their table, and still cancelled: ${listText(left)}.`]
      : []),
  ].join(' ')

/** The consequence of only stopping to sell: who is told. */
export const stopNote = ({ waiting }: Pick<AffectedReservation, 'waiting'>): string =>
  `Reservations stay as they are, and their guests get no email.${waiting > 0 ? ` The waiting list ends: ${waitingText(waiting)} told by email.` : ''}`

/** The consequence of cancelling everything on a closed day: `$100.00 is refunded online.` */
export function cancelNote(affected: AffectedReservation): string {
  const { events, reservations, waiting, listed, refundCents, venueRefundCents } = affected
  const lines = [
    waiting > 0 ? `The waiting list ends: ${waitingText(waiting)} told by email.` : undefined,
    listedNote(listed),
  ].filter((it) => it !== undefined)
  const eventsNote = events.length > 0 ? ['The events are shown as cancelled.'] : []
  if (reservations.length === 0) return [...eventsNote, 'There are no reservations.', ...lines].join(' ')
  return [
    'Every reservation is cancelled, and its guest is emailed.',
    ...lines,
    ...(refundCents > 0 ? [`${formatUsd(refundCents)} is refunded online.`] : []),
    ...(venueRefundCents > 0
      ? [`${formatUsd(venueRefundCents)} was paid at the venue: give it back and record it under Payments.`]
      : []),
  ].join(' ')
}

const waitingText = (count: number): string =>
  count === 1 ? '1 waiting party is' : `${count} waiting parties are`

const people = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`

/** `2 events and 14 reservations, $2,150.00 paid`, for the dialog about a closed day. */
export function affectedText({ events, reservations, waiting, paidCents }: AffectedReservation): string {
  const parts = [
    ...(events.length > 0 ? [people(events.length, 'event')] : []),
    ...(reservations.length > 0 ? [people(reservations.length, 'reservation')] : []),
    ...(waiting > 0 ? [waiting === 1 ? '1 waiting party' : `${waiting} waiting parties`] : []),
  ]
  return `${listText(parts)}${paidCents > 0 ? `, ${formatUsd(paidCents)} paid` : ''}`
}

/** Refusal to close a day again as it was before, because guests booked it since. */
export const bookedSinceText = (affected: AffectedReservation): string =>
  `New since this day was cleared: ${affectedText(affected)}. Close the day anew in the settings, and decide about them.`
