import type { GalleryCategory, StaffGalleryItem, StaffGalleryType } from '#features/gallery/schema.ts'

export const GALLERY_KEY = ['gallery']
export const GALLERY_PATH = '/admin/api/gallery'

export type GalleryFields = {
  readonly imageId: string | null
  readonly title: string
  readonly description: string
  readonly alt: string
  readonly category: GalleryCategory
  readonly galleryType: StaffGalleryType
}

export const NEW_GALLERY_ITEM: GalleryFields = {
  imageId: null,
  title: '',
  description: '',
  alt: '',
  category: 'food',
  galleryType: 'main',
}

export const galleryFieldsOf = (item: StaffGalleryItem): GalleryFields => ({
  imageId: item.picture.id,
  title: item.title,
  description: item.description,
  alt: item.alt,
  category: item.category,
  galleryType: item.galleryType,
})

export const optionsOf = (words: readonly string[]) => words.map((it) => ({ value: it, label: it }))
