import { restoreForm } from '#features/trash/schema.ts'
import { listTrash, restoreFromTrash } from '#features/trash/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '#web/admin/data/edit-responses.ts'
import { staffOnly, staffSends } from '../staff-route.ts'

export const trashRoutes = [
  staffOnly(['GET', '/admin/api/trash'], 'trash.read', async (deps) =>
    jsonResponse({ items: await listTrash(deps) }),
  ),
  // What may be taken out is up to whoever may put it in: each kind of thing asks for itself.
  staffSends(
    ['POST', '/admin/api/trash/restore'],
    'trash.read',
    restoreForm,
  )(async (deps, { body }) => editResponse(await restoreFromTrash(deps, body))),
]
