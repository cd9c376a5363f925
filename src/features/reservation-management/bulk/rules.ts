import type { Booking } from '#features/reservation-management/schema.ts'
import { emailOnStatus } from '#features/reservation-management/changes/rules.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { formatMoment } from '#lib/venue-time.ts'
import type { BulkOutcome, StatusPlan } from './schema.ts'

/** A reservation as a bulk act looks at it. */
export type Selected = Pick<Booking, 'id' | 'type' | 'status' | 'startsAt' | 'guestName' | 'guestEmail'> & {
  /** Money received that is neither given back nor disputed away. */
  readonly openCents: number
}

/** The most guests a member of staff may write to in an hour. */
export const MESSAGES_AN_HOUR = 500

const OPEN_MONEY =
  'This reservation is paid. Cancel it by itself, so that you can decide whether the money is refunded or kept.'

/** Why a reservation cannot be given a status together with others, in words; null where it can be tried. */
export function refusalOf(
  { status: before, startsAt, openCents }: Selected,
  status: ReservationStatus,
  now: Date,
) {
  if (before === status) return null
  if (status === 'cancelled' && openCents > 0) return OPEN_MONEY
  if (status === 'completed' && startsAt > now)
    return `This reservation begins ${formatMoment(startsAt, now)}. It can be set to completed from then on.`
  return null
}

/** What a status would do to each of a selection, before anything is done. */
export function planStatus(selected: readonly Selected[], status: ReservationStatus, now: Date): StatusPlan {
  const toChange = selected.filter((it) => it.status !== status)
  const refused = toChange.flatMap((it): BulkOutcome[] => {
    const text = refusalOf(it, status, now)
    return text === null
      ? []
      : [{ id: it.id, guestName: it.guestName, outcome: 'refused', text, actId: null }]
  })
  const changed = toChange.filter((it) => refusalOf(it, status, now) === null)
  return {
    changed: changed.length,
    unchanged: selected.length - toChange.length,
    emails: changed.filter((it) => emailOnStatus(it, { from: it.status, to: status }, now) !== null).length,
    refused,
  }
}

/** How long one reservation of a selection takes to change and to undo, on a server that is busy. */
const EACH_MS = 200

/** How much longer than a single change one of a selection can be undone: until the last of them is done. */
export const graceOf = (selected: number): number => (selected - 1) * EACH_MS

const isReachable = (email: string): boolean => email !== '' && !email.endsWith('.invalid')

/** Why a guest cannot be written to, in words; null for one who can. */
export const unreachableText = ({ guestEmail }: Pick<Selected, 'guestEmail'>): string | null =>
  isReachable(guestEmail) ? null : 'This reservation has no email address.'
