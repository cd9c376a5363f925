import {
  addDays,
  type CalendarDate,
  formatDate,
  formatNight,
  formatTimes,
  isAfterMidnight,
} from '#lib/venue-time.ts'
import {
  EVENT_CATEGORIES,
  type Event,
  type EventFilter,
  PRICE_FILTERS,
  type PriceFilter,
  type PriceRange,
} from './schema.ts'

export const EVENTS_PER_PAGE = 15
const HOUSE_CLOSES = '05:00'
const MAX_SEARCH = 100

const RANGES: Record<Exclude<PriceFilter, 'All'>, readonly PriceRange[]> = {
  Free: ['free'],
  'Under $50': ['moderate', 'free'],
  '$50-$100': ['expensive'],
  'Over $100': ['expensive'],
}

/** The price ranges a filter lets through, or null when it lets all through. */
export const rangesOf = (filter: PriceFilter): readonly PriceRange[] | null =>
  filter === 'All' ? null : RANGES[filter]

/** Reads the filter and the page from an address. Nothing a guest can type is an error; nonsense is the default. */
export function readEventQuery(query: URLSearchParams): { filter: EventFilter; page: number } {
  const page = Number(query.get('page') ?? '1')
  return {
    filter: {
      category: EVENT_CATEGORIES.find((it) => it === query.get('category')) ?? 'All',
      price: PRICE_FILTERS.find((it) => it === query.get('price')) ?? 'All',
      search: (query.get('q') ?? '').trim().slice(0, MAX_SEARCH),
      past: query.get('past') === '1',
    },
    page: Number.isSafeInteger(page) && page >= 1 && page <= 10_000 ? page : 1,
  }
}

/** `9:00 PM – 2:00 AM`: the display text of an event's time. */
export const timeText = (event: Pick<Event, 'startTime' | 'endTime'>): string =>
  formatTimes(event.startTime, event.endTime)

/** `Fri Nov 27, 9 PM – Sat 5 AM`; an event without an end goes on until the house closes. */
export const nightText = (event: Pick<Event, 'date' | 'startTime' | 'endTime'>): string =>
  formatNight(event.date, event.startTime, event.endTime ?? HOUSE_CLOSES)

/** `Sat`: the day on which a night ends when it is not the day it began on; null when it is, or no end is known. */
export const nextMorning = (event: Pick<Event, 'date' | 'endTime'>): string | null =>
  event.endTime !== null && isAfterMidnight(event.endTime) ? formatDate(addDays(event.date, 1), 'day') : null

/** What home shows: everything of today, and up to three of the nights after it. */
export function splitForHome<E extends { readonly date: CalendarDate }>(
  events: readonly E[],
  today: CalendarDate,
): { today: E[]; upcoming: E[] } {
  return {
    today: events.filter((event) => event.date === today),
    upcoming: events.filter((event) => event.date > today).slice(0, 3),
  }
}

/** The whole dollars of a price as it is displayed, in cents; null where it names none. `Free` is 0. */
export function priceCents(price: string): number | null {
  if (/^\s*free\b/i.test(price)) return 0
  const match = /\$\s?(\d[\d,]*)(?:\.(\d{2}))?/.exec(price)
  if (!match?.[1]) return null
  return Number(match[1].replaceAll(',', '')) * 100 + Number(match[2] ?? 0)
}
