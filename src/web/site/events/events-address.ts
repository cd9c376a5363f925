import type { EventFilter } from '#features/events/schema.ts'

export const ALL_EVENTS = 'all-events'

export const NO_FILTER: EventFilter = { category: 'All', price: 'All', search: '', past: false }

/** The parameters of a filter. What goes without saying is left out, so that one list has one address. */
export function eventParams(filter: EventFilter): Record<string, string> {
  const { category, price, search, past } = filter
  return {
    ...(search === '' ? {} : { q: search }),
    ...(category === 'All' ? {} : { category }),
    ...(price === 'All' ? {} : { price }),
    ...(past ? { past: '1' } : {}),
  }
}

/** Where a filtered list is. A change of the filter begins at its first page again. */
export function eventsAddress(filter: EventFilter, page = 1): string {
  const params = { ...eventParams(filter), ...(page === 1 ? {} : { page: String(page) }) }
  const query = new URLSearchParams(params).toString()
  return query ? `/events?${query}` : '/events'
}
