import { MAP_ORIGIN } from '#http/security/map-origin.ts'
import { addressLine, directionsTo } from '#features/venue/rules.ts'
import type { PublicVenue } from '#features/venue/schema.ts'

const withQuery = (address: string, query: Readonly<Record<string, string>>): string =>
  `${address}?${new URLSearchParams(query)}`

/** Maps that guests use, each as a plain link: nothing is loaded from them before a guest opens one. */
export const directionsOf = (venue: PublicVenue): { readonly name: string; readonly url: string }[] => [
  { name: 'Apple Maps', url: withQuery('https://maps.apple.com/', { daddr: addressLine(venue) }) },
  { name: 'Google Maps', url: directionsTo(venue) },
  {
    name: 'OpenStreetMap',
    url: withQuery(`${MAP_ORIGIN}/search`, { query: addressLine(venue) }),
  },
]

const AROUND = { east: 0.009, north: 0.0045 } as const

/** A map of the streets around the venue with its place marked, made for a frame. */
export const mapOf = ({ latitude, longitude }: Pick<PublicVenue, 'latitude' | 'longitude'>): string =>
  withQuery(`${MAP_ORIGIN}/export/embed.html`, {
    bbox: [longitude - AROUND.east, latitude - AROUND.north, longitude + AROUND.east, latitude + AROUND.north]
      .map((it) => it.toFixed(5))
      .join(),
    layer: 'mapnik',
    marker: `${latitude},${longitude}`,
  })
