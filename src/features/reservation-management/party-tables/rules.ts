import type { Booking } from '#features/reservation-management/schema.ts'
import { addHours, addMinutes, clockAt } from '#lib/venue-time.ts'

type Sitting = Pick<Booking, 'type' | 'status' | 'startsAt' | 'leftAt'>

const LONGEST_HOURS = 12

/** Refusal text of a new end of a sitting; null where it is possible. */
export function sittingProblem(
  { type, status, startsAt, leftAt }: Sitting,
  endsAt: Date,
  now: Date,
): string | null {
  if (type === 'nightlife') return 'A night table is theirs until the event ends.'
  if (status === 'cancelled') return 'This reservation is cancelled. Restore it first.'
  if (leftAt !== null) return 'This party has left its table.'
  if (endsAt <= now || endsAt <= startsAt)
    return 'Choose an end that is still to come. Where the party has gone, record that it left.'
  return endsAt > addHours(startsAt, LONGEST_HOURS) ? `A sitting lasts at most ${LONGEST_HOURS} hours.` : null
}

/** The columns for the tables of a party. Only a dinner has a second table, which its emails name. */
export function columnsOf(type: Booking['type'], tableIds: readonly string[]) {
  const [tableId = null, ...others] = tableIds
  const [secondTableId = null, ...extraTableIds] = type === 'dining' ? others : [null, ...others]
  return { tableId, secondTableId, extraTableIds: extraTableIds.flatMap((it) => it ?? []) }
}

/** The wanted tables, those that the party has already first: the price was agreed for the first of them. */
export const inAgreedOrder = (wanted: readonly string[], own: readonly string[]): readonly string[] => [
  ...own.filter((it) => wanted.includes(it)),
  ...wanted.filter((it) => !own.includes(it)),
]

/** Another end of a sitting, which staff choose with one tap. */
type SittingEnd = { readonly label: string; readonly endsAt: Date }

const QUARTER_MS = 900_000

/**
 * The ends that staff can give a sitting: a little earlier or later than now planned, or, where that time is over and the
 * party sits on, the next quarters of an hour.
 */
export function sittingEnds(endsAt: Date, now: Date): readonly SittingEnd[] {
  if (endsAt <= now) {
    const next = new Date((Math.floor(now.getTime() / QUARTER_MS) + 1) * QUARTER_MS)
    return [0, 15, 30].map((minutes) => {
      const later = addMinutes(next, minutes)
      return { label: `Until ${clockAt(later)}`, endsAt: later }
    })
  }
  return [
    { label: '30 min shorter', endsAt: addMinutes(endsAt, -30) },
    { label: '15 min longer', endsAt: addMinutes(endsAt, 15) },
    { label: '30 min longer', endsAt: addMinutes(endsAt, 30) },
  ].filter((it) => it.endsAt > now)
}
