import { nightText } from '#lib/venue-time.ts'
import { readPartySize } from '#features/floor-plan/chart/rules.ts'
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
  const hasTables = chart !== null || night.isChartUnread
  const shown = hasTables ? view : 'details'
  const onDetails = shown === 'details' ? '' : 'max-lg:hidden'
  const canReserve = chart !== null && !event.soldOut
  // The party that a guest has chosen goes along.
  const guests = readPartySize(new URLSearchParams(search))
  const party = guests === null ? '' : `&guests=${guests}`
  const requestTables = `/reservations?service=nightlife&event=${event.slug}`
  const requestAt = requestTables + party
  return (
    <article>
      <div className="wrap pt-3 md:pt-6">
        <BackToEvents />
        <div
          data-names-party
          className="mt-2 grid gap-x-8 gap-y-6 md:grid-cols-[2fr_3fr] lg:mt-5 lg:grid-cols-[5fr_7fr] lg:grid-rows-[auto_auto_1fr] lg:gap-x-14"
        >
          <NightHeading night={night} />
          {hasTables ? <ViewTabs {...{ path, party }} view={shown} /> : null}
          <Notice {...{ night, requestAt, party }} />
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
              reserveAt={canReserve ? `?view=reserve${party}#${RESERVE}` : null}
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
              <EventTables
                {...{ night, chart, search, answer }}
                requestAt={requestTables}
                isReserving={shown === 'reserve'}
              />
            ) : (
              <StateNote role="alert" title="The seating chart could not be loaded">
                <ReloadLink label="Try again" />
              </StateNote>
            )}
            <WaitingListSection night={night} search={search} requestAt={requestAt} />
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
    <h1 className="mt-3 text-title wrap-anywhere lg:text-hero">{event.title}</h1>
    <p className="mt-2 font-display text-xl text-brass italic lg:mt-4 lg:text-2xl">{nightText(event)}</p>
  </header>
)

type TabsProps = Pick<Props, 'view'> & { readonly path: string; readonly party: string }

const ViewTabs = ({ path, party, view }: TabsProps) => (
  <div className="md:col-span-2 lg:hidden">
    <LinkTabs
      label="This event"
      tabs={[
        { to: `${path}?view=details${party}`, label: 'Event Details', isCurrent: view === 'details' },
        { to: `${path}?view=reserve${party}`, label: 'Reserve Table', isCurrent: view === 'reserve' },
      ]}
    />
  </div>
)

type NoticeProps = Pick<Props, 'night'> & {
  readonly requestAt: string
  /** Part of the query that names the party; empty where none is chosen. */
  readonly party: string
}

function Notice({ night, requestAt, party }: NoticeProps) {
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
      waitingAt={night.waitingToken === null ? null : `?view=reserve${party}#${NIGHT_FORM_TITLE}`}
    />
  )
}
