import type { SeatChoice } from '#features/reservation-management/schema.ts'
import type {
  ReservationEntry,
  ReservationFullDetails,
} from '#features/reservation-management/list/schema.ts'
import type { PaymentStatus, ReservationSource } from '#features/reservations/schema.ts'
import { countText } from '#lib/text/count.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { formatUsd } from '#lib/money.ts'
import { formatClockShort, wallClock, clockAt } from '#lib/venue-time.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import { showToast } from '#ui/toasts/toasts.ts'

const PAYMENT_LABELS: Readonly<Record<PaymentStatus, string>> = {
  none: 'pending',
  pending: 'pending',
  paid: 'paid',
  failed: 'failed',
  refunded: 'refunded',
  partly_refunded: 'partly refunded',
}

/**
 * The state of a payment. One that was not made yet is pending; `none` where nothing is to be paid. Money of a cancelled party
 * that is still here is to be given back, whatever part of the price it was.
 */
export function paymentLabel({
  paymentStatus,
  dueCents,
  isToGiveBack,
}: Pick<ReservationEntry, 'paymentStatus' | 'dueCents' | 'isToGiveBack'>): string {
  if (isToGiveBack) return 'to be given back'
  return paymentStatus === 'none' && dueCents === 0 ? 'none' : PAYMENT_LABELS[paymentStatus]
}

const SOURCE_LABELS: Readonly<Record<ReservationSource, string>> = {
  website: 'website',
  phone: 'phone',
  walk_in: 'walk-in',
}

export const sourceLabel = (source: ReservationSource): string => SOURCE_LABELS[source]

/** Total of a reservation, or the amount due at the venue for roles without access to totals. */
const priceText = ({ totalCents, dueCents }: Pick<ReservationEntry, 'totalCents' | 'dueCents'>): string =>
  totalCents === null ? `${formatUsd(dueCents)} due` : formatUsd(totalCents)

/** Row as one line for narrow screens: `9 PM, table 13, 4 guests, Fri, Nov 27, Afro Night, $300.00`. Its end may be cut off. */
export const summaryText = (item: ReservationEntry): string =>
  [
    formatClockShort(wallClock(new Date(item.startsAt)).time),
    item.tableNumbers.length === 0 ? 'no table' : namedTables(item.tableNumbers),
    countText(item.guestCount, 'guest'),
    shownDay(item.date),
    item.event?.title ?? 'Dinner',
    item.type === 'dining' && !item.totalCents ? null : priceText(item),
  ]
    .filter((it) => it !== null)
    .join(', ')

export const tableLabel = (numbers: readonly number[]): string =>
  numbers.length === 0 ? 'None yet' : numbers.join(' + ')

/** `Table 7, seats 4, Floor Seating` */
export const seatsText = ({ tableNumber, seats, location, isFree, isInUse }: SeatChoice): string =>
  `Table ${tableNumber}, seats ${seats}, ${location}${isInUse ? (isFree ? '' : ' (taken)') : ' (not in use)'}`

/** `Table 7 is not in use: this party needs another table.`; empty where all tables of the party are in use. */
export function needsTableText(seats: readonly Pick<SeatChoice, 'tableNumber' | 'isInUse'>[]): string {
  const out = seats.filter(({ isInUse }) => !isInUse).map(({ tableNumber }) => tableNumber)
  if (out.length === 0) return ''
  return `${capitalized(namedTables(out))} ${out.length === 1 ? 'is' : 'are'} not in use: this party needs another table.`
}

/** `6:30 PM – 8:00 PM`, in the time zone of the venue. */
export const hoursText = ({ startsAt, endsAt }: Pick<ReservationEntry, 'startsAt' | 'endsAt'>): string =>
  [startsAt, endsAt].map((moment) => clockAt(moment)).join(' – ')

/** `4 of 6, since 10:02 PM, 3 inside`, or `all out, table kept`; null before a guest came. */
export function cameText({
  guestCount,
  attendance: { state, arrived, inside, arrivedAt },
}: Pick<ReservationFullDetails, 'guestCount' | 'attendance'>): string | null {
  if (arrivedAt === null) return state === 'no_show' ? 'No-show' : null
  const gone = state === 'out' ? 'all out, table kept' : 'all left'
  const now = inside === 0 ? gone : inside < arrived ? `${inside} inside` : ''
  return [`${arrived} of ${guestCount}`, `since ${clockAt(arrivedAt)}`, now].filter(Boolean).join(', ')
}

/** `6:30 PM – 8 PM`: the hours in the narrow column of the list. */
export const shortHours = ({ startsAt, endsAt }: Pick<ReservationEntry, 'startsAt' | 'endsAt'>): string =>
  [startsAt, endsAt].map((moment) => formatClockShort(wallClock(new Date(moment)).time)).join(' – ')

/** Copies an email address to the clipboard. */
export async function copyEmail(address: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    showToast({ tone: 'good', title: 'Email copied to clipboard.' })
  } catch {
    showToast({
      tone: 'bad',
      title: 'Error',
      text: `Your browser does not allow it. The address: ${address}`,
    })
  }
}
