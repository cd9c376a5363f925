import { listText, namedTables } from '#lib/text/list-text.ts'
import { businessDate, formatDate, clockAt } from '#lib/venue-time.ts'
import type { EveningLink, EveningPart } from './schema.ts'

type PartFacts = Omit<EveningPart, 'id' | 'status'>

/** `dinner at 7:00 PM at table 4`, `dinner requested for 7:00 PM`, `Afro Night from 9:00 PM at table 4` */
export function partText({ type, startsAt, eventTitle, tableNumbers, isRequest }: PartFacts): string {
  const clock = clockAt(startsAt)
  if (isRequest) return `dinner requested for ${clock}`
  const what = type === 'dining' ? `dinner at ${clock}` : `${eventTitle ?? 'the night'} from ${clock}`
  if (tableNumbers.length === 0) return what
  return `${what} at table${tableNumbers.length === 1 ? '' : 's'} ${listText(tableNumbers)}`
}

/** `Your evening: dinner at 7:00 PM at table 4, then Afro Night from 9:00 PM at table 4.` A part that was cancelled is left out. */
export const eveningText = (parts: readonly Omit<EveningPart, 'id'>[]): string =>
  `Your evening: ${parts
    .filter(({ status }) => status !== 'cancelled')
    .map(partText)
    .join(', then ')}.`

/** `Your dinner on Sat, Nov 28, stays as it is.`, said before the other half of the evening moves to another date. */
export function staysText({ type, startsAt, eventTitle }: EveningPart): string {
  const what = type === 'dining' ? 'dinner' : `table for ${eventTitle ?? 'the night'}`
  return `Your ${what} on ${formatDate(businessDate(startsAt), 'medium')}, stays as it is.`
}

type TableMove = {
  /** The tables of the dinner that its guests keep for the night, before it moves. */
  readonly kept: readonly number[]
  /** The tables of the night after it moved. */
  readonly after: readonly number[]
}

/** Says that guests change tables after dinner, where their night moves off the table that they kept; null where it does not. */
export function tableChangeText({ kept, after }: TableMove, who: 'guest' | 'staff'): string | null {
  if (kept.length === 0 || after.length === 0 || after.some((number) => kept.includes(number))) return null
  return `${who === 'guest' ? 'You' : 'The guests'} will change tables after dinner: dinner stays at ${namedTables(kept)}, the night is at ${namedTables(after)}.`
}

/**
 * The other reservation in a calendar entry. Neither its time nor its table, because the entry stays as it is when the other
 * reservation changes.
 */
export const calendarText = (note: EveningLink | null): string =>
  note ? `\n${note.label}: ${note.link}` : ''

/** Sentences of a guest's form that corrects the contact data of the other reservation, too, by its type. */
export const ALSO_CHANGES = {
  dining: 'Also changes your dinner of that evening.',
  nightlife: 'Also changes your table of that night.',
} as const

/** Labels of the link to the other reservation. */
export const OTHER_LABELS = { dining: 'Your dinner', nightlife: 'Your reservation for the night' } as const
