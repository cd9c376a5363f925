import { loadOverview } from '#features/dashboard/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { staffOnly } from '../staff-route.ts'

export const overviewRoutes = [
  staffOnly(['GET', '/admin/api/overview'], 'overview.read', async (deps) =>
    jsonResponse(await loadOverview(deps)),
  ),
]
