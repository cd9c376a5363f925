import type { ReservationStatus } from '#features/reservations/schema.ts'
import { addHours, formatClock, formatDate, wallClock } from '#lib/venue-time.ts'
import type { Dinner } from './schema.ts'

/** `1 guest`, `4 guests` */
export const partyText = (guests: number): string => (guests === 1 ? '1 guest' : `${guests} guests`)

/** `Fri, Nov 27, 6:30 PM` */
export const whenText = ({ date, time }: Pick<Dinner, 'date' | 'time'>): string =>
  `${formatDate(date, 'medium')}, ${formatClock(time)}`

/** The same for any moment, by the venue's clock. */
export const momentText = (moment: Date): string => whenText(wallClock(moment))

export type ChangeFacts = {
  readonly status: ReservationStatus
  readonly startsAt: Date
  /** How long before a dinner it can still be moved or cancelled. */
  readonly cancelHours: number
}

/** Until when a guest may move or cancel a dinner by the link. */
export const changeUntil = ({ startsAt, cancelHours }: Omit<ChangeFacts, 'status'>): Date =>
  addHours(startsAt, -cancelHours)

/** Whether a guest may move or cancel a dinner by the link. Later than that, the house is only a call away. */
export function canChange(facts: ChangeFacts, now: Date): 'yes' | 'not_live' | 'too_late' {
  if (facts.status !== 'pending' && facts.status !== 'confirmed') return 'not_live'
  return now <= changeUntil(facts) ? 'yes' : 'too_late'
}

/** How a dinner stands: ahead, now, when its table is no longer kept, and behind. */
export function standingOf(
  { status, startsAt, endsAt }: Pick<Dinner, 'status' | 'startsAt' | 'endsAt'>,
  { graceMinutes, now }: { readonly graceMinutes: number; readonly now: Date },
): 'coming' | 'late' | 'over' | 'cancelled' | 'completed' {
  if (status === 'cancelled' || status === 'completed') return status
  if (now >= endsAt) return 'over'
  return now.getTime() > startsAt.getTime() + graceMinutes * 60_000 ? 'late' : 'coming'
}
