import { nightText } from '#features/events/rules.ts'
import type { Zone } from '#features/venue/schema.ts'
import { addMinutes, formatClock, formatDate, wallClock } from '#lib/venue-time.ts'
import type { WaitingEntry } from './schema.ts'

type Party = { readonly guestCount: number; readonly zone: Zone | null }
type Table = { readonly maxGuests: number; readonly location: Zone }

/** Whether a table is large enough for a party, in the zone that it asked for. */
const fits = (party: Party, table: Table): boolean =>
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

/** `9:42 PM` at the venue, rounded down: no guest is promised a minute that the offer does not have. */
export const untilText = (moment: Date): string => formatClock(wallClock(moment).time)

/** The same with its day, for emails, which are also read on the next one: `6:15 PM on Fri, Nov 27`. */
export const dayAndUntilText = (moment: Date): string =>
  `${untilText(moment)} on ${formatDate(wallClock(moment).date, 'medium')}`

/** `Table 12 (Floor Seating)`; `A table` for a dinner whose table staff choose on arrival. */
export const tableText = ({ tableNumber, zone }: { tableNumber: number | null; zone: Zone | null }): string =>
  tableNumber === null ? 'A table' : `Table ${tableNumber}${zone === null ? '' : ` (${zone})`}`

/** End of an offer that is made now. */
export const offerUntil = (now: Date, { offerMinutes }: { readonly offerMinutes: number }): Date =>
  addMinutes(now, offerMinutes)

/** Address of the page that shows a party its place in line. */
export const waitingPath = (token: string): string => `/waiting/${token}`

/** Address of the form that joins the line of a night. */
export const nightFormPath = (slug: string): string => `/waiting-list?${new URLSearchParams({ event: slug })}`
