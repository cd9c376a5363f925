import { data, redirect, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { nightText, offSaleReason } from '#features/events/rules.ts'
import { findEvent, findNextEvent } from '#features/events/service.ts'
import { summariseChart } from '#features/floor-plan/chart/rules.ts'
import { buildSeatingChart } from '#features/floor-plan/chart/service.ts'
import { isId } from '#lib/address.ts'
import { withContext } from '#http/context.ts'
import { PendingPage } from '../page/pending-page.tsx'
import { type Deferred, loadThroughCache } from '../page/loader-cache.ts'
import { handleForm } from './event-book-action.ts'
import { EventFailed, EventLoading, EventNotFound } from './event-states.tsx'
import { beginAttempt, type Night } from './event-data.ts'
import { EventNight } from './event-night.tsx'
import { describeEvent } from './event-structured-data.ts'
import { mayUseCache } from './event-cache.ts'
import { rootDataOf, pageMeta } from '../page/page-meta.ts'
import { useRootData } from '../layout/site-layout.tsx'
import { StructuredData } from '../page/structured-data.tsx'
import type { Route } from './+types/event.ts'

/** Loads an event with its seating chart; null where no event matches. */
export const loader = withContext(async (deps, { params, request }: Route.LoaderArgs) => {
  const found = await findEvent(deps, params.event)
  if (!found) return data<{ data: Night | null }>({ data: null }, { status: 404 })
  if (found.kind === 'moved') throw redirect(`/events/${found.slug}${new URL(request.url).search}`, 301)
  const { hasEnded } = found
  const offSale = offSaleReason(found.event, deps.now)
  // Guests must not learn which share of the tables is only shown as reserved.
  const { bookingPercentage: _bookingPercentage, ...event } = found.event
  const [chart, next] = await Promise.all([
    offSale === 'ended' || offSale === 'not_for_sale' || offSale === 'closed'
      ? null
      : buildSeatingChart(deps, found.event, deps.variant),
    hasEnded || event.soldOut || event.closure !== null ? findNextEvent(deps, found.event) : null,
  ])
  const attempt = chart ? await beginAttempt(deps, { event, chart, request }) : null
  return data<{ data: Night | null }>({ data: { event, hasEnded, chart, next, attempt } })
})

/** Handles the booking form of a browser without JavaScript. */
export const action = withContext((deps, args: Route.ActionArgs) => handleForm(deps, args))

// Tables sell quickly: the loader cache keeps an event no longer than the page cache does.
const FRESH_MS = 60_000

/** An id skips the cache: the server redirects it to the slug, and the router must see that before it renders. */
export const clientLoader = ({
  params,
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<Deferred<Night | null>> =>
  isId(params.event) || !mayUseCache()
    ? serverLoader()
    : loadThroughCache({ request, serverLoader, freshMs: FRESH_MS })

/** The other tab is rendered from the loaded data. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  (args.currentUrl.pathname !== args.nextUrl.pathname || args.currentUrl.search === args.nextUrl.search) &&
  args.defaultShouldRevalidate

const MAX_DESCRIPTION = 160

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const root = rootDataOf(matches)
  if (!root || !loaderData || !('data' in loaderData)) return []
  const night = loaderData.data
  if (!night)
    return [{ title: `Event not found | ${root.venue.name}` }, { name: 'robots', content: 'noindex' }]
  const { event } = night
  return pageMeta({
    title: `${event.title} | ${root.venue.name}`,
    description: `${nightText(event)}. ${event.description}`.slice(0, MAX_DESCRIPTION),
    path: `/events/${event.slug}`,
    origin: root.origin,
    siteName: root.venue.name,
    picture: event.picture,
  })
}

export default function Event({ loaderData, params }: Route.ComponentProps) {
  const wasPending = 'pending' in loaderData
  return (
    // The key remounts the page for another event, so that no state carries over.
    <PendingPage key={params.event} deferred={loaderData} skeleton={<EventLoading />}>
      {(night) => (night ? <OpenNight night={night} wasPending={wasPending} /> : <EventNotFound />)}
    </PendingPage>
  )
}

function OpenNight({ night, wasPending }: { night: Night; wasPending: boolean }) {
  const { venue, origin } = useRootData()
  const isReserving = new URLSearchParams(useLocation().search).get('view') === 'reserve'
  const floor = summariseChart(night.chart?.tables ?? [])
  return (
    <>
      {/* The title of pending data is rendered late: `meta` ran before the event was loaded. */}
      {wasPending ? <title>{`${night.event.title} | ${venue.name}`}</title> : null}
      <EventNight night={night} view={isReserving ? 'reserve' : 'details'} />
      <StructuredData
        data={import.meta.env.SSR ? describeEvent({ event: night.event, floor, venue, origin }) : null}
      />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <EventFailed error={error} />
}
