import { listNightGuests } from '#features/reservations/affected-guests/service.ts'
import { tableBlockForm } from '#features/holds/table-blocks/schema.ts'
import {
  blockTable,
  type TableBlockRefusal,
  loadTableBlocks,
  unblockTable,
} from '#features/reservation-management/table-blocks/service.ts'
import { findStaffEvent } from '#features/events/management/service.ts'
import { jsonResponse, errorResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

const HOLD_ERRORS: Readonly<
  Record<Exclude<TableBlockRefusal, 'not_allowed' | 'not_found'>, { field: string; text: string }>
> = {
  taken: { field: 'tableId', text: 'This table is booked at that time.' },
  night_over: { field: 'tableId', text: 'This event is over.' },
  past: { field: 'expiresAt', text: 'This time has passed.' },
}

export const nightRoutes = [
  route(
    { method: 'GET', path: '/admin/api/events/:id/night', permission: 'reservations.read' },
    async (deps, request) => {
      const id = idOf(request)
      const [event, guests, root] = await Promise.all([
        findStaffEvent(deps.db, id, deps.now),
        listNightGuests(deps, id),
        loadTableBlocks(deps, id),
      ])
      return event
        ? jsonResponse({ event, guests, ...root })
        : editResponse({ ok: false, reason: { why: 'not_found' } })
    },
  ),
  route(
    { method: 'POST', path: '/admin/api/events/:id/holds', permission: 'tables.edit', body: tableBlockForm },
    async (deps, request) => {
      const held = await blockTable(deps, idOf(request), request.body)
      if (held.ok) return editResponse(held, 201)
      const why = held.reason
      if (why === 'not_allowed' || why === 'not_found') return editResponse({ ok: false, reason: { why } })
      const { field, text } = HOLD_ERRORS[why]
      return errorResponse(409, { error: why, title: 'Error', text, fields: { [field]: text } })
    },
  ),
  route(
    { method: 'DELETE', path: '/admin/api/table-blocks/:id', permission: 'tables.edit' },
    async (deps, request) => {
      const released = await unblockTable(deps, idOf(request))
      return editResponse(released.ok ? released : { ok: false, reason: { why: released.reason } })
    },
  ),
]
