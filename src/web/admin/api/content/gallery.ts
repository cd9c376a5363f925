import { galleryBulk } from '#features/gallery/schema.ts'
import { addGalleryItems } from '#features/gallery/service.ts'
import { editResponse } from '../edit-response.ts'
import { route } from '../route.ts'

export const galleryRoutes = [
  route(
    { method: 'POST', path: '/admin/api/gallery/bulk', permission: 'gallery.edit', body: galleryBulk },
    async (deps, { body }) => editResponse(await addGalleryItems(deps, body), 201),
  ),
]
