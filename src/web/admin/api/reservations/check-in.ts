import { lookupForm } from '#features/reservation-management/check-in/schema.ts'
import { findCode, loadSnapshot } from '#features/reservation-management/check-in/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { route } from '../route.ts'

export const checkInRoutes = [
  route(
    { method: 'GET', path: '/admin/api/check-in/snapshot', permission: 'arrivals.record' },
    async (deps, { query }) => {
      const { name: venueName } = await deps.loadVenue()
      const { token } = deps.session
      return jsonResponse(await loadSnapshot(deps, query, { staff: deps.actor, token, venueName }))
    },
  ),
  // A body, because an address is logged: a scanned link opens the page of its guest.
  route(
    {
      method: 'POST',
      path: '/admin/api/check-in/lookup',
      permission: 'arrivals.record',
      body: lookupForm,
    },
    async (deps, { body }) => jsonResponse({ found: await findCode(deps, body.text) }),
  ),
]
