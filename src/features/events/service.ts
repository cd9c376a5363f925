import { type Month, weeksOf } from '#lib/calendar-month.ts'
import { isId, isSlug } from '#lib/address.ts'
import { businessDate, type CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { calendarMonth, daysOf, whenChoices } from './dates/rules.ts'
import { EVENTS_PER_PAGE, rangesOf, splitForHome, offSaleReason } from './rules.ts'
import type { Event, EventFilter } from './schema.ts'
import { findEventBySlug, findEventSlug, listEventDates, listEvents, listEventsFrom } from './store.ts'

export { keepEvent, listFeaturedEvents } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

const HOME_LIMIT = 5

/** Today's events and up to three later ones, from the next five. */
export async function loadHomeEvents({ db, now }: Deps): Promise<{ today: Event[]; upcoming: Event[] }> {
  const date = businessDate(now)
  return splitForHome(await listEventsFrom(db, { date, now, limit: HOME_LIMIT }), date)
}

export type EventPage = {
  readonly events: Event[]
  readonly page: number
  readonly pages: number
  readonly total: number
}

/** One page of the events list. A page number past the end returns the last page with its own number. */
export async function loadEventPage(
  { db, now }: Deps,
  filter: EventFilter,
  page: number,
): Promise<EventPage> {
  const read = (pageNumber: number) =>
    listEvents(db, {
      filter,
      ranges: rangesOf(filter.price),
      days: daysOf(filter.when, businessDate(now)),
      now,
      limit: EVENTS_PER_PAGE,
      offset: (pageNumber - 1) * EVENTS_PER_PAGE,
    })
  const first = await read(page)
  if (first.events.length > 0 || page === 1) return { ...first, page, pages: pagesOf(first.total) }
  // `count(*) over ()` returns nothing without rows, so the total comes from the first page.
  const last = Math.max(1, pagesOf((await read(1)).total))
  const shown = await read(last)
  return { ...shown, page: last, pages: pagesOf(shown.total) }
}

const pagesOf = (total: number): number => Math.max(1, Math.ceil(total / EVENTS_PER_PAGE))

export type EventCalendar = {
  readonly month: Month
  readonly today: CalendarDate
  /** Weeks from Sunday to Saturday; days of other months are null. */
  readonly weeks: readonly (readonly (CalendarDay | null)[])[]
  readonly choices: ReturnType<typeof whenChoices>
}

type CalendarDay = { readonly date: CalendarDate; readonly titles: readonly string[] }

/** The events of a month by day, and the choices of days that have events to come. */
export async function loadEventCalendar(
  { db, now }: Deps,
  { when }: EventFilter,
  month: string | null,
): Promise<EventCalendar> {
  const today = businessDate(now)
  const events = await listEventDates(db, now)
  const dates = events.map(({ date }) => date)
  const shown = calendarMonth(month, when, { today, dates })
  const titlesOn = (date: CalendarDate) => events.filter((it) => it.date === date).map(({ title }) => title)
  return {
    month: shown,
    today,
    weeks: weeksOf(shown).map((week) =>
      week.map((date) => (date === null ? null : { date, titles: titlesOn(date) })),
    ),
    choices: whenChoices(dates, when),
  }
}

export type FoundEvent =
  | { readonly kind: 'event'; readonly event: Event; readonly hasEnded: boolean }
  | { readonly kind: 'moved'; readonly slug: string }

/** Finds an event by slug. An id resolves to its slug for a redirect. */
export async function findEvent({ db, now }: Deps, address: string): Promise<FoundEvent | null> {
  if (isId(address)) {
    const slug = await findEventSlug(db, address)
    return slug ? { kind: 'moved', slug } : null
  }
  if (!isSlug(address)) return null
  const event = await findEventBySlug(db, address)
  return event ? { kind: 'event', event, hasEnded: event.endsAt <= now } : null
}

const NEXT_EVENT_LIMIT = 12

/** Next event whose tables are on sale, offered to guests when this one is sold out or over. */
export async function findNextEvent({ db, now }: Deps, event: Event): Promise<Event | null> {
  const today = businessDate(now)
  const date = event.date > today ? event.date : today
  const following = await listEventsFrom(db, { date, now, limit: NEXT_EVENT_LIMIT })
  return following.find((it) => it.id !== event.id && offSaleReason(it, now) === null) ?? null
}

const SITEMAP_LIMIT = 1000

/** All upcoming events, for the sitemap. */
export const loadAllEvents = ({ db, now }: Deps): Promise<Event[]> =>
  listEventsFrom(db, { date: businessDate(now), now, limit: SITEMAP_LIMIT })
