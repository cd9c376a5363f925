import { canBeNoShow } from '#features/reservation-management/arrivals/rules.ts'
import type { ArrivalAct } from '#features/reservation-management/arrivals/schema.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { countText } from '#lib/text/count.ts'
import { businessDate, formatDay, formatMoment } from '#lib/venue-time.ts'

type Facts = Pick<Booking, 'startsAt' | 'date' | 'guestName'> & {
  /** Null without a table; undefined for an entry of a guest list, which never has one. */
  readonly tableNumber: number | null | undefined
}

/** Acts that waited longer than this were recorded without a network. */
const WAITED_MS = 60_000

/**
 * Whether an act counts for the night from which its party was moved: it happened before the move, or on a device that did not
 * know of the move. One that is sent at once is meant for the party as it is booked now.
 */
export const isOfFormerNight = (
  happenedAt: Date,
  { movedAt }: { readonly movedAt: Date },
  now: Date,
): boolean => happenedAt < movedAt || now.getTime() - happenedAt.getTime() >= WAITED_MS

/**
 * Refusal text of an act; null where it can be recorded. An arrival is never refused for the status of the reservation, or
 * because staff deleted it: a device that was offline reports facts.
 */
export function actProblem(
  { kind }: Pick<ArrivalAct, 'kind'>,
  { startsAt, date, tableNumber, guestName }: Facts,
  happenedAt: Date,
): string | null {
  if (kind === 'undone') return null
  if (date > businessDate(happenedAt))
    return `${tableNumber === undefined ? 'The guest list' : 'The reservation'} of ${guestName} is for ${formatDay(date, happenedAt)}. Nothing can be recorded before that day.`
  if (kind === 'no_show' && !canBeNoShow({ startsAt }, happenedAt))
    return `${tableNumber === undefined ? 'The night' : 'This reservation'} begins ${formatMoment(startsAt, happenedAt)}. It can be marked as a no-show from then on.`
  if (kind === 'seated' && tableNumber === undefined)
    return `${guestName} is on a guest list and has no table.`
  if (kind === 'seated' && tableNumber === null)
    return `${guestName} has no table yet. Move the party to a table first.`
  return null
}

/** Refusal text of guests who were counted as walk-ins before; null where as many walk-ins are inside. */
export function walkInsProblem(guests: number, inside: number): string | null {
  if (guests <= inside) return null
  return inside === 0
    ? 'No walk-in is inside. Record the guests as arrived.'
    : `Only ${countText(inside, 'walk-in')} ${inside === 1 ? 'is' : 'are'} inside. Record the others as arrived.`
}

export const GONE = 'This reservation no longer exists.'
export const MERGED_NO_SHOW =
  'This reservation is part of another one now. Mark that one as a no-show if none of its guests come.'
export const ENTRY_GONE = 'This entry of a guest list no longer exists.'
export const OTHER_PARTY = 'The code of this friend belongs to another party.'
