import type { Event } from '#features/events/schema.ts'
import type { GalleryItem } from '#features/gallery/schema.ts'
import type { Picture } from '#features/media/schema.ts'
import type { MenuItem } from '#features/menu/schema.ts'
import type { HomeModal } from '#features/home-modals/schema.ts'
import type { SpecialDay } from '#features/venue/schema.ts'

type Plate = Pick<MenuItem, 'slug' | 'name' | 'description' | 'priceCents' | 'picture'>

/** Loader data of the home page, beside the root loader's. */
export type HomeData = {
  readonly events: { readonly today: Event[]; readonly upcoming: Event[] }
  readonly next: Event | null
  readonly dish: Plate | null
  readonly drink: Plate | null
  readonly rooms: GalleryItem[]
  readonly table: GalleryItem | null
  readonly stage: GalleryItem | null
  /** Open Graph image. */
  readonly share: Picture | null
  readonly priceRange: string | null
  readonly specialDays: SpecialDay[]
  readonly modals: HomeModal[]
}
