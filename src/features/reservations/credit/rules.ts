import type { NightReservation } from '#features/reservations/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { type CalendarDate, formatDate } from '#lib/venue-time.ts'

type Term = { readonly from: CalendarDate; readonly months: number; readonly night: CalendarDate }

/** The last day of a credit: some months later, and never before the night that it can still change. */
export function creditEnd({ from, months, night }: Term): CalendarDate {
  const [year = 0, month = 1, day = 1] = from.split('-').map(Number)
  const lastDay = new Date(Date.UTC(year, month - 1 + months + 1, 0))
  const end = new Date(Date.UTC(year, month - 1 + months, Math.min(day, lastDay.getUTCDate())))
  const date = end.toISOString().slice(0, 10)
  return date > night ? date : night
}

type Credit = Pick<NightReservation, 'creditCents' | 'creditUntil'>

/** `$50.00, until Nov 24, 2027`; null without a credit. */
const creditFact = ({ creditCents, creditUntil }: Credit): string | null =>
  creditCents > 0 && creditUntil !== null
    ? `${formatUsd(creditCents)}, until ${formatDate(creditUntil, 'dated')}`
    : null

/** Sentences about the credit of a guest; null without one. */
export function creditText(credit: Credit, isComing: boolean): string | null {
  const fact = creditFact(credit)
  if (fact === null) return null
  return isComing
    ? `Your credit: ${fact}. It pays for later changes of this reservation. If you cancel in time, it comes back with everything else.`
    : `Your credit: ${fact}. Call us before then, and we pay it back.`
}
