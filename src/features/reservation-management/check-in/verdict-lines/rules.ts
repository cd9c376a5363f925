import { guestsOut } from '#features/reservation-management/tonight/admission/rules.ts'
import { firstArrivals, standingEvents } from '#features/reservation-management/arrivals/rules.ts'
import type { Attendance } from '#features/reservation-management/arrivals/schema.ts'
import { coverOwedText } from '#features/reservation-management/arrivals/cover/rules.ts'
import type { Party } from '#features/reservation-management/tonight/schema.ts'
import { formatUsdShort } from '#lib/money.ts'
import { listText } from '#lib/text/list-text.ts'
import { clockAt } from '#lib/venue-time.ts'

type Listed = Pick<Party, 'tableNumbers'> & {
  readonly list: Pick<NonNullable<Party['list']>, 'name' | 'terms'> | null
}
type Merged = { readonly merged?: Party['merged'] }
type Owing = Pick<Party, 'dueCents' | 'cover' | 'guestCount' | 'type' | 'events'>

/** `Table 7 + 8`, or for a guest list `Friends of Ama: Free until 11:00 PM` */
export const tableLine = ({ tableNumbers, list }: Listed): string => {
  if (list) return [list.name, list.terms].filter((it) => it !== '').join(': ')
  return tableNumbers.length === 0 ? 'No table yet' : `Table ${tableNumbers.join(' + ')}`
}

/** `Together with Ben Lee, whose booking was merged into this one` */
export const mergedLines = ({ merged = [] }: Merged): string[] =>
  merged.length === 0
    ? []
    : [`Together with ${listText(merged.map(({ guestName }) => guestName))}: merged into this booking`]

/** `2 of 6 went out` */
export const outText = ({ guestCount }: Pick<Party, 'guestCount'>, attendance: Attendance): string =>
  `${guestsOut(attendance)} of ${Math.max(guestCount, attendance.arrived)} went out`

/** `Since 10:02 PM, by Ama`, for the first arrival of each member of staff who recorded one. */
export function sinceLines({ events }: Pick<Party, 'events'>): string[] {
  const arrivals = standingEvents(events)
    .filter(({ kind }) => kind === 'arrived')
    .toSorted((a, b) => a.happenedAt.localeCompare(b.happenedAt))
  const [first] = arrivals
  return first ? [`Since ${clockAt(first.happenedAt)}, by ${first.actorName}`] : []
}

/** Amounts to collect, each with its purpose. */
export function dueLines({ dueCents, cover, guestCount, type, events }: Owing, now: Date): string[] {
  const arrivals = firstArrivals(standingEvents(events))
  const coverText = coverOwedText(cover, { guests: guestCount, at: now, arrivals })
  return [
    ...(dueCents > 0
      ? [`${formatUsdShort(dueCents)} for the ${type === 'dining' ? 'dinner' : 'table'}`]
      : []),
    ...(coverText === null ? [] : [`Cover: ${coverText}`]),
  ]
}
