import type { Picture } from '#features/media/schema.ts'

export const GALLERY_TYPES = ['main', 'featured', 'venue', 'food', 'events', 'atmosphere'] as const
/** Archived pictures are kept for staff and never shown to guests. */
export type GalleryType = (typeof GALLERY_TYPES)[number]

export type GalleryCategory = 'food' | 'ambiance' | 'atmosphere' | 'events' | 'chef' | 'interior'

export type GalleryItem = {
  readonly id: string
  readonly picture: Picture
  readonly alt: string
  readonly title: string
  readonly description: string
  readonly category: GalleryCategory
  readonly galleryType: GalleryType
}
