import { data, redirect, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router'
import { nightText, offSaleReason } from '#features/events/rules.ts'
import { findEvent, findNextEvent } from '#features/events/service.ts'
import { summariseChart } from '#features/floor-plan/chart/rules.ts'
import { buildSeatingChart } from '#features/floor-plan/chart/service.ts'
import { isId } from '#lib/address.ts'
import { withContext } from '#http/context.ts'
import { Arrival } from '../page/pending-page.tsx'
import { type Arriving, loadThrough } from '../page/loader-cache.ts'
import { handleForm } from './event-book-action.ts'
import { EventFailed, EventLoading, EventMissing } from './event-states.tsx'
import { beginAttempt, type Night } from './event-data.ts'
import { EventNight } from './event-night.tsx'
import { describeEvent } from './event-structured-data.ts'
import { usesCache } from './event-cache.ts'
import { rootDataOf, pageMeta } from '../page/page-meta.ts'
import { useRootData } from '../layout/site-layout.tsx'
import { StructuredData } from '../page/structured-data.tsx'
import type { Route } from './+types/event.ts'

/** A night and the floor on it; null when there is no such night. */
export const loader = withContext(async (deps, { params, request }: Route.LoaderArgs) => {
  const found = await findEvent(deps, params.event)
  if (!found) return data<{ here: Night | null }>({ here: null }, { status: 404 })
  if (found.kind === 'moved') throw redirect(`/events/${found.slug}${new URL(request.url).search}`, 301)
  const { hasEnded } = found
  const offSale = offSaleReason(found.event, deps.now)
  // How much of the room only looks taken is the house's own business.
  const { bookingPercentage: _bookingPercentage, ...event } = found.event
  const [chart, next] = await Promise.all([
    offSale === 'ended' || offSale === 'not_for_sale' || offSale === 'closed'
      ? null
      : buildSeatingChart(deps, found.event, deps.variant),
    hasEnded || event.soldOut || event.closure !== null ? findNextEvent(deps, found.event) : null,
  ])
  const attempt = chart ? await beginAttempt(deps, { event, chart, request }) : null
  return data<{ here: Night | null }>({ here: { event, hasEnded, chart, next, attempt } })
})

/** A form that was sent without scripts. */
export const action = withContext((deps, args: Route.ActionArgs) => handleForm(deps, args))

// Tables come and go: what is remembered of a night is worth no longer than a page the server keeps.
const FRESH_MS = 60_000

/** An id is answered with another address, which the router must hear of before it opens anything. */
export const clientLoader = ({
  params,
  request,
  serverLoader,
}: Route.ClientLoaderArgs): Promise<Arriving<Night | null>> =>
  isId(params.event) || !usesCache()
    ? serverLoader()
    : loadThrough({ request, serverLoader, freshMs: FRESH_MS })

/** The other tab is drawn from what is here already. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs): boolean =>
  (args.currentUrl.pathname !== args.nextUrl.pathname || args.currentUrl.search === args.nextUrl.search) &&
  args.defaultShouldRevalidate

const MAX_DESCRIPTION = 160

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const root = rootDataOf(matches)
  if (!root || !loaderData || !('here' in loaderData)) return []
  const night = loaderData.here
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
  const isLate = 'coming' in loaderData
  return (
    // One night after another is a page of its own, not the last one with other words.
    <Arrival key={params.event} data={loaderData} blank={<EventLoading />}>
      {(night) => (night ? <OpenNight night={night} isLate={isLate} /> : <EventMissing />)}
    </Arrival>
  )
}

function OpenNight({ night, isLate }: { night: Night; isLate: boolean }) {
  const { venue, origin } = useRootData()
  const isReserving = new URLSearchParams(useLocation().search).get('view') === 'reserve'
  const floor = summariseChart(night.chart?.tables ?? [])
  return (
    <>
      {/* What arrives late was not there when the document's title was written. */}
      {isLate ? <title>{`${night.event.title} | ${venue.name}`}</title> : null}
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
