import { ANY_DAY } from '#features/events/dates/rules.ts'
import type { EventFilter } from '#features/events/schema.ts'
import type { Month } from '#lib/calendar-month.ts'

export const ALL_EVENTS = 'all-events'

export const NO_FILTER: EventFilter = {
  category: 'All',
  price: 'All',
  search: '',
  past: false,
  when: ANY_DAY,
}

/** Query parameters of a filter. Defaults are left out, so that each list has one URL. */
export function eventParams(filter: EventFilter): Record<string, string> {
  const { category, price, search, past, when } = filter
  return {
    ...(search === '' ? {} : { q: search }),
    ...(category === 'All' ? {} : { category }),
    ...(price === 'All' ? {} : { price }),
    ...(past ? { past: '1' } : {}),
    ...(when === ANY_DAY ? {} : { when }),
  }
}

/** Id of the calendar, to which its own links lead. */
export const EVENT_CALENDAR = 'calendar'

/** URL of a filtered list with the calendar open at a month. */
export const calendarAddress = (filter: EventFilter, month: Month): string =>
  `/events?${new URLSearchParams({ ...eventParams(filter), month })}#${EVENT_CALENDAR}`

/** URL of a filtered list. A changed filter starts at page 1. */
export function eventsAddress(filter: EventFilter, page = 1): string {
  const params = { ...eventParams(filter), ...(page === 1 ? {} : { page: String(page) }) }
  const query = new URLSearchParams(params).toString()
  return query ? `/events?${query}` : '/events'
}

/** URL of a filtered list at the list itself, below the nights that every visit begins with. */
export const listAddress = (filter: EventFilter, page = 1): string =>
  `${eventsAddress(filter, page)}#${ALL_EVENTS}`
