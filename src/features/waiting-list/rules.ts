import { isToldAtAnyHour, quietUntil } from '#features/emails/text-messages/rules.ts'
import type { Zone } from '#features/venue/schema.ts'
import {
  nightText,
  addMinutes,
  type CalendarDate,
  formatClock,
  formatDate,
  wallClock,
  clockAt,
} from '#lib/venue-time.ts'
import type { WaitingEntry } from './schema.ts'

type Party = { readonly guestCount: number; readonly zone: Zone | null }
type Table = { readonly maxGuests: number; readonly location: Zone }

/** Whether a table is large enough for a party, in the zone that it asked for. */
export const fits = (party: Party, table: Table): boolean =>
  table.maxGuests >= party.guestCount && (party.zone === null || party.zone === table.location)

/**
 * The next offer: the first party in line that fits one of the tables, with the first table that it fits. Tables come smallest
 * first, so that a large one is left for a large party. Null where no party fits.
 */
export function nextMatch<P extends Party, T extends Table>(
  parties: readonly P[],
  tables: readonly T[],
): { readonly party: P; readonly table: T } | null {
  for (const party of parties) {
    const table = tables.find((it) => fits(party, it))
    if (table) return { party, table }
  }
  return null
}

/** Whether an offer can still be accepted. A payment that began in time is finished even after the end of the offer. */
export const isOfferOpen = ({ status, offer }: Pick<WaitingEntry, 'status' | 'offer'>, now: Date): boolean =>
  status === 'offered' &&
  offer !== null &&
  (offer.isPaying || (offer.heldUntil !== null && offer.heldUntil > now))

/** Whether staff remove a party that is still in line, and can undo that. */
export const isBeingRemoved = ({ status, removalAt }: Pick<WaitingEntry, 'status' | 'removalAt'>): boolean =>
  removalAt !== null && (status === 'waiting' || status === 'offered')

type Waiting = Pick<WaitingEntry, 'id' | 'status' | 'removalAt' | 'night' | 'dinnerAt'>

/** Key of a line among the others of its date: its event, or its dinner time. */
export const lineKey = ({ night, dinnerAt }: Pick<WaitingEntry, 'night' | 'dinnerAt'>): string =>
  night?.id ?? String(dinnerAt?.toISOString())

/** Whether a party is first in its line. `entries`: those of its date, in the order of joining. */
export const isFirstInLine = (entry: Waiting, entries: readonly Waiting[]): boolean =>
  entries.find((it) => lineKey(it) === lineKey(entry) && it.status === 'waiting' && !isBeingRemoved(it))
    ?.id === entry.id

/** Clocks of the database and of the server may differ by that much. */
const CLOCKS_MS = 2000

/**
 * Whether staff can still undo an offer, so that a text does not tell of it yet: it belongs to an offer before, and that of this one
 * comes later.
 */
export const isOfferUndoable = (
  { offerUndoUntil }: Pick<WaitingEntry, 'offerUndoUntil'>,
  now: Date,
): boolean => offerUndoUntil !== null && offerUndoUntil.getTime() - now.getTime() > CLOCKS_MS

const SUFFIXES = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
])
const ORDINALS = new Intl.PluralRules('en-US', { type: 'ordinal' })

/** `3rd` */
const ordinal = (count: number): string => `${count}${SUFFIXES.get(ORDINALS.select(count)) ?? 'th'}`

/** `3rd in line for a table for 4` */
export const placeText = (place: number, { guestCount }: Pick<WaitingEntry, 'guestCount'>): string =>
  `${ordinal(place)} in line for a table for ${guestCount}`

/** `Fri Nov 27, 9 PM – Sat 5 AM`, or `Fri, Nov 27, 6:30 PM` for a dinner. */
export function whenText({ night, dinnerAt }: Pick<WaitingEntry, 'night' | 'dinnerAt'>): string {
  if (night) return nightText(night)
  if (!dinnerAt) return ''
  const { date, time } = wallClock(dinnerAt)
  return `${formatDate(date, 'medium')}, ${formatClock(time)}`
}

/** `Afrobeats Friday`, or `Dinner`. */
export const titleOf = ({ night }: Pick<WaitingEntry, 'night'>): string => night?.title ?? 'Dinner'

