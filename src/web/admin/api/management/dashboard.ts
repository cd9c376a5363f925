import { loadOverview } from '#features/dashboard/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { route } from '../route.ts'

export const overviewRoutes = [
  route({ method: 'GET', path: '/admin/api/overview', permission: 'overview.read' }, async (deps) =>
    jsonResponse(await loadOverview(deps)),
  ),
]
