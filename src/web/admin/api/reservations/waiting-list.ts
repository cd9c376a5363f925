import { offerForm, undoOfferForm } from '#features/waiting-list/staff/schema.ts'
import {
  listOfferChoices,
  loadWaitingList,
  offerByStaff,
  undoOffer,
} from '#features/waiting-list/staff/service.ts'
import { removeEntry, undoRemoval } from '#features/waiting-list/removals/service.ts'
import { no } from '#lib/result.ts'
import { errorResponse, jsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

const ENTRY = '/admin/api/waiting-entries/:id'

export const waitingListRoutes = [
  route(
    { method: 'GET', path: '/admin/api/waiting-list', permission: 'reservations.read' },
    async (deps, { query }) => jsonResponse(await loadWaitingList(deps, query)),
  ),
  route(
    { method: 'GET', path: `${ENTRY}/tables`, permission: 'reservations.edit' },
    async (deps, request) => {
      const tables = await listOfferChoices(deps, idOf(request))
      return tables ? jsonResponse({ tables }) : editResponse(no({ why: 'not_found' }))
    },
  ),
  route(
    { method: 'POST', path: `${ENTRY}/offer`, permission: 'reservations.edit', body: offerForm },
    async (deps, request) => {
      const done = await offerByStaff(deps, idOf(request), request.body)
      if (done.ok) return editResponse(done)
      const { reason } = done
      if (reason.why !== 'reason_needed') return editResponse(no(reason))
      const text = 'Other parties wait before this one.'
      const fields = { reason: 'Please enter why this party comes first.' }
      return errorResponse(422, { error: reason.why, title: 'Error', text, fields })
    },
  ),
  route(
    { method: 'POST', path: `${ENTRY}/undo-offer`, permission: 'reservations.edit', body: undoOfferForm },
    async (deps, request) => editResponse(await undoOffer(deps, idOf(request), request.body)),
  ),
  route({ method: 'DELETE', path: ENTRY, permission: 'reservations.edit' }, async (deps, request) =>
    editResponse(await removeEntry(deps, idOf(request))),
  ),
  route(
    { method: 'POST', path: `${ENTRY}/undo-removal`, permission: 'reservations.edit' },
    async (deps, request) => editResponse(await undoRemoval(deps, idOf(request))),
  ),
]
