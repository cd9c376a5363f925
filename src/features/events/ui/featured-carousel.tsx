import type { FocusEventHandler } from 'react'
import { Link } from 'react-router'
import { Picture } from '#features/media/ui/picture.tsx'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { nightText, saleBadge } from '../rules.ts'
import type { Event } from '../schema.ts'
import { type Carousel, useCarousel } from './use-carousel.ts'

type Slide = Pick<
  Event,
  | 'slug'
  | 'title'
  | 'description'
  | 'category'
  | 'date'
  | 'startTime'
  | 'endTime'
  | 'price'
  | 'picture'
  | 'soldOut'
  | 'closure'
  | 'tablesForSale'
>

/** Carousel of featured events. Swiping works without JavaScript; the buttons need it. */
export function FeaturedCarousel({ events }: { events: readonly Slide[] }) {
  const { track, readPosition, pauseHandlers, ...carousel } = useCarousel(events.length)
  if (events.length === 0) return null
  return (
    <section aria-roledescription="carousel" aria-label="Featured events" {...pauseHandlers}>
      <div
        ref={track}
        onScroll={readPosition}
        className="relative flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain rounded-card border border-bark bg-ember [scrollbar-width:none]"
      >
        {events.map((event, index) => (
          <div
            key={event.slug}
            role="group"
            aria-roledescription="slide"
            aria-label={`${index + 1} of ${events.length}`}
            className="w-full shrink-0 snap-center snap-always"
          >
            <FeaturedSlide event={event} isFirst={index === 0} />
          </div>
        ))}
      </div>
      {events.length > 1 ? <Controls events={events} carousel={carousel} /> : null}
    </section>
  )
}

const FeaturedSlide = ({ event, isFirst }: { event: Slide; isFirst: boolean }) => (
  <article className="grid h-full md:grid-cols-[1fr_minmax(0,42%)] lg:grid-cols-[1fr_minmax(0,29rem)]">
    <div className="relative md:order-2">
      <Picture
        picture={event.picture}
        alt=""
        sizes="(min-width: 64rem) 29rem, (min-width: 48rem) 42vw, 92vw"
        isFirst={isFirst}
        className="aspect-square w-full object-cover md:aspect-4/5"
      />
    </div>
    <div className="flex flex-col items-start justify-center gap-4 bg-[radial-gradient(120%_90%_at_100%_50%,var(--color-bark),transparent)] p-5 pb-6 md:gap-5 md:p-8 lg:p-12">
      <p className="flex flex-wrap gap-2">
        <Badge tone="brass">{event.category}</Badge>
        {saleBadge(event) ? <Badge tone="burgundy">{saleBadge(event)}</Badge> : null}
      </p>
      <h2 className="text-title lg:text-hero">{event.title}</h2>
      <p className="font-display text-lg text-brass italic md:text-xl">
        {nightText(event)} <span className="text-cream not-italic">• {event.price}</span>
      </p>
      <p className="line-clamp-3 max-w-prose text-sand lg:line-clamp-4">{event.description}</p>
      <p className="mt-1 flex flex-wrap gap-3">
        {event.soldOut || event.closure !== null || !event.tablesForSale ? null : (
          <Link to={`/events/${event.slug}?view=reserve`} prefetch="intent" className={buttonClass()}>
            Reserve Table
          </Link>
        )}
        <Link to={`/events/${event.slug}`} prefetch="intent" className={buttonClass('outline')}>
          View Details
          <span className="sr-only"> of {event.title}</span>
        </Link>
      </p>
    </div>
  </article>
)

type ControlsProps = {
  readonly events: readonly Slide[]
  readonly carousel: Pick<Carousel, 'position' | 'isPaused' | 'isMoving' | 'show' | 'togglePause'>
}

const Controls = ({
  events,
  carousel: { position, isPaused, isMoving, show, togglePause },
}: ControlsProps) => (
  <div className="mt-2 flex flex-wrap items-center justify-between noscript:hidden">
    <div className="-ml-4 flex flex-wrap">
      {events.map((event, index) => (
        <button
          key={event.slug}
          type="button"
          aria-label={`Show ${event.title}`}
          aria-current={index === position}
          onClick={() => show(index)}
          className="group flex size-11 items-center justify-center"
        >
          <span className="size-2.5 rounded-full bg-clay transition-all group-hover:bg-dune group-aria-[current=true]:w-6 group-aria-[current=true]:bg-brass" />
        </button>
      ))}
    </div>
    <div className="-mr-2.5 ml-auto flex items-center">
      <p aria-live={isMoving ? 'off' : 'polite'} className="mr-1 text-sm text-sand tabular-nums">
        {position + 1} of {events.length}
      </p>
      <RoundButton
        icon={isPaused ? 'play' : 'pause'}
        label={isPaused ? 'Play the slides' : 'Pause the slides'}
        onClick={togglePause}
        className="motion-reduce:hidden"
        // Focus on this button must not pause the slides again right after they were started.
        onFocus={(event) => event.stopPropagation()}
      />
      <RoundButton icon="left" label="Previous slide" onClick={() => show(position - 1)} />
      <RoundButton icon="right" label="Next slide" onClick={() => show(position + 1)} />
    </div>
  </div>
)

type RoundButtonProps = {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
  readonly onFocus?: FocusEventHandler
  readonly className?: string
}

const RoundButton = ({ icon, label, className = '', ...handlers }: RoundButtonProps) => (
  <button
    type="button"
    aria-label={label}
    {...handlers}
    className={`inline-flex size-11 items-center justify-center rounded-full text-cream transition-colors hover:bg-cocoa hover:text-brass ${className}`}
  >
    <Icon name={icon} className="size-5.5" />
  </button>
)
