import { nightText } from '#lib/venue-time.ts'
import { priceText } from '#features/events/rules.ts'
import type { Event } from '#features/events/schema.ts'
import { Picture } from '#features/media/ui/picture.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'

export type NextEvent = Pick<Event, 'slug' | 'title' | 'date' | 'startTime' | 'endTime' | 'price' | 'picture'>

type Props = {
  readonly title: string
  readonly text: string
  readonly next: NextEvent | null
  /** URL of the table request form; null where a request cannot help. */
  readonly requestAt: string | null
  /** URL of the form of the waiting list; null where there is none. */
  readonly waitingAt?: string | null
}

/** Notice on an event that takes no more reservations, with a link to the next one that does. */
export const EventNotice = ({ title, text, next, requestAt, waitingAt = null }: Props) => (
  <section
    aria-labelledby="event-notice"
    className="grid items-center gap-6 rounded-card border border-burgundy bg-burgundy/20 p-5 sm:p-7 md:max-lg:col-span-2 md:max-lg:grid-cols-2 lg:col-start-2 lg:row-start-2 xl:grid-cols-[2fr_3fr]"
  >
    <div className="flex flex-col items-start gap-4">
      <h2 id="event-notice" className="text-heading">
        {title}
      </h2>
      <p className="text-sand">{text}</p>
      <div className="flex flex-wrap gap-3">
        {waitingAt ? <ButtonLink href={waitingAt}>Join the waiting list</ButtonLink> : null}
        {requestAt ? (
          <ButtonLink href={requestAt} look="outline">
            Request a table
          </ButtonLink>
        ) : null}
      </div>
    </div>
    {next ? (
      <NextNight event={next} />
    ) : (
      <ButtonLink href="/events" className="justify-self-start">
        See all events
      </ButtonLink>
    )}
  </section>
)

const NextNight = ({ event }: { event: NextEvent }) => (
  <article className="relative flex items-center gap-4 rounded-card border border-bark bg-ember p-3 transition-colors hover:border-brass/60">
    <div className="w-20 shrink-0">
      <Picture
        picture={event.picture}
        alt=""
        sizes="80px"
        className="aspect-4/5 w-full rounded-xl object-cover"
      />
    </div>
    <div className="min-w-0 flex-1">
      <p className="text-sm text-brass">Next event</p>
      <h3 className="text-xl">
        <a href={`/events/${event.slug}`} className="after:absolute after:inset-0">
          {event.title}
        </a>
      </h3>
      <p className="mt-1 text-sm text-balance text-sand">
        {nightText(event)} • {priceText(event.price)}
      </p>
    </div>
    <Icon name="right" className="mr-1 size-6 text-brass" />
  </article>
)
