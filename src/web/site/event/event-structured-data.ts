import { priceCents } from '#features/events/rules.ts'
import type { Event } from '#features/events/schema.ts'
import type { ChartSummary } from '#features/floor-plan/chart/rules.ts'
import { renditionPath } from '#features/media/rules.ts'
import { placeSchema } from '#features/venue/rules.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { decimalUsd } from '#lib/money.ts'
import { isoWithOffset } from '#lib/venue-time.ts'

type Facts = {
  readonly event: Omit<Event, 'bookingPercentage'>
  readonly hasEnded: boolean
  readonly floor: ChartSummary
  readonly venue: PublicVenue
  readonly origin: string
}

const SCHEMA = 'https://schema.org'

/** An event as schema.org structured data. */
export function describeEvent({ event, hasEnded, floor, venue, origin }: Facts): Record<string, unknown> {
  const url = `${origin}/events/${event.slug}`
  const performers = [event.dj, event.host].filter((name) => name !== null)
  return {
    '@context': SCHEMA,
    '@type': 'Event',
    name: event.title,
    description: event.description,
    url,
    startDate: isoWithOffset(event.startsAt),
    endDate: isoWithOffset(event.endsAt),
    eventStatus: `${SCHEMA}/${event.closure === 'cancelled' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `${SCHEMA}/OfflineEventAttendanceMode`,
    ...(event.picture
      ? { image: [origin + renditionPath(event.picture.id, { width: 1280, format: 'jpg' })] }
      : {}),
    location: describePlace(venue),
    organizer: { '@type': 'Organization', name: venue.name, url: origin },
    ...(performers.length > 0
      ? { performer: performers.map((name) => ({ '@type': 'PerformingGroup', name })) }
      : {}),
    ...(hasEnded ? {} : { offers: describeOffers(event, floor, url) }),
  }
}

const describePlace = (venue: PublicVenue): object => ({
  '@type': 'Place',
  name: venue.name,
  ...placeSchema(venue),
})

const USD = { priceCurrency: 'USD' }

/** Cover and table are separate fees, so they are separate offers. Tables that are not sold online are not offered. */
function describeOffers(event: Facts['event'], { all, open, counts }: ChartSummary, url: string): object[] {
  const coverCents = priceCents(event.price)
  const inStock = `${SCHEMA}/InStock`
  const soldOut = `${SCHEMA}/SoldOut`
  const cover =
    coverCents === null
      ? []
      : [
          {
            '@type': 'Offer',
            name: event.tablesForSale && coverCents > 0 ? 'Cover' : 'Admission',
            price: decimalUsd(coverCents),
            ...USD,
            availability: event.soldOut || event.closure !== null ? soldOut : inStock,
            url: event.ticketsUrl ?? url,
          },
        ]
  // An aggregate offer must have prices: on a sold-out night those of the tables that were sold.
  const range = open ?? all
  if (!event.tablesForSale || event.closure !== null || !range) return cover
  return [
    ...cover,
    {
      '@type': 'AggregateOffer',
      name: 'Table reservation',
      lowPrice: decimalUsd(range.lowCents),
      highPrice: decimalUsd(range.highCents),
      offerCount: counts.available,
      ...USD,
      availability: open ? inStock : soldOut,
      url: `${url}?view=reserve`,
    },
  ]
}
