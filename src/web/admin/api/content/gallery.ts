import { galleryBulk, galleryEdit, galleryForm } from '#features/gallery/schema.ts'
import {
  addGalleryItem,
  addGalleryItems,
  deleteGalleryItem,
  editGalleryItem,
  listStaffGalleryItems,
} from '#features/gallery/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

export const galleryRoutes = [
  route({ method: 'GET', path: '/admin/api/gallery', permission: 'gallery.read' }, async (deps) =>
    jsonResponse({ items: await listStaffGalleryItems(deps.db) }),
  ),
  route(
    { method: 'POST', path: '/admin/api/gallery', permission: 'gallery.edit', body: galleryForm },
    async (deps, { body }) => editResponse(await addGalleryItem(deps, body), 201),
  ),
  route(
    { method: 'POST', path: '/admin/api/gallery/bulk', permission: 'gallery.edit', body: galleryBulk },
    async (deps, { body }) => editResponse(await addGalleryItems(deps, body), 201),
  ),
  route(
    { method: 'PUT', path: '/admin/api/gallery/:id', permission: 'gallery.edit', body: galleryEdit },
    async (deps, request) => {
      const { version, ...form } = request.body
      return editResponse(await editGalleryItem(deps, { id: idOf(request), version }, form))
    },
  ),
  route(
    { method: 'DELETE', path: '/admin/api/gallery/:id', permission: 'gallery.edit' },
    async (deps, request) => editResponse(await deleteGalleryItem(deps, idOf(request))),
  ),
]
