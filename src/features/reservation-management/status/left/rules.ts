import type { Booking } from '#features/reservation-management/schema.ts'
import { formatMoment } from '#lib/venue-time.ts'

type Stay = Pick<Booking, 'startsAt' | 'endsAt' | 'status' | 'leftAt' | 'tableId'>

export const NO_NO_SHOW = 'This party is not recorded as a no-show, so its table is kept for it.'

/** Refusal text for marking a party as left. Past the end of its time it can only be so while guests are seated. */
export function leftProblem(
  { startsAt, endsAt, status, leftAt, tableId }: Stay,
  now: Date,
  isHere = false,
): string | null {
  if (status === 'cancelled') return 'This reservation is cancelled: its table is free already.'
  if (tableId === null) return 'This reservation has no table that could be freed.'
  if (leftAt !== null) return `It is noted already that this party left at ${formatMoment(leftAt, now)}.`
  if (startsAt > now)
    return `This reservation begins ${formatMoment(startsAt, now)}. Cancel it to free its table.`
  if (endsAt <= now && !isHere) return 'The time of this reservation is over: its table is free already.'
  return null
}
