import { MAP_ORIGIN } from '#http/security/map-origin.ts'
import { addressLine } from '#features/venue/rules.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { buttonClass } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { mapOf } from './directions.ts'

const FRAME = 'venue-map'

/**
 * A map that is loaded when a guest asks for it: the link opens it in the frame, which is empty until then. Needs no script,
 * and no request leaves the site before.
 */
export const VenueMap = ({ venue }: { venue: PublicVenue }) => (
  <figure className="mx-auto mt-6 max-w-4xl">
    <div className="relative h-56 overflow-hidden rounded-card border border-bark bg-ember md:h-80">
      <div
        aria-hidden="true"
        className="mudcloth absolute inset-0 grid place-items-center opacity-60 [mask-image:radial-gradient(circle,transparent_4rem,#000_80%)]"
      />
      <Icon name="pin" className="absolute inset-0 m-auto size-12 text-brass" />
      <template data-when-near="">
        <MapFrame venue={venue} />
      </template>
      <noscript>
        <MapFrame venue={venue} />
      </noscript>
    </div>
    <figcaption className="mt-3 flex flex-wrap items-center justify-center gap-x-4 gap-y-1 text-sm text-sand">
      <a href={mapOf(venue)} target={FRAME} referrerPolicy="no-referrer" className={buttonClass('outline')}>
        Show the map
      </a>
      From {new URL(MAP_ORIGIN).hostname}, when you ask for it.
    </figcaption>
  </figure>
)

/** A frame is a document of its own, even while it is empty: scripts/when-near.ts adds it when the guest comes near. */
const MapFrame = ({ venue }: { venue: PublicVenue }) => (
  <iframe
    name={FRAME}
    title={`Map: ${venue.name}, ${addressLine(venue)}`}
    // The tile servers of the map refuse requests without a referrer, and a document without an origin of its own sends none.
    // oxlint-disable-next-line react/iframe-missing-sandbox -- the map is of another origin: its own gives it nothing of ours
    sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"
    referrerPolicy="no-referrer"
    // An empty frame is no stop for the keyboard: the directions beside it lead to the same map as a page.
    tabIndex={-1}
    className="absolute inset-0 size-full"
  />
)
