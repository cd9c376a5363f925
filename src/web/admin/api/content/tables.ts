import { describeAffected } from '#features/reservations/affected-guests/rules.ts'
import { tableEdit, tableForm } from '#features/floor-plan/tables/schema.ts'
import {
  addTable,
  deleteTable,
  editTable,
  listStaffTables,
  type TableRefusal,
} from '#features/floor-plan/tables/service.ts'
import type { Result } from '#lib/result.ts'
import { formatDay } from '#lib/venue-time.ts'
import { errorResponse, jsonResponse, type JsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

function tableResponse<Item>(
  now: Date,
  done: Result<Item, TableRefusal>,
  status = 200,
): JsonResponse<{ readonly item: Item }> {
  if (done.ok) return editResponse(done, status)
  const { reason } = done
  switch (reason.why) {
    case 'number_taken': {
      const text = 'Another table has this number.'
      return errorResponse(409, { error: reason.why, title: 'Error', text, fields: { tableNumber: text } })
    }
    case 'guests': {
      const text = `These guests have this table: ${describeAffected(reason.guests)}. Move or cancel their reservations first.`
      return errorResponse(409, { error: reason.why, title: 'Error', text })
    }
    case 'blocked': {
      const nights = reason.nights.map((it) => `${it.title}, ${formatDay(it.date, now)} (${it.reason})`)
      const text = `This table is held by the house for: ${nights.join('; ')}. Release it first.`
      return errorResponse(409, { error: reason.why, title: 'Error', text })
    }
    case 'not_allowed':
    case 'not_found':
    case 'version_conflict':
      return editResponse({ ok: false, reason }, status)
  }
}

export const tableRoutes = [
  route({ method: 'GET', path: '/admin/api/tables', permission: 'tables.read' }, async (deps) =>
    jsonResponse({ items: await listStaffTables(deps.db) }),
  ),
  route(
    { method: 'POST', path: '/admin/api/tables', permission: 'tables.edit', body: tableForm },
    async (deps, { body }) => tableResponse(deps.now, await addTable(deps, body), 201),
  ),
  route(
    { method: 'PUT', path: '/admin/api/tables/:id', permission: 'tables.edit', body: tableEdit },
    async (deps, request) => {
      const { version, ...form } = request.body
      return tableResponse(deps.now, await editTable(deps, { id: idOf(request), version }, form))
    },
  ),
  route(
    { method: 'DELETE', path: '/admin/api/tables/:id', permission: 'tables.edit' },
    async (deps, request) => tableResponse(deps.now, await deleteTable(deps, idOf(request))),
  ),
]
