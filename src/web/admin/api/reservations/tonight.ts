import { arrivalsForm } from '#features/reservation-management/arrivals/schema.ts'
import { recordArrivals } from '#features/reservation-management/tonight/arrival-acts/service.ts'
import { coverForm } from '#features/reservation-management/arrivals/cover/schema.ts'
import { recordCover } from '#features/reservation-management/tonight/cover-acts/service.ts'
import { headCountsForm } from '#features/reservation-management/tonight/head-counts/schema.ts'
import { recordHeadCounts } from '#features/reservation-management/tonight/head-counts/service.ts'
import { tonightFor } from '#features/reservation-management/tonight/rules.ts'
import { tagsForm } from '#features/reservation-management/tonight/schema.ts'
import { loadCalendar, loadTonight, setTags } from '#features/reservation-management/tonight/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

export const tonightRoutes = [
  route({ method: 'GET', path: '/admin/api/tonight', permission: 'tonight.read' }, async (deps, { query }) =>
    jsonResponse(tonightFor(deps.actor.role, await loadTonight(deps, query))),
  ),
  route(
    { method: 'GET', path: '/admin/api/tonight/calendar', permission: 'tonight.read' },
    async (deps, { query }) => jsonResponse({ days: await loadCalendar(deps, query) }),
  ),
  route(
    { method: 'POST', path: '/admin/api/arrivals', permission: 'arrivals.record', body: arrivalsForm },
    async (deps, { body }) => editResponse(await recordArrivals(deps, body)),
  ),
  route(
    { method: 'POST', path: '/admin/api/head-counts', permission: 'arrivals.record', body: headCountsForm },
    async (deps, { body }) => editResponse(await recordHeadCounts(deps, body)),
  ),
  route(
    { method: 'POST', path: '/admin/api/cover', permission: 'cover.take', body: coverForm },
    async (deps, { body }) => editResponse(await recordCover(deps, body)),
  ),
  route(
    {
      method: 'PUT',
      path: '/admin/api/reservations/:id/tags',
      permission: 'reservations.annotate',
      body: tagsForm,
    },
    async (deps, request) => editResponse(await setTags(deps, idOf(request), request.body)),
  ),
]
