import type { OffSale } from '#features/reservations/schema.ts'
import { type Cents, formatUsdShort } from '#lib/money.ts'
import { addDays, type CalendarDate, formatDate, isAfterMidnight } from '#lib/venue-time.ts'
import { readWhen } from './dates/rules.ts'
import {
  EVENT_CATEGORIES,
  type Event,
  type EventFilter,
  PRICE_FILTERS,
  type PriceFilter,
  type PriceRange,
} from './schema.ts'

export const EVENTS_PER_PAGE = 15
const MAX_SEARCH = 100

const RANGES: Record<Exclude<PriceFilter, 'All'>, readonly PriceRange[]> = {
  Free: ['free'],
  'Under $50': ['moderate', 'free'],
  '$50-$100': ['expensive'],
  'Over $100': ['expensive'],
}

type EventRow = {
  readonly mediaId: string | null
  readonly width: number | null
  readonly height: number | null
  readonly startTime: string
  readonly endTime: string | null
}

/** Converts the joined picture and the clock times of a row; all other columns stay as they are. */
export const toEvent = <Row extends EventRow>({ mediaId, width, height, ...row }: Row) => ({
  ...row,
  startTime: row.startTime.slice(0, 5),
  endTime: row.endTime?.slice(0, 5) ?? null,
  picture: mediaId && width && height ? { id: mediaId, width, height } : null,
})

/** Price ranges that pass the filter; null for all. */
export const rangesOf = (filter: PriceFilter): readonly PriceRange[] | null =>
  filter === 'All' ? null : RANGES[filter]

const MAX_PAGE = 10_000

/**
 * Parses filter and page from the query string. Invalid values fall back to defaults; a page beyond any real one is
 * capped and answered with 404.
 */
export function readEventQuery(query: URLSearchParams): { filter: EventFilter; page: number } {
  const page = query.get('page') ?? ''
  return {
    filter: {
      category: EVENT_CATEGORIES.find((it) => it === query.get('category')) ?? 'All',
      price: PRICE_FILTERS.find((it) => it === query.get('price')) ?? 'All',
      search: (query.get('q') ?? '').trim().slice(0, MAX_SEARCH),
      past: query.get('past') === '1',
      when: readWhen(query.get('when')),
    },
    page: /^[1-9]\d*$/.test(page) ? Math.min(Number(page), MAX_PAGE) : 1,
  }
}

/** Badge on the event's picture, such as `Sold out`; null while tables are on sale. */
export function saleBadge({ soldOut, closure }: Pick<Event, 'soldOut' | 'closure'>): string | null {
  if (closure !== null) return closure === 'cancelled' ? 'Cancelled' : 'Not on sale'
  return soldOut ? 'Sold out' : null
}

/** Notices shown to guests when the event's service is closed that day. */
export const CLOSURE_NOTICES = {
  cancelled: {
    title: 'Event Cancelled',
    text: 'This event will not take place. Guests with a table have been emailed.',
  },
  not_sold: {
    title: 'Not on Sale',
    text: 'We are closed that night, so tables of this event are not on sale.',
  },
} as const

export const SOLD_OUT_NOTICE = {
  title: 'Event Sold Out',
  text: 'This event is sold out and no longer accepting reservations.',
} as const

/** Notice on an open page whose event goes off sale. */
export function offSaleNotice(reason: OffSale): { readonly title: string; readonly text: string } {
  switch (reason) {
    case 'sold_out':
      return SOLD_OUT_NOTICE
    case 'closed':
      return CLOSURE_NOTICES.not_sold
    case 'ended':
      return { title: 'Event Over', text: 'This event has ended and no longer takes reservations.' }
    case 'not_for_sale':
      return { title: 'No Tables for Sale', text: 'Tables for this event are not sold online.' }
  }
}

type SaleFacts = Pick<Event, 'tablesForSale' | 'soldOut' | 'endsAt' | 'closure'>

/**
 * Reason why the event's tables cannot be booked online; null where they can. Screens and the hold service share this
 * check.
 */
export function offSaleReason(
  { tablesForSale, soldOut, endsAt, closure }: SaleFacts,
  now: Date,
): OffSale | null {
  if (endsAt <= now) return 'ended'
  if (closure !== null) return 'closed'
  if (!tablesForSale) return 'not_for_sale'
  return soldOut ? 'sold_out' : null
}