/**
 * `9:42 PM` at the venue, rounded down: no guest is promised a minute that the offer does not have. With its day where that is
 * not today.
 */
export const untilText = (moment: Date, now: Date): string =>
  wallClock(moment).date === wallClock(now).date ? clockAt(moment) : dayAndUntilText(moment)

/** The same always with its day, for emails, which are also read on the next one: `6:15 PM on Fri, Nov 27`. */
export const dayAndUntilText = (moment: Date): string =>
  `${clockAt(moment)} on ${formatDate(wallClock(moment).date, 'medium')}`

/** `Table 12 (Floor Seating)`; `A table` for a dinner whose table staff choose on arrival. */
export const tableText = ({ tableNumber, zone }: { tableNumber: number | null; zone: Zone | null }): string =>
  tableNumber === null ? 'A table' : `Table ${tableNumber}${zone === null ? '' : ` (${zone})`}`

/** End of the quiet hours around a moment; null outside of them, and for a date whose guests are told at any hour. */
const morningOf = (moment: Date, date: CalendarDate, now: Date): Date | null =>
  isToldAtAnyHour(date, now) ? null : quietUntil(moment)

/** For guests in line: what becomes of a table that is freed in the quiet hours. Staff may offer it at any hour. */
export const QUIET_HOURS_TEXT =
  'A table that becomes free between 9 PM and 9 AM is kept for the line until the morning, unless its night is running or our team offers it to you before then.'

/**
 * Whether offers for a business date wait until the morning: an offer is lost when it is not answered in time, so none is made
 * while guests sleep. For tonight they are made at any hour from 9 AM on, and until the night is over.
 */
export const isOfferDeferred = (date: CalendarDate, now: Date): boolean => morningOf(now, date, now) !== null

/** End of an offer that is made now. One that is made or would end in the quiet hours ends as long after them as an offer lasts. */
export function offerUntil(
  now: Date,
  { date, offerMinutes }: { readonly date: CalendarDate; readonly offerMinutes: number },
): Date {
  const until = addMinutes(now, offerMinutes)
  const morning = morningOf(until, date, now) ?? morningOf(now, date, now)
  return morning === null ? until : addMinutes(morning, offerMinutes)
}

/** Whether the guest must hear of an offer before the quiet hours are over. */
export function isOfferUrgent(heldUntil: Date | null, now: Date): boolean {
  const morning = quietUntil(now)
  return morning === null || heldUntil === null || heldUntil <= morning
}

/** For a guest whose offer has ended. It may be free for all now, or offered to the next in line. */
export const OFFER_ENDED_TEXT = 'The table is no longer held for you. You were not charged.'

/** The reason that a line has ended: `Afrobeats Friday is called off.` */
export function calledOffText({ night, takesPlace }: Pick<WaitingEntry, 'night' | 'takesPlace'>): string {
  if (!night)
    return takesPlace
      ? 'The opening hours of that day have changed, and that time can no longer be booked.'
      : 'The restaurant is closed on that day.'
  return takesPlace ? `No more tables are sold for ${night.title}.` : `${night.title} is called off.`
}

/** `Afrobeats Friday was moved from Fri, Nov 27 to Sat Nov 28, 9 PM – Sun 5 AM.` */
export const movedText = (entry: Pick<WaitingEntry, 'night' | 'dinnerAt' | 'movedFrom'>): string =>
  `${titleOf(entry)} was moved ${entry.movedFrom === null ? '' : `from ${formatDate(entry.movedFrom, 'medium')} `}to ${whenText(entry)}.`

/** Address of other nights, or of other days for a dinner. */
export const otherDaysPath = ({ night }: Pick<WaitingEntry, 'night'>): string =>
  night ? '/events' : '/reservations?service=dining'

/** Address of the page that shows a party its place in line. */
export const waitingPath = (token: string): string => `/waiting/${token}`

/** Address of the form that joins the line of a night. */
export const nightFormPath = (slug: string): string => `/waiting-list?${new URLSearchParams({ event: slug })}`

/** Facts of an entry for the audit log. */
export const factsOf = (entry: WaitingEntry) => ({
  guestName: entry.guestName,
  guestCount: entry.guestCount,
  title: titleOf(entry),
  date: entry.businessDate,
})
