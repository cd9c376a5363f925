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
    url: withQuery('https://www.openstreetmap.org/search', { query: addressLine(venue) }),
  },
]