/** Weekday after the night, such as `Sat`; null if the event ends before midnight or has no end. */
export const nextMorning = (event: Pick<Event, 'date' | 'endTime'>): string | null =>
  event.endTime !== null && isAfterMidnight(event.endTime) ? formatDate(addDays(event.date, 1), 'day') : null

/** Splits events for the home page: all of today's, and up to three later ones. */
export function splitForHome<E extends { readonly date: CalendarDate }>(
  events: readonly E[],
  today: CalendarDate,
): { today: E[]; upcoming: E[] } {
  return {
    today: events.filter((event) => event.date === today),
    upcoming: events.filter((event) => event.date > today).slice(0, 3),
  }
}

/** First amount in a displayed price, in cents; null where it names none. `Free` is 0. */
export function priceCents(price: string): Cents | null {
  if (isFree(price)) return 0
  return amountsIn(price)[0] ?? null
}

const amountsIn = (price: string): Cents[] =>
  [...price.matchAll(/\$\s?(\d[\d,]*)(?:\.(\d{2}))?/g)].map(
    ([, dollars = '', cents]) => Number(dollars.replaceAll(',', '')) * 100 + Number(cents ?? 0),
  )

/** True if no guest pays cover. `Free before 11 PM, $20 after` is not free. */
export const isFree = (price: string): boolean => {
  const amounts = amountsIn(price)
  return amounts.length === 0 ? /^\s*(free|no cover)\b/i.test(price) : amounts.every((it) => it === 0)
}

/** Price as guests read it: `$0` is told as `Free`, every other text as it was typed. */
export const priceText = (price: string): string =>
  amountsIn(price).length > 0 && isFree(price) ? 'Free' : price

/** Cover for a person, in cents. Null on a free night, and where the price does not name exactly one amount, such as `$20 – $40`. */
export function coverEachCents(price: string): Cents | null {
  const [eachCents = 0, ...others] = amountsIn(price)
  return eachCents === 0 || others.length > 0 || /\bfree\b/i.test(price) ? null : eachCents
}

/** The highest amount in a displayed price and the lowest, if it names several. A free night has none. */
export function coverPricesIn(price: string): { readonly high: Cents | null; readonly low: Cents | null } {
  const amounts = amountsIn(price).filter((it) => it > 0)
  if (amounts.length === 0) return { high: null, low: null }
  const [high, low] = [Math.max(...amounts), Math.min(...amounts)]
  return { high, low: low < high ? low : null }
}

/** `$25 a person`; null on a free night. */
export function coverEach(price: string): string | null {
  if (isFree(price)) return null
  const cents = coverEachCents(price)
  return `${cents === null ? price : formatUsdShort(cents)} a person`
}

const payText = (payers: number): string => (payers === 1 ? 'pays' : 'pay')

/**
 * Cover: `$25 a person, 5 of your 6 pay: $125 at the door`; without a party (`guests` is null) `$25 a person`; null on a free night.
 * The holder of a reservation enters free; a merged party has several.
 */
export function coverText(price: string, guests: number | null, holders = 1): string | null {
  const each = coverEach(price)
  if (each === null || guests === null) return each
  const payers = guests - holders
  if (payers <= 0) return `${each}, and you enter free: nothing to pay at the door`
  const cents = coverEachCents(price)
  if (cents === null)
    return `${each} at the door, for ${holders === 1 ? 'everyone but you' : `${payers} of your ${guests}`}`
  return `${each}, ${payers} of your ${guests} ${payText(payers)}: ${formatUsdShort(cents * payers)} at the door`
}

/** Cover as staff read it: `$125 (5 of 6 pay $25)`; null on a free night. */
export function coverForStaff(price: string, guests: number, holders = 1): string | null {
  const each = coverEach(price)
  if (each === null) return null
  const payers = guests - holders
  if (payers <= 0)
    return `Nothing, ${guests === 1 ? 'the holder enters' : 'the holders enter'} free (${each})`
  const cents = coverEachCents(price)
  if (cents === null) return `${each}, for ${payers} of ${guests}`
  return `${formatUsdShort(cents * payers)} (${payers} of ${guests} ${payText(payers)} ${formatUsdShort(cents)})`
}
