import { listText } from '#lib/text/list-text.ts'
import { type CalendarDate, formatDate, addDays } from '#lib/venue-time.ts'
import { EVENT_CATEGORIES } from '#features/events/schema.ts'
import { EVENT_LIST_TIMES, EVENT_SORTS, type EventListQuery, type EventSort } from './schema.ts'

type DateFacts = {
  readonly date: CalendarDate
  readonly today: CalendarDate
  /** Whether the social lounge opens on the date by the week and the special days. */
  readonly isOpen: boolean
  /** Titles of the other events of the date. */
  readonly others: readonly string[]
}

/** Sentences about the date of an event that staff may have overlooked: they can be meant, so nothing is refused. */
export const dateNotes = ({ date, today, isOpen, others }: DateFacts): string[] => [
  ...(date < today ? ['This date is over: the event will stand under Past.'] : []),
  ...(isOpen ? [] : [`The lounge is closed on ${formatDate(date, 'medium')}.`]),
  ...(others.length === 0
    ? []
    : [`${listText(others)} ${others.length === 1 ? 'is' : 'are'} on that date, on the same floor.`]),
]

const MAX_SEARCH = 160
const MAX_EVENTS = 20_000

/** The order that a query asks for; else past events are listed latest first, all others by date. */
export const eventSortOf = (asked: string | null, when: EventListQuery['when']): EventSort =>
  EVENT_SORTS.find((it) => it === asked) ?? (when === 'past' ? 'latest' : 'soonest')

/** Parses the staff event list's query string. Invalid values fall back to the defaults. */
export function readEventListQuery(query: URLSearchParams): EventListQuery {
  const limit = Number(query.get('limit') ?? '')
  const when = EVENT_LIST_TIMES.find((it) => it === query.get('when')) ?? 'coming'
  return {
    when,
    category: EVENT_CATEGORIES.find((it) => it === query.get('category')) ?? null,
    search: (query.get('q') ?? '').trim().slice(0, MAX_SEARCH),
    sort: eventSortOf(query.get('sort'), when),
    limit: Number.isInteger(limit) && limit > 0 && limit < MAX_EVENTS ? limit : MAX_EVENTS,
  }
}

/** Dates of the weeks in which an event is repeated: those after it, and none that is over. */
export function repeatDates(date: CalendarDate, weeks: number, today: CalendarDate): CalendarDate[] {
  let first = addDays(date, 7)
  while (first < today) first = addDays(first, 7)
  return Array.from({ length: weeks }, (_, week) => addDays(first, 7 * week))
}
