import { planForm } from '#features/floor-plan/schema.ts'
import { readRoomPlan, saveRoomPlan } from '#features/floor-plan/service.ts'
import { describeAffected } from '#features/reservations/affected-guests/rules.ts'
import { jsonResponse, errorResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { route } from '../route.ts'

export const floorPlanRoutes = [
  route({ method: 'GET', path: '/admin/api/floor-plan', permission: 'tables.read' }, async (deps) =>
    jsonResponse({ item: await readRoomPlan(deps) }),
  ),
  route(
    { method: 'PUT', path: '/admin/api/floor-plan', permission: 'tables.edit', body: planForm },
    async (deps, { body }) => {
      const saved = await saveRoomPlan(deps, body)
      if (saved.ok) return editResponse(saved)
      const { reason } = saved
      if (reason.why !== 'guests') return editResponse({ ok: false, reason })
      const text = `The plan would take their tables from these guests: ${describeAffected(reason.guests)}. Move or cancel their reservations first, or take that change back.`
      return errorResponse(409, { error: 'guests', title: 'Error', text })
    },
  ),
]
