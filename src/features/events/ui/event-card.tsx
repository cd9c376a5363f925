import type { ReactNode } from 'react'
import { Picture } from '#features/media/ui/picture.tsx'
import { timeText, formatDate } from '#lib/venue-time.ts'
import { Badge } from '#ui/badge.tsx'
import { Icon } from '#ui/icon.tsx'
import { isFree, nextMorning, priceText, saleBadge } from '../rules.ts'
import type { Event } from '../schema.ts'

type CardEvent = Pick<
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
>

type Props = {
  readonly event: CardEvent
  /** Rendered width of the poster, as in the `sizes` attribute. */
  readonly sizes: string
  readonly heading?: 'h2' | 'h3'
  readonly isFirst?: boolean
  readonly hasDescription?: boolean
  /** In a long list, phones show the middle of the poster only, where its title is. */
  readonly isInList?: boolean
  /** Adds the year to the date, for lists that span several years. */
  readonly hasYear?: boolean
  /** Links at the foot of the card. */
  readonly children?: ReactNode
}

/** Event card with poster and key facts. Its title links to the event page. */
export function EventCard({
  event,
  sizes,
  heading: Heading = 'h3',
  isFirst = false,
  hasDescription = false,
  isInList = false,
  hasYear = false,
  children,
}: Props) {
  return (
    <article className="group relative flex h-full flex-col overflow-hidden rounded-card border border-bark bg-cocoa transition-colors duration-200 focus-within:border-brass/60 hover:border-brass/60">
      <div className="relative overflow-hidden">
        {event.picture ? (
          <Picture
            picture={event.picture}
            alt=""
            sizes={sizes}
            isFirst={isFirst}
            className={`w-full object-cover transition-transform duration-500 group-hover:scale-[1.03] ${isInList ? 'aspect-4/3 sm:aspect-4/5' : 'aspect-4/5'}`}
          />
        ) : (
          <div className={`mudcloth ${isInList ? 'aspect-4/3 sm:aspect-4/5' : 'aspect-4/5'}`} />
        )}
      </div>
      <div className="flex flex-1 flex-col gap-3 p-5">
        <p className="flex min-h-6 items-center justify-between gap-3 text-sm font-semibold tracking-wide text-teal-light">
          {event.category}
          {saleBadge(event) ? <Badge tone="burgundy">{saleBadge(event)}</Badge> : null}
        </p>
        <div className="flex items-start justify-between gap-4">
          <Heading className="text-2xl wrap-anywhere">
            <a href={`/events/${event.slug}`} className="after:absolute after:inset-0 hover:text-brass">
              {event.title}
            </a>
          </Heading>
          <p className="shrink-0 pt-1 font-semibold text-brass">
            {isFree(event.price) ? <Badge tone="teal">{priceText(event.price)}</Badge> : event.price}
          </p>
        </div>
        <EventWhen event={event} hasYear={hasYear} />
        {hasDescription ? <p className="line-clamp-3 text-sand">{event.description}</p> : null}
        {children ? <div className="relative mt-auto flex flex-wrap gap-3 pt-2">{children}</div> : null}
      </div>
    </article>
  )
}

type When = { readonly event: Pick<Event, 'date' | 'startTime' | 'endTime'>; readonly hasYear?: boolean }

/** Date and times of an event. A night that ends after midnight names the next day. */
export function EventWhen({ event, hasYear = false }: When) {
  const morning = nextMorning(event)
  return (
    <p className="flex flex-col gap-1 text-sand">
      <span className="flex items-center gap-2">
        <Icon name="calendar" className="size-4.5 text-brass" />
        <time dateTime={event.date}>{formatDate(event.date, hasYear ? 'dated' : 'medium')}</time>
      </span>
      <span className="flex items-center gap-2">
        <Icon name="clock" className="size-4.5 text-brass" />
        {timeText(event)}
        {morning ? ` (${morning})` : ''}
      </span>
    </p>
  )
}
