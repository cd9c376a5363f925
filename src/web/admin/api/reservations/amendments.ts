import { amendReservation } from '#features/reservation-management/amendments/amend/service.ts'
import { previewAmendment } from '#features/reservation-management/amendments/preview/service.ts'
import { amendmentForm } from '#features/reservation-management/amendments/schema.ts'
import { loadVenue } from '#features/venue/service.ts'
import { no, ok } from '#lib/result.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

export const amendmentRoutes = [
  // A preview writes nothing. It is a POST, because it carries the form.
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/:id/amendment/preview',
      permission: 'reservations.edit',
      body: amendmentForm,
    },
    async (deps, request) => {
      const venue = await loadVenue(deps)
      const preview = await previewAmendment({ ...deps, venue }, idOf(request), request.body)
      return editResponse(preview ? ok(preview) : no({ why: 'not_found' }))
    },
  ),
  route(
    {
      method: 'PUT',
      path: '/admin/api/reservations/:id/amendment',
      permission: 'reservations.edit',
      body: amendmentForm,
    },
    async (deps, request) => {
      const venue = await loadVenue(deps)
      return editResponse(await amendReservation({ ...deps, venue }, idOf(request), request.body))
    },
  ),
]
