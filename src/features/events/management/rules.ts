import { listText } from '#lib/text/list-text.ts'
import { type CalendarDate, formatDate, addDays } from '#lib/venue-time.ts'
import { EVENT_CATEGORIES } from '#features/events/schema.ts'
import { listedNote } from '#features/guest-lists/night-changes/rules.ts'
import {
  EVENT_LIST_TIMES,
  EVENT_SORTS,
  type EventListQuery,
  type EventSort,
  type StaffEvent,
} from './schema.ts'

type Told = Pick<StaffEvent, 'waiting' | 'listed' | 'closure'>

const waitingText = (count: number, one: string, many: string): string =>
  count === 1 ? `1 party waits for a table. It ${one}` : `${count} parties wait for a table. They ${many}`

/** Sentences together; undefined where there is none. */
const together = (...notes: readonly (string | undefined)[]): string | undefined =>
  notes.filter((it) => it !== undefined).join(' ') || undefined

/**
 * `2 parties wait for a table. They are told by email …`, and the names on guest lists, for the question before a deletion; undefined
 * where no guest is concerned.
 */
export const calledOffNote = ({ waiting, listed, closure }: Told): string | undefined =>
  together(
    waiting > 0
      ? waitingText(
          waiting,
          'is told by email that the night is called off, and leaves the list.',
          'are told by email that the night is called off, and leave the list.',
        )
      : undefined,
    // Guests of a day that is closed with its events cancelled know already.
    closure === 'cancelled' ? undefined : listedNote(listed),
  )

/** The same for a form that moves a night: parties in line are told of another date, guests on lists of another start as well. */
export const movedNote = (
  { waiting, listed }: Pick<Told, 'waiting' | 'listed'>,
  { isOtherDate }: { readonly isOtherDate: boolean },
): string | undefined =>
  together(
    waiting > 0 && isOtherDate
      ? waitingText(
          waiting,
          'keeps its place and is told the new date by email.',
          'keep their places and are told the new date by email.',
        )
      : undefined,
    listedNote(listed),
  )

/** The same for a form that takes the tables of a night off sale; null where none waits. */
export const offSaleNote = (waiting: number): string | null =>
  waiting > 0
    ? waitingText(
        waiting,
        'is told by email that no more tables are sold, and leaves the list.',
        'are told by email that no more tables are sold, and leave the list.',
      )
    : null

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
