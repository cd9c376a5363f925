import { guestsOut, guestsToCome } from '#features/reservation-management/tonight/admission/rules.ts'
import { standingEvents } from '#features/reservation-management/arrivals/rules.ts'
import type { Attendance } from '#features/reservation-management/arrivals/schema.ts'
import { coverOwedText, wholeParty } from '#features/reservation-management/arrivals/cover/rules.ts'
import type { Party } from '#features/reservation-management/tonight/schema.ts'
import { listText } from '#lib/text/list-text.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { formatUsdShort } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { clockAt } from '#lib/venue-time.ts'

type Listed = Pick<Party, 'tableNumbers'> & {
  readonly list: Pick<NonNullable<Party['list']>, 'name' | 'terms'> | null
}
type Stay = Pick<Party, 'type'> & { readonly endsAt?: string }
type Coming = Parameters<typeof guestsToCome>[0]
type Merged = { readonly merged?: Party['merged'] }
type Owing = Pick<Party, 'dueCents' | 'cover' | 'guestCount' | 'type' | 'events'>

/** `Tables 7 + 8`, or for a guest list `Friends of Ama: Free until 11:00 PM` */
export const tableLine = ({ tableNumbers, list }: Listed): string => {
  if (list) return [list.name, list.terms].filter((it) => it !== '').join(': ')
  return tableNumbers.length === 0 ? 'No table yet' : capitalized(namedTables(tableNumbers))
}

/** `Together with Ben Lee, whose booking was merged into this one` */
export const mergedLines = ({ merged = [] }: Merged): string[] =>
  merged.length === 0
    ? []
    : [`Together with ${listText(merged.map(({ guestName }) => guestName))}: merged into this booking`]

/** `2 of 6 went out` */
export const outText = ({ guestCount }: Pick<Party, 'guestCount'>, attendance: Attendance): string =>
  `${guestsOut(attendance)} of ${Math.max(guestCount, attendance.arrived)} went out`

/** `4 of 6 still to come`, and `6 guests` of a party of which none came. */
export function toComeText(party: Coming, attendance: Attendance): string {
  const toCome = guestsToCome(party, attendance)
  return attendance.arrived > 0
    ? `${toCome} of ${party.guestCount} still to come`
    : countText(toCome, 'guest')
}

/** `All 6 came`, and `All 6 came, booked for 3` of a party that came with more guests. */
export const allCameText = ({ guestCount }: Pick<Party, 'guestCount'>, { arrived }: Attendance): string =>
  arrived > guestCount ? `All ${arrived} came, booked for ${guestCount}` : `All ${guestCount} came`

/** Whether the time of a dinner is over: its guests have no table any more, and are not guests of the night. */
export const isOver = ({ type, endsAt }: Stay, now: Date): boolean =>
  type === 'dining' && endsAt !== undefined && Date.parse(endsAt) <= now.getTime()

export const endedText = ({ endsAt = '' }: Stay): string => `This dinner ended at ${clockAt(endsAt)}.`

export const overLines = (party: Stay & Listed, { inside }: Attendance): string[] => [
  endedText(party),
  ...(inside > 0 || party.tableNumbers.length === 0
    ? []
    : [`${tableLine(party)} may be another party's now.`]),
  'Guests who come for the night enter as walk-ins.',
]

/** `Since 10:02 PM, by Ama`, for the first arrival of each member of staff who recorded one. */
export function sinceLines({ events }: Pick<Party, 'events'>): string[] {
  const arrivals = standingEvents(events)
    .filter(({ kind }) => kind === 'arrived')
    .toSorted((a, b) => a.happenedAt.localeCompare(b.happenedAt))
  const [first] = arrivals
  return first ? [`Since ${clockAt(first.happenedAt)}, by ${first.actorName}`] : []
}

/** Amounts to collect, each with its purpose. The role at the door takes cover; a price is taken by a host, in Tonight. */
export function dueLines({ dueCents, cover, guestCount, type, events }: Owing, now: Date): string[] {
  const coverText = coverOwedText(cover, wholeParty({ guestCount, events }, now))
  return [
    ...(dueCents > 0
      ? [
          `${formatUsdShort(dueCents)} for the ${type === 'dining' ? 'dinner' : 'table'}, to be paid to a host`,
        ]
      : []),
    ...(coverText === null ? [] : [`Cover: ${coverText}`]),
  ]
}
