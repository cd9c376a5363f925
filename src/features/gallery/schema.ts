import * as z from 'zod/mini'
import { version } from '#lib/forms/shapes.ts'
import type { Picture } from '#features/media/schema.ts'

const GALLERY_TYPES = ['main', 'featured', 'venue', 'food', 'events', 'atmosphere'] as const
/** Types guests can see; archived pictures are for staff only. */
export type GalleryType = (typeof GALLERY_TYPES)[number]

export const STAFF_GALLERY_TYPES = [...GALLERY_TYPES, 'archive'] as const
export type StaffGalleryType = (typeof STAFF_GALLERY_TYPES)[number]

export const GALLERY_CATEGORIES = ['food', 'ambiance', 'atmosphere', 'events', 'chef', 'interior'] as const
export type GalleryCategory = (typeof GALLERY_CATEGORIES)[number]

/** Categories offered for a bulk upload. */
export const BULK_CATEGORIES = ['atmosphere', 'food', 'events', 'interior'] as const

export type GalleryItem = {
  readonly id: string
  readonly picture: Picture
  readonly alt: string
  readonly title: string
  readonly description: string
  readonly category: GalleryCategory
  readonly galleryType: GalleryType
}

/** Gallery item as staff edit it. */
export type StaffGalleryItem = Omit<GalleryItem, 'galleryType'> & {
  readonly galleryType: StaffGalleryType
  readonly version: number
  readonly createdAt: string
}

const alt = z.string().check(z.trim(), z.maxLength(300))

export const galleryForm = z.strictObject({
  imageId: z.uuid('Please add a picture'),
  title: z.string().check(z.trim(), z.minLength(1, 'Please enter a title'), z.maxLength(120)),
  description: z.string().check(z.trim(), z.maxLength(1000)),
  /** Left empty, the title is used as alternative text. */
  alt,
  category: z.enum(GALLERY_CATEGORIES),
  galleryType: z.enum(STAFF_GALLERY_TYPES),
})
export type GalleryForm = z.output<typeof galleryForm>

export const galleryEdit = z.extend(galleryForm, { version })

/** Limit of images in one request; the client adds more of them in batches. */
export const GALLERY_BATCH = 200

export const galleryBulk = z.strictObject({
  items: z
    .array(
      z.strictObject({
        imageId: z.uuid(),
        alt: alt.check(z.minLength(1)),
        category: z.enum(BULK_CATEGORIES),
        galleryType: z.enum(STAFF_GALLERY_TYPES),
      }),
    )
    .check(z.minLength(1), z.maxLength(GALLERY_BATCH)),
})
export type GalleryBulk = z.output<typeof galleryBulk>
