import { describeAffected, keepTableText } from '#features/reservations/affected-guests/rules.ts'
import { listPartiesAtTables, listPartiesToMove } from '#features/reservations/affected-guests/service.ts'
import { isId } from '#lib/address.ts'
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
import { editResponse, needsAgreement } from '../edit-response.ts'
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
    case 'parties': {
      const { parties, table } = reason
      return needsAgreement(`Take table ${table.tableNumber} out of use?`, keepTableText(parties), {
        agreedParties: parties.map(({ id }) => id),
      })
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

/** Ids of the tables that a list of parties is asked for: `?table=…&table=…`. */
const idsOf = (query: URLSearchParams): string[] => query.getAll('table').filter(isId)

export const tableRoutes = [
  route({ method: 'GET', path: '/admin/api/tables', permission: 'tables.read' }, async (deps) =>
    jsonResponse({ items: await listStaffTables(deps.db) }),
  ),
  route(
    { method: 'GET', path: '/admin/api/tables/parties', permission: 'tables.read' },
    async (deps, { query }) => jsonResponse({ items: await listPartiesAtTables(deps, idsOf(query)) }),
  ),
  route(
    { method: 'GET', path: '/admin/api/tables/parties-to-move', permission: 'tables.read' },
    async (deps) => jsonResponse({ items: await listPartiesToMove(deps) }),
  ),
  route(
    { method: 'POST', path: '/admin/api/tables', permission: 'tables.edit', body: tableForm },
    async (deps, { body }) => tableResponse(deps.now, await addTable(deps, body), 201),
  ),
  route(
    { method: 'PUT', path: '/admin/api/tables/:id', permission: 'tables.edit', body: tableEdit },
    async (deps, request) => {
      const { version, agreedParties, ...form } = request.body
      const at = { id: idOf(request), version, agreedParties }
      return tableResponse(deps.now, await editTable(deps, at, form))
    },
  ),
  route(
    { method: 'DELETE', path: '/admin/api/tables/:id', permission: 'tables.edit' },
    async (deps, request) => tableResponse(deps.now, await deleteTable(deps, idOf(request))),
  ),
]
