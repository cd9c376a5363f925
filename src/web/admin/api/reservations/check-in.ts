import { isNightClosed } from '#features/venue/closings/service.ts'
import { hearDevice } from '#features/reservation-management/check-in/devices/service.ts'
import { lookupForm } from '#features/reservation-management/check-in/schema.ts'
import { findCode, loadSnapshot } from '#features/reservation-management/check-in/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { businessDate } from '#lib/venue-time.ts'
import { route } from '../route.ts'

export const checkInRoutes = [
  route(
    { method: 'GET', path: '/admin/api/check-in/snapshot', permission: 'cover.take' },
    async (deps, { request, query }) => {
      await hearDevice(deps, query, request.headers.get('user-agent') ?? '')
      const [{ name: venueName }, isClosed] = await Promise.all([
        deps.loadVenue(),
        isNightClosed(deps, businessDate(deps.now)),
      ])
      const { token } = deps.session
      return jsonResponse(await loadSnapshot(deps, query, { staff: deps.actor, token, venueName, isClosed }))
    },
  ),
  // A body, because an address is logged: a scanned link opens the page of its guest.
  route(
    {
      method: 'POST',
      path: '/admin/api/check-in/lookup',
      permission: 'cover.take',
      body: lookupForm,
    },
    async (deps, { body }) => jsonResponse({ found: await findCode(deps, body.text) }),
  ),
]
