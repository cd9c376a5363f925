import { serverForm } from '#features/reservation-management/floor/schema.ts'
import { loadFloor, setZoneServer } from '#features/reservation-management/floor/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { route } from '../route.ts'

export const floorRoutes = [
  route({ method: 'GET', path: '/admin/api/floor', permission: 'floor.read' }, async (deps, { query }) =>
    jsonResponse(await loadFloor(deps, query)),
  ),
  route(
    { method: 'PUT', path: '/admin/api/floor/servers', permission: 'reservations.edit', body: serverForm },
    async (deps, { body }) => editResponse(await setZoneServer(deps, body)),
  ),
]
