import { describeAffected } from '#features/reservations/affected-guests/rules.ts'
import { readEventListQuery } from '#features/events/management/rules.ts'
import { eventEdit, eventForm, eventSoldOutForm, repeatForm } from '#features/events/management/schema.ts'
import {
  addEvent,
  deleteEvent,
  editEvent,
  type EventRefusal,
  findStaffEvent,
  listStaffEvents,
  markEventSoldOut,
  repeatEvent,
} from '#features/events/management/service.ts'
import type { Result } from '#lib/result.ts'
import { errorResponse, jsonResponse, type JsonResponse } from '#http/json-response.ts'
import { editResponse, foundResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

const BLOCK_CONFLICT = 'A table that you blocked for this event is booked by another party at that time.'

function eventResponse<Item>(
  done: Result<Item, EventRefusal>,
  status = 200,
): JsonResponse<{ readonly item: Item }> {
  if (done.ok) return editResponse(done, status)
  const { reason } = done
  if (reason.why === 'blocks_in_the_way')
    return errorResponse(409, {
      error: reason.why,
      title: 'Error',
      text: BLOCK_CONFLICT,
      fields: { date: BLOCK_CONFLICT },
    })
  if (reason.why !== 'guests') return editResponse({ ok: false, reason }, status)
  const text = `These guests have a table for this event: ${describeAffected(reason.guests)}. Cancel or move their reservations first.`
  return errorResponse(409, { error: reason.why, title: 'Error', text, fields: { date: text } })
}

export const eventRoutes = [
  route({ method: 'GET', path: '/admin/api/events', permission: 'events.read' }, async (deps, { query }) =>
    jsonResponse({ items: await listStaffEvents(deps.db, deps.now, readEventListQuery(query)) }),
  ),
  route({ method: 'GET', path: '/admin/api/events/:id', permission: 'events.read' }, async (deps, request) =>
    foundResponse(await findStaffEvent(deps.db, idOf(request), deps.now)),
  ),
  route(
    { method: 'POST', path: '/admin/api/events', permission: 'events.edit', body: eventForm },
    async (deps, { body: { agreedDinners, ...form } }) =>
      eventResponse(await addEvent(deps, form, agreedDinners), 201),
  ),
  route(
    { method: 'PUT', path: '/admin/api/events/:id', permission: 'events.edit', body: eventEdit },
    async (deps, request) => {
      const { version, agreedDinners, ...form } = request.body
      return eventResponse(await editEvent(deps, { id: idOf(request), version, agreed: agreedDinners }, form))
    },
  ),
  route(
    {
      method: 'PUT',
      path: '/admin/api/events/:id/sold-out',
      permission: 'events.edit',
      body: eventSoldOutForm,
    },
    async (deps, request) => eventResponse(await markEventSoldOut(deps, idOf(request), request.body)),
  ),
  route(
    { method: 'POST', path: '/admin/api/events/:id/repeat', permission: 'events.edit', body: repeatForm },
    async (deps, request) => eventResponse(await repeatEvent(deps, idOf(request), request.body.weeks), 201),
  ),
  route(
    { method: 'DELETE', path: '/admin/api/events/:id', permission: 'events.edit' },
    async (deps, request) => eventResponse(await deleteEvent(deps, idOf(request))),
  ),
]
