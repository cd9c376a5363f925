import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { route } from '../route.ts'
import { listTrash, restoreForm, restoreFromTrash } from './trash-kinds.ts'

export const trashRoutes = [
  route({ method: 'GET', path: '/admin/api/trash', permission: 'trash.read' }, async (deps) =>
    jsonResponse({ items: await listTrash(deps) }),
  ),
  // Each kind of record checks its own permission, the one that deletes it.
  route(
    { method: 'POST', path: '/admin/api/trash/restore', permission: 'trash.read', body: restoreForm },
    async (deps, { body }) => editResponse(await restoreFromTrash(deps, body)),
  ),
]
