// Of the schema only types: with more of it, guests would be sent what the forms of staff are checked with.
import type { GalleryItem, GalleryType } from './schema.ts'

const NAMES: Readonly<Record<GalleryType, string>> = {
  main: 'Main',
  featured: 'Featured',
  venue: 'Venue',
  food: 'Food',
  events: 'Events',
  atmosphere: 'Atmosphere',
}
const isTab = (text: string): text is GalleryType => Object.hasOwn(NAMES, text)

/** The tabs of the gallery in their order, with their names. */
export const GALLERY_TABS = Object.keys(NAMES)
  .filter(isTab)
  .map((type) => ({ type, name: NAMES[type] }))

/** The tab an address asks for; anything unknown is the main one. */
export const galleryTab = (text: string | null): GalleryType => (text && isTab(text) ? text : 'main')

/** `Main`, `Interior`, …: a type or a category as its badge says it. */
export const galleryLabel = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The picture after or before another, round and round. */
export const neighbour = (index: number, step: 1 | -1, count: number): number =>
  (index + step + count) % count

const ROOMS: readonly string[] = ['interior', 'ambiance', 'atmosphere']

/** The pictures of a wall that show the house itself, not a plate or a poster. */
export const roomsOf = <I extends Pick<GalleryItem, 'galleryType' | 'category'>>(
  items: readonly I[],
  type: GalleryType,
): I[] => items.filter((item) => item.galleryType === type && ROOMS.includes(item.category))
