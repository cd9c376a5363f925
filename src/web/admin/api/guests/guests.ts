import { mergeGuests, undoMerge } from '#features/guests/merges/service.ts'
import { readGuestQuery } from '#features/guests/rules.ts'
import { blockForm, guestForm, mergeForm, undoMergeForm } from '#features/guests/schema.ts'
import { blockGuest, editGuest, findGuestDetails, findGuestOf, listGuests } from '#features/guests/service.ts'
import { no, ok } from '#lib/result.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

export const guestRoutes = [
  route({ method: 'GET', path: '/admin/api/guests', permission: 'guests.read' }, async (deps, { query }) =>
    jsonResponse(await listGuests(deps, readGuestQuery(query))),
  ),
  route(
    { method: 'GET', path: '/admin/api/guest-by-contact', permission: 'guests.read' },
    async (deps, { query }) =>
      jsonResponse({
        guest: await findGuestOf(deps, {
          phone: (query.get('phone') ?? '').slice(0, 40),
          email: (query.get('email') ?? '').slice(0, 254),
        }),
      }),
  ),
  route(
    { method: 'GET', path: '/admin/api/guests/:id', permission: 'guests.read' },
    async (deps, request) => {
      const guest = await findGuestDetails(deps, idOf(request))
      return editResponse(guest ? ok(guest) : no({ why: 'not_found' }))
    },
  ),
  route(
    { method: 'PUT', path: '/admin/api/guests/:id', permission: 'guests.edit', body: guestForm },
    async (deps, request) => editResponse(await editGuest(deps, idOf(request), request.body)),
  ),
  route(
    { method: 'PUT', path: '/admin/api/guests/:id/block', permission: 'guests.block', body: blockForm },
    async (deps, request) => editResponse(await blockGuest(deps, idOf(request), request.body)),
  ),
  route(
    { method: 'POST', path: '/admin/api/guests/:id/merge', permission: 'guests.merge', body: mergeForm },
    async (deps, request) => editResponse(await mergeGuests(deps, idOf(request), request.body.otherId)),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/guests/:id/undo-merge',
      permission: 'guests.merge',
      body: undoMergeForm,
    },
    async (deps, request) => editResponse(await undoMerge(deps, idOf(request), request.body.mergeId)),
  ),
]
