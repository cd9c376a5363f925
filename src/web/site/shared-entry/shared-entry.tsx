import { data } from 'react-router'
import { coverEach } from '#features/events/rules.ts'
import { firstNameOf, isUnconfirmed } from '#features/reservation-management/entry-shares/rules.ts'
import type { SharedEntry as Friend } from '#features/reservation-management/entry-shares/schema.ts'
import { findShare, sharedEntryLink } from '#features/reservation-management/entry-shares/service.ts'
import { EntryCode } from '#features/reservations/ui/entry-code.tsx'
import { PassLinks, PassProblem } from '#features/reservations/ui/pass-link.tsx'
import { directionsTo } from '#features/venue/rules.ts'
import { formatStartDate, formatTimes, wallClock } from '#lib/venue-time.ts'
import { qrPath } from '#platform/mail/qr-code.ts'
import { ButtonLink, buttonClass } from '#ui/button.tsx'
import { type RequestContext, withContext } from '#http/context.ts'
import { DirectionsButton } from '../directions/directions-button.tsx'
import { privateMeta } from '../page/page-meta.ts'
import { PrivateFailure } from '../payment/private-failure.tsx'
import type { Route } from './+types/shared-entry.ts'
import { passesOf } from '../my-reservation/guest-page.ts'

/** Loads the friend of a party whom the signed link names: nothing of the host but a first name. */
export const loader = withContext(async (deps, { params, request }: Route.LoaderArgs) => {
  const id = deps.tokens.read('entry_share', params.token)
  const friend = id === null ? undefined : await findShare(deps.db, { id })
  if (!friend || friend.isDeleted) throw data(null, { status: 404 })
  const venue = await deps.loadVenue()
  const state = stateOf(friend, deps.now)
  return {
    name: friend.guestName,
    host: firstNameOf(friend.hostName),
    title: friend.eventTitle ?? `Dinner at ${venue.name}`,
    when: whenOf(friend),
    state,
    cover: state === 'valid' || state === 'waiting' ? coverOf(friend) : null,
    heading: state === 'over' && friend.type === 'dining' ? 'This dinner is over' : TITLES[state],
    entry: state === 'valid' ? entryOf(deps, friend) : null,
    passPaths: passesOf(deps, `/shared-entry/${params.token}`),
    hasPassProblem: new URL(request.url).searchParams.get('pass') === 'unavailable',
    directionsUrl: directionsTo(venue),
    calendarPath: `/shared-entry/${params.token}/calendar.ics`,
  }
})

/** `Friday, November 27, 2026, 9:00 PM – 2:00 AM`: of a night without an end only the start, as its host reads it. */
function whenOf({ type, date, startsAt, endsAt, eventEndTime }: Friend): string {
  const { time } = wallClock(startsAt)
  const end = type === 'dining' ? wallClock(endsAt).time : (eventEndTime?.slice(0, 5) ?? null)
  return `${formatStartDate(date, time)}, ${formatTimes(time, end)}`
}

/** `$25 a person`: the host alone enters free. Null for a dinner and on a free night. */
const coverOf = ({ eventPrice }: Friend): string | null =>
  eventPrice === null ? null : coverEach(eventPrice)

const entryOf = (deps: RequestContext, friend: Friend) => ({
  code: friend.entryCode,
  ...qrPath(sharedEntryLink(deps, friend)),
})

type State = 'valid' | 'waiting' | 'used' | 'taken_back' | 'cancelled' | 'over'

function stateOf(friend: Friend, now: Date): State {
  const { status, isTakenBack, hasArrived, endsAt } = friend
  if (status === 'cancelled') return 'cancelled'
  if (endsAt <= now) return 'over'
  if (hasArrived) return 'used'
  if (isTakenBack) return 'taken_back'
  return isUnconfirmed(friend) ? 'waiting' : 'valid'
}

const TITLES: Record<State, string> = {
  valid: 'Your entry',
  waiting: 'Not confirmed yet',
  used: 'You are in',
  taken_back: 'This code is not valid any more',
  cancelled: 'Cancelled',
  over: 'This night is over',
}

const textOf = (state: State, host: string): string => {
  switch (state) {
    case 'valid':
      return `You come with ${host}'s party. Show this code at the entrance: it lets one guest in, once.`
    case 'waiting':
      return `Our team still has to confirm the table of ${host}'s party. Your code appears here once they have.`
    case 'used':
      return `You came in with ${host}'s party. Have a good time.`
    case 'taken_back':
      return `${host} took this code back. Please ask ${host} for another one.`
    case 'cancelled':
      return `${host}'s reservation was cancelled, so this code is not valid any more.`
    case 'over':
      return 'Thank you for joining us.'
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  privateMeta(matches, 'Your entry', 'An entry code of your own.')

export const ErrorBoundary = ({ error }: Route.ErrorBoundaryProps) => (
  <PrivateFailure error={error} what="Entry" />
)

export default function SharedEntry({ loaderData }: Route.ComponentProps) {
  const { name, host, heading, title, when, cover, state, entry } = loaderData
  const { directionsUrl, calendarPath, passPaths, hasPassProblem } = loaderData
  return (
    <div className="mx-auto max-w-2xl">
      <p className="eyebrow">With {host}'s party</p>
      <h1 className="mt-3 text-title">{heading}</h1>
      <p className="mt-3 max-w-prose text-lg text-sand">{textOf(state, host)}</p>
      {entry && hasPassProblem ? <PassProblem /> : null}
      <div className="mt-6 rounded-card border border-bark bg-ember p-5 sm:p-7">
        <p className="font-display text-2xl wrap-anywhere">{name}</p>
        <p className="mt-4 font-semibold">{title}</p>
        <p className="text-sand">{when}</p>
        {cover === null ? null : (
          <>
            <p className="mt-4 text-sm text-dune">Cover at the door, a separate fee</p>
            <p className="font-semibold">{cover}</p>
          </>
        )}
        {entry ? (
          <div className="mt-6 border-t border-dashed border-clay pt-6">
            <EntryCode {...entry} />
          </div>
        ) : null}
      </div>
      <div className="no-print mt-6 flex flex-wrap gap-3">
        {entry ? (
          <>
            <PassLinks paths={passPaths} />
            <a href={calendarPath} download className={buttonClass('outline')}>
              Add to Calendar
            </a>
            <DirectionsButton url={directionsUrl} />
          </>
        ) : state === 'waiting' ? (
          <DirectionsButton url={directionsUrl} />
        ) : (
          <>
            <ButtonLink href="/events" look="outline">
              Browse events
            </ButtonLink>
            {state === 'taken_back' || state === 'cancelled' ? (
              <a href={calendarPath} download className={buttonClass('outline')}>
                Remove from Calendar
              </a>
            ) : null}
          </>
        )}
      </div>
    </div>
  )
}
