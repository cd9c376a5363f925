// Types only: a value import from the schema would put the staff forms' validation into the guests' bundle.
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

/** Gallery tabs in display order. */
export const GALLERY_TABS = Object.keys(NAMES)
  .filter(isTab)
  .map((type) => ({ type, name: NAMES[type] }))

/** Parses the tab from the query string; unknown values fall back to the main tab. */
export const galleryTab = (text: string | null): GalleryType => (text && isTab(text) ? text : 'main')

/** Index of the next or previous picture, wrapping around. */
export const neighbour = (index: number, step: 1 | -1, count: number): number =>
  (index + step + count) % count

const ROOM_CATEGORIES: readonly string[] = ['interior', 'ambiance', 'atmosphere']

/** Pictures of one tab that show the rooms, not food or posters. */
export const roomPictures = <I extends Pick<GalleryItem, 'galleryType' | 'category'>>(
  items: readonly I[],
  type: GalleryType,
): I[] => items.filter((item) => item.galleryType === type && ROOM_CATEGORIES.includes(item.category))
