import { formatUsdShort } from '#lib/money.ts'
import {
  addDays,
  businessDate,
  type CalendarDate,
  formatClock,
  isAfterMidnight,
  isCalendarDate,
  momentOf,
} from '#lib/venue-time.ts'
import type { ListFacts, ListTerms } from './schema.ts'

/** `Free until 11:00 PM`, `$10 a person until midnight`, `Free all night`. */
export function termsText({ reducedCents, untilTime }: ListTerms): string {
  const price = reducedCents === null ? 'Free' : `${formatUsdShort(reducedCents)} a person`
  return `${price} ${untilTime === null ? 'all night' : `until ${clockText(untilTime)}`}`
}

const clockText = (time: string): string => (time === '00:00' ? 'midnight' : formatClock(time))

/** Moment at which the terms of a list end; null where they hold all night. */
export const termsEndAt = ({ untilTime, date }: Pick<ListFacts, 'untilTime' | 'date'>): Date | null =>
  untilTime === null ? null : momentOf(date, untilTime)

/** Whether guests who come at a moment still have the terms of their list. */
function hasTermsAt(list: Pick<ListFacts, 'untilTime' | 'date'>, moment: Date): boolean {
  const end = termsEndAt(list)
  return end === null || moment < end
}

export type SignUpProblem = 'past' | 'closed' | 'cancelled' | 'full'

/** Reason why guests cannot put themselves on a list any more; null where they can. */
export function signUpProblem(list: ListFacts, now: Date): SignUpProblem | null {
  if (list.endsAt <= now || !hasTermsAt(list, now)) return 'past'
  if (list.isCancelled) return 'cancelled'
  if (!list.isOpen) return 'closed'
  return list.guests >= list.maxGuests ? 'full' : null
}

export const placesLeft = ({ guests, maxGuests }: Pick<ListFacts, 'guests' | 'maxGuests'>): number =>
  Math.max(0, maxGuests - guests)

/** `there is no place left`, `there is only 1 place left`, `there are only 3 places left`. */
export function fewPlacesText(list: Pick<ListFacts, 'guests' | 'maxGuests'>): string {
  const left = placesLeft(list)
  if (left === 0) return 'there is no place left'
  return left === 1 ? 'there is only 1 place left' : `there are only ${left} places left`
}

/** Refusal text of a list form; null where it can be saved. */
export function listProblem(
  { maxGuests, untilTime }: { readonly maxGuests: number; readonly untilTime: string | null },
  { guests, startTime }: { readonly guests: number; readonly startTime: string },
): string | null {
  if (maxGuests < guests)
    return `${guests === 1 ? 'There is 1 guest' : `There are ${guests} guests`} on the list already. The cap can be ${guests} or more.`
  if (untilTime !== null && minuteOfNight(untilTime) <= minuteOfNight(startTime))
    return `The night begins at ${formatClock(startTime)}. The terms must hold until a later time.`
  return null
}

/** Minutes since the business day began: a time after midnight is late. */
const minuteOfNight = (time: string): number =>
  Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5)) + (isAfterMidnight(time) ? 24 * 60 : 0)

/** Path of the page on which guests put themselves on a list. */
export const listPath = (code: string): string => `/lists/${code}`

const DAYS_SHOWN = 60

/** The nights of a request: one date, or the coming two months. */
export function nightSpan(
  query: URLSearchParams,
  now: Date,
): { readonly from: CalendarDate; readonly until: CalendarDate } {
  const date = query.get('date')
  if (date !== null && isCalendarDate(date)) return { from: date, until: date }
  const today = businessDate(now)
  return { from: today, until: addDays(today, DAYS_SHOWN) }
}
