import { saleBadge } from '#features/events/rules.ts'
import type { Event } from '#features/events/schema.ts'
import { Badge } from '#ui/badge.tsx'
import { timeText, formatDate } from '#lib/venue-time.ts'

const MOST = 4

type Night = Pick<
  Event,
  'id' | 'slug' | 'title' | 'date' | 'startTime' | 'endTime' | 'soldOut' | 'closure' | 'category'
>

/** The next nights on a phone, where the pictures of the carousel would push them off the screen. */
export function NextNights({ events }: { events: readonly Night[] }) {
  if (events.length === 0) return null
  return (
    <section aria-labelledby="next-nights" className="mb-6 md:hidden">
      <h2 id="next-nights" className="sr-only">
        Next nights
      </h2>
      <ul className="overflow-hidden rounded-card border border-bark bg-ember">
        {events.slice(0, MOST).map((event) => (
          <li key={event.id} className="border-bark not-last:border-b">
            <a
              href={`/events/${event.slug}`}
              className="flex min-h-16 items-center gap-3 px-3 py-2.5 xs:gap-4 xs:px-4"
            >
              <span className="w-12 shrink-0 text-center leading-tight">
                <span className="block text-sm text-brass">{formatDate(event.date, 'day')}</span>
                <span className="block text-sm font-semibold">{formatDate(event.date, 'short')}</span>
              </span>
              <span className="min-w-0 flex-1">
                <span className="block font-display text-lg leading-tight">{event.title}</span>
                <span className="block text-sm text-sand">
                  <span className="whitespace-nowrap">{timeText(event)}</span> ·{' '}
                  <span className="whitespace-nowrap">{event.category}</span>
                </span>
              </span>
              <SaleMark event={event} />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

function SaleMark({ event }: { event: Night }) {
  const text = saleBadge(event)
  return text === null ? null : <Badge tone="burgundy">{text}</Badge>
}
