import { noteForm, refundForm, tableForm } from '#features/reservation-management/schema.ts'
import { packageWordsForm } from '#features/reservations/package-contents/schema.ts'
import { partyTablesForm, sittingForm } from '#features/reservation-management/party-tables/schema.ts'
import {
  moveToTable,
  setPartyTables,
  setSittingEnd,
} from '#features/reservation-management/party-tables/service.ts'
import {
  listSeatChoices,
  refundReservation,
  resendConfirmation,
  writePackageContent,
  writeStaffNote,
} from '#features/reservation-management/service.ts'
import { readListQuery } from '#features/reservation-management/list/rules.ts'
import {
  exportReservations,
  exportSelected,
  findReservationDetails,
  listMatchingIds,
  listReservations,
  listSpecialRequests,
} from '#features/reservation-management/list/service.ts'
import {
  findEventChoice,
  listEventChoices,
} from '#features/reservation-management/staff-bookings/event-choices/service.ts'
import { summariseReservations } from '#features/reservation-management/list/summary/service.ts'
import { PACKAGE_KEYS } from '#features/reservations/package-contents/schema.ts'
import { openPackagePicture } from '#features/reservations/package-contents/service.ts'
import {
  bulkStatusForm,
  bulkUndoForm,
  messageForm,
  messagePlanForm,
  planForm,
  selectionForm,
} from '#features/reservation-management/bulk/schema.ts'
import {
  planMessages,
  planStatuses,
  sendMessages,
  setStatuses,
  undoStatuses,
} from '#features/reservation-management/bulk/service.ts'
import { deleteReservation, undoAdded } from '#features/reservation-management/deletion/service.ts'
import { leftForm, statusForm, undoForm } from '#features/reservation-management/status/schema.ts'
import { markLeft } from '#features/reservation-management/status/left/service.ts'
import { changeStatus, readMoneyStatus } from '#features/reservation-management/status/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import { isId } from '#lib/address.ts'
import { MAX_SELECTED } from '#lib/selection-limit.ts'
import { csvResponse } from '../csv-response.ts'
import { jsonResponse } from '#http/json-response.ts'
import { privatePicture } from '#http/files/private-picture.ts'
import { editResponse, foundResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'
import { printedReservationCode } from '../guests/printed-code.tsx'

const afterOf = (query: URLSearchParams): string | null => {
  const after = query.get('after') ?? ''
  return isId(after) ? after : null
}

const MAX_EVENT_SEARCH = 80

const encoder = new TextEncoder()

/** Streams a CSV download while the rows are read, so that a large export needs little memory. */
function streamCsv(lines: AsyncGenerator<string>): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(out) {
      const { done, value } = await lines.next()
      if (done) out.close()
      else out.enqueue(encoder.encode(value))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
  return csvResponse(body, 'reservations.csv')
}

export const reservationRoutes = [
  route(
    { method: 'GET', path: '/admin/api/reservations', permission: 'reservations.read' },
    async (deps, { query }) =>
      jsonResponse(await listReservations(deps, readListQuery(query), afterOf(query))),
  ),
  route(
    { method: 'GET', path: '/admin/api/reservations/summary', permission: 'reservations.read' },
    async (deps, { query }) => jsonResponse(await summariseReservations(deps, readListQuery(query))),
  ),
  route(
    { method: 'GET', path: '/admin/api/reservations/events', permission: 'reservations.read' },
    async (deps, { query }) =>
      jsonResponse(await listEventChoices(deps, (query.get('q') ?? '').slice(0, MAX_EVENT_SEARCH))),
  ),
  route(
    { method: 'GET', path: '/admin/api/reservations/events/:id', permission: 'reservations.read' },
    async (deps, request) => foundResponse(await findEventChoice(deps, idOf(request))),
  ),
  route(
    { method: 'GET', path: '/admin/api/reservations/requests', permission: 'reservations.read' },
    async (deps, { query }) =>
      jsonResponse(await listSpecialRequests(deps, readListQuery(query), afterOf(query))),
  ),
  route(
    { method: 'GET', path: '/admin/api/reservations/csv', permission: 'reservations.export' },
    async (deps, { query }) => streamCsv(exportReservations(deps, readListQuery(query), deps.actor.role)),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/csv',
      permission: 'reservations.export',
      body: selectionForm,
    },
    async (deps, { body }) => streamCsv(exportSelected(deps, body.ids, deps.actor.role)),
  ),
  route(
    { method: 'GET', path: '/admin/api/reservations/ids', permission: 'reservations.read' },
    async (deps, { query }) => jsonResponse(await listMatchingIds(deps, readListQuery(query), MAX_SELECTED)),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/bulk/plan',
      permission: 'reservations.edit',
      body: planForm,
    },
    async (deps, { body }) => jsonResponse(await planStatuses(deps, body)),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/bulk/status',
      permission: 'reservations.edit',
      body: bulkStatusForm,
    },
    async (deps, { body }) => editResponse(await setStatuses(deps, body)),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/bulk/undo',
      permission: 'reservations.edit',
      body: bulkUndoForm,
    },
    async (deps, { body }) => editResponse(await undoStatuses(deps, body)),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/bulk/emails/plan',
      permission: 'reservations.email',
      body: messagePlanForm,
    },
    async (deps, { body }) => jsonResponse(await planMessages(deps, body)),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/bulk/emails',
      permission: 'reservations.email',
      body: messageForm,
    },
    async (deps, { body }) => editResponse(await sendMessages(deps, body)),
  ),
  route(
    { method: 'GET', path: '/admin/api/reservations/stream', permission: 'staff' },
    async ({ adminEvents }) => adminEvents.openStream(),
  ),
  route(
    { method: 'GET', path: '/admin/api/reservations/:id', permission: 'reservations.read' },
    async (deps, request) => foundResponse(await findReservationDetails(deps, idOf(request))),
  ),
  route(
    {
      method: 'GET',
      path: '/admin/api/reservations/:id/packages/:package/picture',
      permission: 'run_sheet.read',
    },
    async (deps, request) => {
      const key = PACKAGE_KEYS.find((it) => it === request.params['package'])
      const found = key ? await openPackagePicture(deps, idOf(request), key) : null
      return found ? privatePicture(found) : foundResponse(null)
    },
  ),
  route(
    { method: 'GET', path: '/admin/api/reservations/:id/code', permission: 'reservations.edit' },
    async (deps, request) => {
      const found = await findReservationDetails(deps, idOf(request))
      return found && found.status !== 'cancelled' ? printedReservationCode(deps, found) : foundResponse(null)
    },
  ),
  route(
    { method: 'GET', path: '/admin/api/reservations/:id/tables', permission: 'reservations.read' },
    async (deps, request) => foundResponse(await listSeatChoices(deps, idOf(request))),
  ),
  route(
    {
      method: 'PUT',
      path: '/admin/api/reservations/:id/note',
      permission: 'reservations.annotate',
      body: noteForm,
    },
    async (deps, request) => editResponse(await writeStaffNote(deps, idOf(request), request.body)),
  ),
  route(
    {
      method: 'PUT',
      path: '/admin/api/reservations/:id/package-content',
      permission: 'reservations.edit',
      body: packageWordsForm,
    },
    async (deps, request) => editResponse(await writePackageContent(deps, idOf(request), request.body)),
  ),
  route(
    {
      method: 'PUT',
      path: '/admin/api/reservations/:id/table',
      permission: 'reservations.edit',
      body: tableForm,
    },
    async (deps, request) => editResponse(await moveToTable(deps, idOf(request), request.body)),
  ),
  route(
    {
      method: 'PUT',
      path: '/admin/api/reservations/:id/tables',
      permission: 'reservations.edit',
      body: partyTablesForm,
    },
    async (deps, request) => editResponse(await setPartyTables(deps, idOf(request), request.body)),
  ),
  route(
    {
      method: 'PUT',
      path: '/admin/api/reservations/:id/sitting',
      permission: 'reservations.edit',
      body: sittingForm,
    },
    async (deps, request) => editResponse(await setSittingEnd(deps, idOf(request), request.body)),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/:id/refunds',
      permission: 'payments.edit',
      body: refundForm,
    },
    async (deps, request) => editResponse(await refundReservation(deps, idOf(request), request.body), 201),
  ),
  route(
    { method: 'POST', path: '/admin/api/reservations/:id/confirmation', permission: 'reservations.edit' },
    async (deps, request) => editResponse(await resendConfirmation(deps, idOf(request))),
  ),
  route(
    {
      method: 'PUT',
      path: '/admin/api/reservations/:id/status',
      permission: 'reservations.edit',
      body: statusForm,
    },
    async (deps, request) => editResponse(await changeStatus(deps, idOf(request), request.body)),
  ),
  route(
    {
      method: 'PUT',
      path: '/admin/api/reservations/:id/left',
      permission: 'reservations.edit',
      body: leftForm,
    },
    async (deps, request) => editResponse(await markLeft(deps, idOf(request), request.body)),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/reservations/:id/undo',
      permission: 'reservations.edit',
      body: undoForm,
    },
    async (deps, request) => editResponse(await undoChange(deps, idOf(request), request.body.actId)),
  ),
  route(
    { method: 'POST', path: '/admin/api/reservations/:id/undo-added', permission: 'reservations.edit' },
    async (deps, request) => editResponse(await undoAdded(deps, idOf(request))),
  ),
  route(
    { method: 'GET', path: '/admin/api/reservations/:id/money', permission: 'payments.edit' },
    async (deps, request) => foundResponse(await readMoneyStatus(deps, idOf(request))),
  ),
  route(
    { method: 'DELETE', path: '/admin/api/reservations/:id', permission: 'reservations.delete' },
    async (deps, request) => editResponse(await deleteReservation(deps, idOf(request))),
  ),
]
