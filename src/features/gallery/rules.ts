import { GALLERY_TYPES, type GalleryItem, type GalleryType } from './schema.ts'

/** The tab an address asks for; anything unknown is the main one. */
export const galleryTab = (text: string | null): GalleryType =>
  GALLERY_TYPES.find((it) => it === text) ?? 'main'

/** `Main`, `Featured`, …: the name of a tab, and the badge of a category. */
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
