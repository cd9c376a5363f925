import type { Booking } from '#features/reservation-management/schema.ts'
import { emailOnStatus } from '#features/reservation-management/changes/rules.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { countText } from '#lib/text/count.ts'
import { formatMoment } from '#lib/venue-time.ts'
import type { BulkOther, BulkOutcome, StatusPlan } from './schema.ts'

/** The columns of a reservation that the bulk rules need. */
export type Selected = Pick<Booking, 'id' | 'type' | 'status' | 'startsAt' | 'guestName' | 'guestEmail'> & {
  /** Received amount that is neither refunded nor disputed nor kept. */
  readonly openCents: number
  /** Whether guests of the party have come. */
  readonly hasArrived: boolean
}

/** Rate limit: recipients of the emails that one staff member sends within an hour. */
export const MESSAGES_AN_HOUR = 500

const OPEN_MONEY =
  'This reservation is paid. Cancel it by itself, so that you can decide whether the money is refunded or kept.'

export const ARRIVED_ALREADY = 'Guests of this party have come. Cancel it by itself.'

/** Refusal text for a status change in bulk; null where it can be tried. Paid reservations need a decision each. */
export function refusalOf(
  { status: before, startsAt, openCents, hasArrived }: Selected,
  status: ReservationStatus,
  now: Date,
) {
  if (before === status) return null
  if (status === 'cancelled' && hasArrived) return ARRIVED_ALREADY
  if (status === 'cancelled' && openCents > 0) return OPEN_MONEY
  if (status === 'completed' && startsAt > now)
    return `This reservation begins ${formatMoment(startsAt, now)}. It can be set to completed from then on.`
  return null
}

/** Selected reservations that are set to the status. */
export const changedBy = (selected: readonly Selected[], status: ReservationStatus, now: Date): Selected[] =>
  selected.filter((it) => it.status !== status && refusalOf(it, status, now) === null)

const isEmailed = (it: Selected, status: ReservationStatus, now: Date): boolean =>
  emailOnStatus(it, { from: it.status, to: status }, now) !== null

/** Previews a bulk status change: counts changes, emails and refusals without a write. */
export function planStatus(
  selected: readonly Selected[],
  status: ReservationStatus,
  now: Date,
): Omit<StatusPlan, 'others'> {
  const toChange = selected.filter((it) => it.status !== status)
  const refused = toChange.flatMap((it): BulkOutcome[] => {
    const text = refusalOf(it, status, now)
    return text === null
      ? []
      : [{ id: it.id, guestName: it.guestName, outcome: 'refused', text, actId: null }]
  })
  const changed = changedBy(selected, status, now)
  return {
    changed: changed.length,
    unchanged: selected.length - toChange.length,
    emails: changed.filter((it) => isEmailed(it, status, now)).length,
    refused,
  }
}

/** A reservation that can be cancelled with a selection; `part` says what it is. */
export const otherOf = (it: Selected, part: string, now: Date): BulkOther => ({
  id: it.id,
  text: `${it.guestName}: ${part}`,
  refusal: refusalOf(it, 'cancelled', now),
  isEmailed: isEmailed(it, 'cancelled', now),
})

/** Time to change and to undo one reservation of a selection on a busy server. */
const EACH_MS = 1000

/** Extension of the undo window: the first reservation of a selection can be undone until the last one is changed. */
export const graceOf = (selected: number): number => (selected - 1) * EACH_MS

const isReachable = (email: string): boolean => email !== '' && !email.endsWith('.invalid')

/** Tells staff who send another text under the key of a message that guests have the first one. */
export const sentBeforeText = (guests: number): string =>
  `Sent before to ${countText(guests, 'guest')}, as first written.`

/** Refusal text for a guest without a usable email address; null for others. */
export const unreachableText = ({ guestEmail }: Pick<Selected, 'guestEmail'>): string | null =>
  isReachable(guestEmail) ? null : 'This reservation has no email address.'
