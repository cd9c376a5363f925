import type { PublicVenue } from '#features/venue/schema.ts'
import { directionsOf } from './directions.ts'

/** Directions to the venue in the map that a guest uses. */
export const DirectionsLinks = ({ venue, className = '' }: { venue: PublicVenue; className?: string }) => (
  <nav aria-label="Directions" className={`flex flex-wrap items-center gap-x-4 ${className}`}>
    <span className="text-sand">Directions:</span>
    {directionsOf(venue).map(({ name, url }) => (
      <a
        key={name}
        href={url}
        target="_blank"
        rel="noreferrer noopener"
        className="inline-flex min-h-11 items-center text-brass underline underline-offset-4 hover:text-cream"
      >
        {name}
        <span className="sr-only"> (opens in a new tab)</span>
      </a>
    ))}
  </nav>
)
