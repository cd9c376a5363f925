import { nightText } from '#lib/venue-time.ts'
import { data, redirect, useLocation } from 'react-router'
import { offSaleReason } from '#features/events/rules.ts'
import { findEvent, findNextEvent } from '#features/events/service.ts'
import { readVariant, summariseChart } from '#features/floor-plan/chart/rules.ts'
import type { SeatingChart } from '#features/floor-plan/chart/schema.ts'
import { buildSeatingChart } from '#features/floor-plan/chart/service.ts'
import { currentSharePicturePath } from '#features/media/share-pictures/service.ts'
import { NIGHT_WAITING_FORM } from '#features/waiting-list/joining/schema.ts'
import { readPart, withContext } from '#http/context.ts'
import { issueDailyFormToken } from '#forms/form-token.ts'
import { handleForm } from './event-book-action.ts'
import { EventFailed, EventNotFound } from './event-states.tsx'
import { beginAttempt, type Night } from './event-data.ts'
import type { NextEvent } from './event-notice.tsx'
import { EventNight } from './event-night.tsx'
import { describeEvent } from './event-structured-data.ts'
import { rootDataOf, pageMeta } from '../page/page-meta.ts'
import { useRootData } from '../layout/site-layout.tsx'
import { shareEvent } from '../share/share-subjects.ts'
import { StructuredData } from '../page/structured-data.tsx'
import type { Route } from './+types/event.ts'

type EventData = { readonly night: Night | null; readonly sharePicture?: string }

/** Loads an event with its seating chart; null where no event matches. */
export const loader = withContext(async (deps, { params, request }: Route.LoaderArgs) => {
  const found = await findEvent(deps, params.event)
  if (!found) return data<EventData>({ night: null }, { status: 404 })
  if (found.kind === 'moved') throw redirect(`/events/${found.slug}${new URL(request.url).search}`, 301)
  const { hasEnded } = found
  const offSale = offSaleReason(found.event, deps.now)
  const variant = readVariant(new URL(request.url).searchParams.get('chart')) ?? deps.variant
  // Guests must not learn which share of the tables is only shown as reserved.
  const { bookingPercentage: _bookingPercentage, ...event } = found.event
  const [venue, read, next] = await Promise.all([
    deps.loadVenue(),
    offSale === 'ended' || offSale === 'not_for_sale' || offSale === 'closed'
      ? null
      : readPart<SeatingChart | 'unread'>(deps, () => buildSeatingChart(deps, found.event, variant), {
          empty: 'unread',
          onError: (err) =>
            deps.log.error(
              { event: 'seating_chart.load_failed', err },
              'the seating chart could not be read',
            ),
        }),
    readPart<NextEvent | null>(deps, () => findNextEvent(deps, found.event), {
      empty: null,
      onError: (err) => deps.log.error({ event: 'events.load_failed', err }, 'Error fetching events:'),
    }),
  ])
  const isChartUnread = read === 'unread'
  const chart = read === 'unread' ? null : read
  const attempt = chart ? await beginAttempt(deps, { event, chart, request }) : null
  const waitingToken = chart ? issueDailyFormToken(deps, NIGHT_WAITING_FORM.name) : null
  return data<EventData>({
    night: { event, hasEnded, chart, isChartUnread, next, waitingToken, attempt },
    sharePicture: currentSharePicturePath(shareEvent(event, venue)),
  })
})

/** Handles the booking form of a browser without JavaScript. */
export const action = withContext((deps, args: Route.ActionArgs) => handleForm(deps, args))

const MAX_DESCRIPTION = 160

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const root = rootDataOf(matches)
  if (!root) return []
  if (!loaderData) return [{ title: `Event | ${root.venue.name}` }]
  const { night, sharePicture } = loaderData
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
    pictureAlt: event.title,
    ...(sharePicture === undefined ? {} : { sharePicture }),
  })
}

export default function EventPage({ loaderData: { night }, actionData }: Route.ComponentProps) {
  const { venue, origin } = useRootData()
  const { search } = useLocation()
  if (!night) return <EventNotFound />
  const isReserving = new URLSearchParams(search).get('view') === 'reserve'
  const floor = summariseChart(night.chart?.tables ?? [])
  return (
    <>
      <EventNight
        night={night}
        view={isReserving ? 'reserve' : 'details'}
        search={search}
        answer={actionData ?? null}
      />
      {night.isChartUnread ? null : (
        <StructuredData data={describeEvent({ ...night, floor, venue, origin })} />
      )}
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <EventFailed error={error} />
}
