import { data } from 'react-router'
import { EVENTS_PER_PAGE, readEventQuery } from '#features/events/rules.ts'
import type { Event, EventFilter } from '#features/events/schema.ts'
import { ANY_DAY, whenText } from '#features/events/dates/rules.ts'
import {
  type EventCalendar,
  type EventPage,
  listFeaturedEvents,
  loadEventCalendar,
  loadEventPage,
} from '#features/events/service.ts'
import { EventCard } from '#features/events/ui/event-card.tsx'
import { FeaturedCarousel } from '#features/events/ui/featured-carousel.tsx'
import { countText } from '#lib/text/count.ts'
import { isDatabaseUnavailable } from '#platform/db/db-errors.ts'
import { ButtonLink } from '#ui/button.tsx'
import { StateNote } from '#ui/state.tsx'
import { readPart, type RequestContext, withContext } from '#http/context.ts'
import { ALL_EVENTS, eventsAddress, listAddress, NO_FILTER } from './events-address.ts'
import { EventFilters } from './events-filters.tsx'
import { EventPages } from './events-pages.tsx'
import { NextNights } from './next-nights.tsx'
import { GroupBookings } from '../reservations/group-bookings.tsx'
import { rootDataOf, pageMeta } from '../page/page-meta.ts'
import { useRootData } from '../layout/site-layout.tsx'
import { StructuredData } from '../page/structured-data.tsx'
import type { Route } from './+types/events.ts'

const NONE: EventPage = { events: [], page: 1, pages: 1, total: 0 }

export const loader = withContext(async (deps, { request }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams
  const { filter, page } = readEventQuery(query)
  const month = query.get('month')
  const [featured, list, calendar] = await Promise.all([
    listOrEmpty(deps, () => listFeaturedEvents(deps.db, deps.now), []),
    listOrEmpty(deps, () => loadEventPage(deps, filter, page), NONE),
    listOrEmpty<EventCalendar | null>(deps, () => loadEventCalendar(deps, filter, month), null),
  ])
  const missing = list !== NONE && list.page !== page ? page : null
  return data(
    {
      filter,
      featured: featured.map(toCard),
      list: { ...list, events: list.events.map(toCard) },
      missing,
      calendar,
      isCalendarOpen: month !== null,
    },
    { status: missing === null ? 200 : 404 },
  )
})

/** A list that fails to load stays empty and is logged; an unavailable database still fails the page. */
const listOrEmpty = <List,>(deps: RequestContext, read: () => Promise<List>, empty: List): Promise<List> =>
  readPart(deps, read, {
    empty,
    onError(error) {
      if (isDatabaseUnavailable(error)) throw error
      deps.log.error({ event: 'events.load_failed', err: error }, 'Error fetching events:')
    },
  })

/** The fields an event card shows; the others are not sent to the browser. */
const toCard = ({ host: _host, dj: _dj, ticketsUrl: _ticketsUrl, ...event }: Event) => {
  const { bookingPercentage: _bookingPercentage, startsAt: _startsAt, endsAt: _endsAt, ...card } = event
  return card
}

type Card = ReturnType<typeof toCard>

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const root = rootDataOf(matches)
  if (!root || !loaderData) return []
  const { venue, origin } = root
  const { filter, featured, list } = loaderData
  return pageMeta({
    title: `${filter.past ? 'Past Events' : 'Events'} | ${venue.name}`,
    description: `Nightlife, live music, comedy, spoken word and dining nights at ${venue.name} in ${venue.city}, ${venue.region}.`,
    path: eventsAddress({ ...filter, search: '' }, list.page),
    origin,
    siteName: venue.name,
    picture: featured[0]?.picture ?? list.events[0]?.picture ?? null,
  })
}

