import { loadOverview } from '#features/dashboard/service.ts'
import { markReplyRead } from '#features/reminders/replies/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

export const overviewRoutes = [
  route({ method: 'GET', path: '/admin/api/overview', permission: 'overview.read' }, async (deps) =>
    jsonResponse(await loadOverview(deps)),
  ),
  route(
    { method: 'POST', path: '/admin/api/replies/:id/read', permission: 'reservations.edit' },
    async (deps, request) => editResponse(await markReplyRead(deps, idOf(request))),
  ),
]
