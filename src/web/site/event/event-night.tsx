import { nightText } from '#lib/venue-time.ts'
import type { PlainAnswer } from '#features/holds/ui/booking/plain-booking.tsx'
import { EventFacts } from '#features/events/ui/event-facts.tsx'
import { isFree, saleBadge, CLOSURE_NOTICES, SOLD_OUT_NOTICE } from '#features/events/rules.ts'
import { Picture } from '#features/media/ui/picture.tsx'
import { Badge } from '#ui/badge.tsx'
import { StateNote } from '#ui/state.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { NIGHT_FORM_TITLE } from '#features/waiting-list/schema.ts'
import { BackToEvents } from './event-states.tsx'
import type { Night } from './event-data.ts'
import { EventNotice } from './event-notice.tsx'
import { useRootData } from '../layout/site-layout.tsx'
import { FirstScreenEnd } from '../layout/first-screen-end.tsx'
import { ReloadLink } from '../page/reload-link.tsx'
import { ShareLink } from '../share/share-link.tsx'
import { EventTables } from './event-tables.tsx'
import { WaitingListSection } from './waiting-list-section.tsx'

type Props = {
  readonly night: Night
  /** The tab that a phone shows; a wide screen shows both. */
  readonly view: 'details' | 'reserve'
  readonly search: string
  /** Answer to the booking form of a browser without JavaScript. */
  readonly answer: PlainAnswer | null
}

const RESERVE = 'reserve'

export function EventNight({ night, view, search, answer }: Props) {
  const { venue, origin } = useRootData()
  const { event, chart, hasEnded } = night
  const path = `/events/${event.slug}`
  const requestAt = `/reservations?service=nightlife&event=${event.slug}`
  const hasTables = chart !== null || night.isChartUnread
  const shown = hasTables ? view : 'details'
  const onDetails = shown === 'details' ? '' : 'max-lg:hidden'
  const canReserve = chart !== null && !event.soldOut
  return (
    <article>
      <div className="wrap pt-3 md:pt-6">
        <BackToEvents />
        <div className="mt-2 grid gap-x-8 gap-y-6 md:grid-cols-[2fr_3fr] lg:mt-5 lg:grid-cols-[5fr_7fr] lg:grid-rows-[auto_auto_1fr] lg:gap-x-14">
          <NightHeading night={night} />
          {hasTables ? <ViewTabs path={path} view={shown} /> : null}
          <Notice night={night} requestAt={requestAt} />
          <div className={`lg:col-start-1 lg:row-span-3 lg:row-start-1 ${onDetails}`}>
            <Picture
              picture={event.picture}
              alt={`Poster of ${event.title}`}
              sizes="(min-width: 64rem) min(40vw, 29rem), (min-width: 48rem) 36vw, 66vw"
              isFirst={shown === 'details'}
              className="aspect-4/5 w-full rounded-card border border-bark object-cover shadow-2xl shadow-black/70 lg:sticky lg:top-26"
            />
          </div>
          <div className={`lg:col-start-2 lg:row-start-3 ${onDetails}`}>
            <EventFacts
              event={event}
              reserveAt={canReserve ? `?view=reserve#${RESERVE}` : null}
              requestAt={!hasEnded && !event.tablesForSale && event.closure === null ? requestAt : null}
            />
            <p className="mt-6">
              <ShareLink
                label="Share this event"
                text={`${event.title} at ${venue.name}, ${nightText(event)}`}
                url={origin + path}
              />
            </p>
          </div>
        </div>
      </div>
      <FirstScreenEnd />
      {hasTables ? (
        <section
          id={RESERVE}
          aria-label="Reserve Table"
          className={shown === 'reserve' ? '' : 'max-lg:hidden'}
        >
          <div className="zellige-strip mt-16 max-lg:hidden" aria-hidden="true" />
          <div className="wrap flex flex-col gap-8 pt-8 lg:pt-14">
            {chart ? (
              <EventTables {...{ night, chart, requestAt, search, answer }} />
            ) : (
              <StateNote role="alert" title="The seating chart could not be loaded">
                <ReloadLink label="Try again" />
              </StateNote>
            )}
            <WaitingListSection night={night} search={search} />
          </div>
        </section>
      ) : null}
    </article>
  )
}

const NightHeading = ({ night: { event, hasEnded } }: { night: Night }) => (
  <header className="md:max-lg:col-span-2 lg:col-start-2 lg:row-start-1">
    <p className="flex flex-wrap gap-2">
      <Badge tone="brass">{event.category}</Badge>
      {isFree(event.price) ? <Badge tone="teal">Free</Badge> : null}
      {saleBadge(event) ? <Badge tone="burgundy">{saleBadge(event)}</Badge> : null}
      {hasEnded ? <Badge>Ended</Badge> : null}
    </p>
    <h1 className="mt-3 text-title lg:text-hero">{event.title}</h1>
    <p className="mt-2 font-display text-xl text-brass italic lg:mt-4 lg:text-2xl">{nightText(event)}</p>
  </header>
)

const ViewTabs = ({ path, view }: { path: string; view: Props['view'] }) => (
  <div className="md:col-span-2 lg:hidden">
    <LinkTabs
      label="This event"
      tabs={[
        { to: `${path}?view=details`, label: 'Event Details', isCurrent: view === 'details' },
        { to: `${path}?view=reserve`, label: 'Reserve Table', isCurrent: view === 'reserve' },
      ]}
    />
  </div>
)

function Notice({ night, requestAt }: { night: Night; requestAt: string }) {
  const { event, hasEnded, next } = night
  if (hasEnded)
    return (
      <EventNotice
        title="This event has ended"
        text="Thank you to everyone who came. See you another night."
        next={next}
        requestAt={null}
      />
    )
  if (event.closure !== null)
    return <EventNotice {...CLOSURE_NOTICES[event.closure]} next={next} requestAt={null} />
  if (!event.soldOut) return null
  return (
    <EventNotice
      {...SOLD_OUT_NOTICE}
      next={next}
      requestAt={requestAt}
      waitingAt={night.waitingToken === null ? null : `?view=reserve#${NIGHT_FORM_TITLE}`}
    />
  )
}
