import { galleryBulk, galleryEdit, galleryForm } from '#features/gallery/schema.ts'
import {
  addGalleryItem,
  addGalleryItems,
  deleteGalleryItem,
  editGalleryItem,
  listStaffGalleryItems,
} from '#features/gallery/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '#web/admin/data/edit-responses.ts'
import { idOf, staffOnly, staffSends } from '../staff-route.ts'

export const galleryRoutes = [
  staffOnly(['GET', '/admin/api/gallery'], 'gallery.read', async (deps) =>
    jsonResponse({ items: await listStaffGalleryItems(deps.db) }),
  ),
  staffSends(
    ['POST', '/admin/api/gallery'],
    'gallery.edit',
    galleryForm,
  )(async (deps, { body }) => editResponse(await addGalleryItem(deps, body), 201)),
  staffSends(
    ['POST', '/admin/api/gallery/bulk'],
    'gallery.edit',
    galleryBulk,
  )(async (deps, { body }) => editResponse(await addGalleryItems(deps, body), 201)),
  staffSends(
    ['PUT', '/admin/api/gallery/:id'],
    'gallery.edit',
    galleryEdit,
  )(async (deps, asked) => {
    const { version, ...form } = asked.body
    return editResponse(await editGalleryItem(deps, { id: idOf(asked), version }, form))
  }),
  staffOnly(['DELETE', '/admin/api/gallery/:id'], 'gallery.edit', async (deps, asked) =>
    editResponse(await deleteGalleryItem(deps, idOf(asked))),
  ),
]
