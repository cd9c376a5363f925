import { nightText } from '#lib/venue-time.ts'
import { Picture } from '#features/media/ui/picture.tsx'
import { Badge } from '#ui/badge.tsx'
import { buttonClass } from '#ui/button.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { priceText, saleBadge } from '../rules.ts'
import type { Event } from '../schema.ts'

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

/** Carousel of featured events. Swiping works without JavaScript; scripts/carousel.ts moves it and serves its buttons. */
export const FeaturedCarousel = ({ events }: { events: readonly Slide[] }) =>
  events.length === 0 ? null : (
    <section aria-roledescription="carousel" aria-label="Featured events">
      <div
        data-track
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
      {events.length > 1 ? <Controls events={events} /> : null}
    </section>
  )

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
      <h2 className="text-title wrap-anywhere lg:text-hero">{event.title}</h2>
      <p className="font-display text-lg text-brass italic md:text-xl">
        {nightText(event)} <span className="text-cream not-italic">• {priceText(event.price)}</span>
      </p>
      <p className="line-clamp-3 max-w-prose text-sand lg:line-clamp-4">{event.description}</p>
      <p className="mt-1 flex flex-wrap gap-3">
        {event.soldOut || event.closure !== null || !event.tablesForSale ? null : (
          <a href={`/events/${event.slug}?view=reserve`} className={buttonClass()}>
            Reserve Table
          </a>
        )}
        <a href={`/events/${event.slug}`} className={buttonClass('outline')}>
          View Details
          <span className="sr-only"> of {event.title}</span>
        </a>
      </p>
    </div>
  </article>
)

const Controls = ({ events }: { events: readonly Slide[] }) => (
  <div data-controls className="mt-2 flex flex-wrap items-center justify-between noscript:hidden">
    <div className="-ml-4 flex flex-wrap">
      {events.map((event, index) => (
        <button
          key={event.slug}
          type="button"
          data-slide={index}
          aria-label={`Show ${event.title}`}
          aria-current={index === 0}
          className="group flex size-11 items-center justify-center"
        >
          <span className="size-2.5 rounded-full bg-clay transition-all group-hover:bg-dune group-aria-[current=true]:w-6 group-aria-[current=true]:bg-brass" />
        </button>
      ))}
    </div>
    <div className="-mr-2.5 ml-auto flex items-center">
      <p aria-live="off" className="mr-1 text-sm text-sand tabular-nums">
        1 of {events.length}
      </p>
      <button
        type="button"
        data-pause
        aria-label="Pause the slides"
        className={`${ROUND} motion-reduce:hidden`}
      >
        <Icon name="pause" className="size-5.5 group-data-paused:hidden" />
        <Icon name="play" className="hidden size-5.5 group-data-paused:block" />
      </button>
      <StepButton icon="left" label="Previous slide" step={-1} />
      <StepButton icon="right" label="Next slide" step={1} />
    </div>
  </div>
)

const ROUND =
  'group inline-flex size-11 items-center justify-center rounded-full text-cream transition-colors hover:bg-cocoa hover:text-brass'

type StepProps = { readonly icon: IconName; readonly label: string; readonly step: -1 | 1 }

const StepButton = ({ icon, label, step }: StepProps) => (
  <button type="button" data-step={step} aria-label={label} className={ROUND}>
    <Icon name={icon} className="size-5.5" />
  </button>
)
