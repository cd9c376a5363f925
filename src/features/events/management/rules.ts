import { EVENT_CATEGORIES } from '#features/events/schema.ts'
import { EVENT_LIST_TIMES, type EventListQuery } from './schema.ts'

const MAX_SEARCH = 160
const MAX_EVENTS = 20_000

/** Parses the staff event list's query string. Invalid values fall back to the defaults. */
export function readEventListQuery(query: URLSearchParams): EventListQuery {
  const limit = Number(query.get('limit') ?? '')
  return {
    when: EVENT_LIST_TIMES.find((it) => it === query.get('when')) ?? 'coming',
    category: EVENT_CATEGORIES.find((it) => it === query.get('category')) ?? null,
    search: (query.get('q') ?? '').trim().slice(0, MAX_SEARCH),
    limit: Number.isInteger(limit) && limit > 0 && limit < MAX_EVENTS ? limit : MAX_EVENTS,
  }
}