export default function Events({ loaderData }: Route.ComponentProps) {
  const { origin } = useRootData()
  const { filter, featured, list } = loaderData
  const isWhole = eventsAddress(filter, list.page) === eventsAddress(NO_FILTER)
  return (
    <>
      <div className="wrap pt-6 md:pt-8">
        <h1 className="mb-4 text-title md:mb-6">
          Events <em className="text-brass">worth the night.</em>
        </h1>
        {isWhole ? <NextNights events={list.events} /> : null}
        {/* On a phone a filtered list comes before the pictures of other nights. */}
        <div className={isWhole ? '' : 'max-md:hidden'}>
          <FeaturedCarousel events={featured} />
        </div>
      </div>
      <div className="zellige-strip mt-12 md:mt-16" aria-hidden="true" />
      <AllEvents {...loaderData} />
      <GroupBookings />
      <StructuredData data={listData(list.events, origin)} />
    </>
  )
}

type ListProps = {
  readonly filter: EventFilter
  readonly list: Omit<EventPage, 'events'> & { readonly events: readonly Card[] }
  /** The requested page number, where no such page exists. */
  readonly missing: number | null
  /** Null where it could not be loaded: the list stands without it. */
  readonly calendar: EventCalendar | null
  readonly isCalendarOpen: boolean
}

const CARD_SIZES = '(min-width: 76rem) 23rem, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 92vw'

function AllEvents({ filter, list, missing, calendar, isCalendarOpen }: ListProps) {
  return (
    <section aria-labelledby={ALL_EVENTS} className="wrap pt-10 md:pt-14">
      <h2 id={ALL_EVENTS} className="mb-6 text-title">
        All Events
      </h2>
      <EventFilters filter={filter} calendar={calendar} isCalendarOpen={isCalendarOpen} />
      <p id="event-count" data-search-results role="status" className="mt-6 mb-5 text-sm text-sand">
        {missing === null ? null : `There is no page ${missing}. This is the last page. `}
        {countLine(list)}
      </p>
      <div id="event-list" data-search-results>
        {list.events.length === 0 ? (
          <NoEvents filter={filter} />
        ) : (
          <ul className="grid grid-cols-1 gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-7">
            {list.events.map((event) => (
              <li key={event.id} className="below-screen [--tall:33rem] sm:[--tall:44.5rem]">
                <EventCard event={event} sizes={CARD_SIZES} hasDescription isInList hasYear={filter.past} />
              </li>
            ))}
          </ul>
        )}
        <EventPages filter={filter} page={list.page} pages={list.pages} />
      </div>
    </section>
  )
}

function countLine({ page, total, events }: ListProps['list']): string {
  if (total <= events.length) return countText(total, 'event')
  const first = (page - 1) * EVENTS_PER_PAGE + 1
  return `${first}–${first + events.length - 1} of ${total} events`
}

function NoEvents({ filter }: { filter: EventFilter }) {
  if (eventsAddress(filter) === eventsAddress(NO_FILTER))
    return (
      <StateNote title="No upcoming events scheduled" text="The next nights are being planned.">
        <ButtonLink href={listAddress({ ...NO_FILTER, past: true })} look="outline">
          See past events
        </ButtonLink>
      </StateNote>
    )
  return (
    <StateNote title="No events found" text={nothingText(filter)}>
      <ButtonLink href={listAddress(NO_FILTER)} look="outline">
        Clear filters
      </ButtonLink>
    </StateNote>
  )
}

function nothingText({ when, ...others }: EventFilter): string {
  const isOnlyDay = eventsAddress({ ...others, when: ANY_DAY }) === eventsAddress(NO_FILTER)
  return isOnlyDay && when !== ANY_DAY
    ? `There is no event ${whenText(when)}.`
    : 'Nothing on the calendar fits all of that.'
}

const listData = (events: readonly Card[], origin: string) => ({
  '@context': 'https://schema.org',
  '@type': 'ItemList',
  itemListElement: events.map((event, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name: event.title,
    url: `${origin}/events/${event.slug}`,
  })),
})
