import * as z from 'zod/mini'
import { mergeForm } from '#features/reservation-management/merge/schema.ts'
import {
  describeMissing,
  listMergeChoices,
  mergeReservations,
  previewMerge,
} from '#features/reservation-management/merge/service.ts'
import { splitForm } from '#features/reservation-management/merge/split/schema.ts'
import { readSplitSource, splitReservation } from '#features/reservation-management/merge/split/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { no, ok } from '#lib/result.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

/** Two reservations become one, and one becomes two. */
export const mergeRoutes = [
  route(
    { method: 'GET', path: '/admin/api/reservations/:id/merge', permission: 'reservations.amend' },
    async (deps, request) => jsonResponse({ items: await listMergeChoices(deps, idOf(request)) }),
  ),
  // A preview writes nothing. It is a POST, because it carries the form.
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/:id/merge/preview',
      permission: 'reservations.amend',
      body: z.strictObject({ otherId: z.uuid() }),
    },
    async (deps, request) => {
      const ids = [idOf(request), request.body.otherId] as const
      const preview = await previewMerge(deps, ...ids)
      return editResponse(preview ? ok(preview) : no(await describeMissing(deps.db, ids)))
    },
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/:id/merge',
      permission: 'reservations.amend',
      body: mergeForm,
    },
    async (deps, request) => editResponse(await mergeReservations(deps, idOf(request), request.body)),
  ),
  route(
    { method: 'GET', path: '/admin/api/reservations/:id/split', permission: 'reservations.amend' },
    async (deps, request) => {
      const source = await readSplitSource(deps, idOf(request))
      return editResponse(source ? ok(source) : no({ why: 'not_found' }))
    },
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/:id/split',
      permission: 'reservations.amend',
      body: splitForm,
    },
    async (deps, request) => editResponse(await splitReservation(deps, idOf(request), request.body), 201),
  ),
]
