import type { ReactNode } from 'react'
import type { Event } from '#features/events/schema.ts'
import { EventCard, EventWhen } from '#features/events/ui/event-card.tsx'
import { Picture } from '#features/media/ui/picture.tsx'
import { saleBadge } from '#features/events/rules.ts'
import { Badge } from '#ui/badge.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { StateNote } from '#ui/state.tsx'

type HomeNights = { readonly today: readonly Event[]; readonly upcoming: readonly Event[] }

/** Today's and upcoming events. */
export const HomeEvents = ({ events }: { events: HomeNights }) => (
  <div className="below-screen bg-ember pb-20 [--tall:62rem] md:pb-28">
    <div className="mudcloth h-16 border-y border-bark" aria-hidden="true" />
    <div className="wrap flex flex-col gap-20 pt-20 md:pt-24">
      {events.today.length > 0 ? (
        <section aria-labelledby="today">
          <Heading id="today" title="Today's Events" subtitle="Live entertainment happening tonight" />
          <div className="flex flex-col gap-5">
            {events.today.map((event) => (
              <TonightCard key={event.id} event={event} />
            ))}
          </div>
        </section>
      ) : null}
      <section aria-labelledby="upcoming">
        <Heading id="upcoming" title="Upcoming Events" subtitle="Don't miss these exciting upcoming shows" />
        <Upcoming events={events.upcoming} />
        <div className="mt-12 flex justify-center">
          <ButtonLink href="/events" look="outline" className="px-8">
            View All Events
            <Icon name="arrow" />
          </ButtonLink>
        </div>
      </section>
    </div>
  </div>
)

const Heading = ({ id, title, subtitle }: { id: string; title: ReactNode; subtitle: string }) => (
  <div className="mb-10 text-center">
    <h2 id={id} className="text-title">
      {title}
    </h2>
    <p className="mt-3 text-lg text-sand">{subtitle}</p>
  </div>
)

function Upcoming({ events }: { events: readonly Event[] }) {
  if (events.length === 0) return <StateNote title="No upcoming events scheduled" />
  return (
    <ul className="-mx-[clamp(1rem,4vw,2.5rem)] flex snap-x snap-mandatory scroll-px-4 gap-4 overflow-x-auto px-[clamp(1rem,4vw,2.5rem)] [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-3 md:gap-5 md:overflow-visible md:px-0">
      {events.map((event) => (
        <li key={event.id} className="w-[min(20rem,84%)] shrink-0 snap-start md:w-auto">
          <EventCard event={event} sizes="(min-width: 768px) min(24rem, 33vw), 20rem">
            <ButtonLink href="/events" className="flex-1" aria-label={`Reserve: ${event.title}`}>
              Reserve
            </ButtonLink>
          </EventCard>
        </li>
      ))}
    </ul>
  )
}

const TonightCard = ({ event }: { event: Event }) => (
  <article className="group relative grid overflow-hidden rounded-card border border-bark bg-cocoa transition-colors hover:border-brass/60 md:grid-cols-[5fr_7fr] md:items-center md:p-5">
    <div className="overflow-hidden md:rounded-xl">
      <Picture
        picture={event.picture}
        alt=""
        sizes="(min-width: 768px) 32rem, 100vw"
        className="aspect-4/5 w-full object-cover transition-transform duration-500 group-hover:scale-[1.03]"
      />
    </div>
    <div className="flex flex-col items-start justify-center gap-5 p-6 lg:px-12">
      <p className="flex gap-2">
        <Badge tone="brass">{event.category}</Badge>
        {saleBadge(event) ? <Badge tone="burgundy">{saleBadge(event)}</Badge> : null}
      </p>
      <h3 className="text-title wrap-anywhere">
        <a href={`/events/${event.slug}`} className="after:absolute after:inset-0 hover:text-brass">
          {event.title}
        </a>
      </h3>
      <EventWhen event={event} />
      <p className="max-w-[60ch] text-lg text-sand">{event.description}</p>
      <ButtonLink href="/events" className="relative mt-2" aria-label={`View Details: ${event.title}`}>
        View Details
        <Icon name="arrow" />
      </ButtonLink>
    </div>
  </article>
)
