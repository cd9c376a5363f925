import { data } from 'react-router'
import { EVENTS_PER_PAGE, readEventQuery } from '#features/events/rules.ts'
import type { Event, EventFilter } from '#features/events/schema.ts'
import { type EventPage, loadEventPage, listFeaturedEvents } from '#features/events/service.ts'
import { EventCard } from '#features/events/ui/event-card.tsx'
import { FeaturedCarousel } from '#features/events/ui/featured-carousel.tsx'
import { countText } from '#lib/text/count.ts'
import { isDatabaseUnavailable } from '#platform/db/db-errors.ts'
import { ButtonLink } from '#ui/button.tsx'
import { StateNote } from '#ui/state.tsx'
import { readPart, type RequestContext, withContext } from '#http/context.ts'
import { ALL_EVENTS, eventsAddress, NO_FILTER } from './events-address.ts'
import { EventFilters } from './events-filters.tsx'
import { EventPages } from './events-pages.tsx'
import { GroupBookings } from '../reservations/group-bookings.tsx'
import { rootDataOf, pageMeta } from '../page/page-meta.ts'
import { useRootData } from '../layout/site-layout.tsx'
import { StructuredData } from '../page/structured-data.tsx'
import type { Route } from './+types/events.ts'

const NONE: EventPage = { events: [], page: 1, pages: 1, total: 0 }

export const loader = withContext(async (deps, { request }: Route.LoaderArgs) => {
  const { filter, page } = readEventQuery(new URL(request.url).searchParams)
  const [featured, list] = await Promise.all([
    listOrEmpty(deps, () => listFeaturedEvents(deps.db, deps.now), []),
    listOrEmpty(deps, () => loadEventPage(deps, filter, page), NONE),
  ])
  const missing = list !== NONE && list.page !== page ? page : null
  return data(
    { filter, featured: featured.map(toCard), list: { ...list, events: list.events.map(toCard) }, missing },
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

export default function Events({ loaderData: { filter, featured, list, missing } }: Route.ComponentProps) {
  const { origin } = useRootData()
  return (
    <>
      <div className="wrap pt-6 md:pt-8">
        <h1 className="mb-4 text-title md:mb-6">
          Events <em className="text-brass">worth the night.</em>
        </h1>
        <FeaturedCarousel events={featured} />
      </div>
      <div className="zellige-strip mt-12 md:mt-16" aria-hidden="true" />
      <AllEvents filter={filter} list={list} missing={missing} />
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
}

const CARD_SIZES = '(min-width: 76rem) 23rem, (min-width: 64rem) 30vw, (min-width: 40rem) 46vw, 92vw'

function AllEvents({ filter, list, missing }: ListProps) {
  return (
    <section aria-labelledby={ALL_EVENTS} className="wrap pt-10 md:pt-14">
      <h2 id={ALL_EVENTS} className="mb-6 text-title">
        All Events
      </h2>
      <EventFilters filter={filter} />
      <p id="event-count" data-search-results role="status" className="mt-6 mb-5 text-sm text-sand">
        {missing === null ? null : `There is no page ${missing}. This is the last page. `}
        {countLine(list)}
      </p>
      <div id="event-list" data-search-results>
        {list.events.length === 0 ? (
          <NoEvents filter={filter} />
        ) : (
          <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3 lg:gap-7">
            {list.events.map((event) => (
              <li key={event.id}>
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
        <ButtonLink href={eventsAddress({ ...NO_FILTER, past: true })} look="outline">
          See past events
        </ButtonLink>
      </StateNote>
    )
  return (
    <StateNote title="No events found" text="Nothing on the calendar fits all of that.">
      <ButtonLink href={eventsAddress(NO_FILTER)} look="outline">
        Clear filters
      </ButtonLink>
    </StateNote>
  )
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
