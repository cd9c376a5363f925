import { loadOverview } from '#features/overview/service.ts'
import { answer } from '../../json-answers.ts'
import { staffOnly } from '../staff-route.ts'

export const overviewRoutes = [
  staffOnly(['GET', '/admin/api/overview'], 'overview.read', async (deps) =>
    answer(await loadOverview(deps)),
  ),
]
