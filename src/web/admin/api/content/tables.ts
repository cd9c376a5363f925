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
import { jsonResponse, errorResponse } from '#http/json-response.ts'
import { editResponse } from '#web/admin/data/edit-responses.ts'
import { idOf, staffOnly, staffSends } from '../staff-route.ts'

function answerTable(done: Result<unknown, TableRefusal>, status = 200): Response {
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
      const nights = reason.nights.map((it) => `${it.title}, ${formatDay(it.date)} (${it.reason})`)
      const text = `The house keeps this table back for: ${nights.join('; ')}. Release it first.`
      return errorResponse(409, { error: reason.why, title: 'Error', text })
    }
    case 'not_allowed':
    case 'not_found':
    case 'version_conflict':
      return editResponse({ ok: false, reason }, status)
  }
}

export const tableRoutes = [
  staffOnly(['GET', '/admin/api/tables'], 'tables.read', async (deps) =>
    jsonResponse({ items: await listStaffTables(deps.db) }),
  ),
  staffSends(
    ['POST', '/admin/api/tables'],
    'tables.edit',
    tableForm,
  )(async (deps, { body }) => answerTable(await addTable(deps, body), 201)),
  staffSends(
    ['PUT', '/admin/api/tables/:id'],
    'tables.edit',
    tableEdit,
  )(async (deps, asked) => {
    const { version, ...form } = asked.body
    return answerTable(await editTable(deps, { id: idOf(asked), version }, form))
  }),
  staffOnly(['DELETE', '/admin/api/tables/:id'], 'tables.edit', async (deps, asked) =>
    answerTable(await deleteTable(deps, idOf(asked))),
  ),
]
