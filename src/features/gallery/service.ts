import { type ActorDeps, type ListRefusal, staffList } from '#features/staff-lists/service.ts'
import type { Result } from '#lib/result.ts'
import {
  galleryEdit,
  galleryForm,
  type GalleryBulk,
  type GalleryForm,
  type StaffGalleryItem,
} from './schema.ts'
import { findStaffItem, insertItem, listStaffGalleryItems } from './store.ts'

export { listGalleryItems } from './store.ts'

const TITLE_LENGTH = 120

const withAlt = (form: GalleryForm): GalleryForm => ({ ...form, alt: form.alt || form.title })

export const galleryList = staffList({
  name: 'gallery',
  table: 'galleryItems',
  nameColumn: 'title',
  form: galleryForm,
  edit: galleryEdit,
  list: listStaffGalleryItems,
  find: findStaffItem,
  insert: (db, form) => insertItem(db, withAlt(form)),
  valuesOf: withAlt,
  auditFields({ id: _id, version: _version, createdAt: _createdAt, picture, ...rest }: StaffGalleryItem) {
    return { ...rest, pictureId: picture.id }
  },
})

/** Adds several items in one transaction. */
export const addGalleryItems = (
  deps: ActorDeps,
  { items }: GalleryBulk,
): Promise<Result<StaffGalleryItem[], ListRefusal<StaffGalleryItem>>> =>
  galleryList.addAll(
    deps,
    items.map((item) => ({ ...item, title: item.alt.slice(0, TITLE_LENGTH), description: '' })),
  )
