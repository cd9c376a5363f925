import { noteForm, refundForm, tableForm } from '#features/reservation-management/schema.ts'
import {
  listSeatChoices,
  moveToTable,
  refundReservation,
  resendConfirmation,
  writeStaffNote,
} from '#features/reservation-management/service.ts'
import { readListQuery } from '#features/reservation-management/list/rules.ts'
import {
  exportReservations,
  exportSelected,
  findEventChoice,
  findReservationDetails,
  listEventChoices,
  listMatchingIds,
  listReservations,
  listSpecialRequests,
  summariseReservations,
} from '#features/reservation-management/list/service.ts'
import { PACKAGE_KEYS } from '#features/reservations/package-contents/schema.ts'
import { openPackagePicture } from '#features/reservations/package-contents/service.ts'
import {
  bulkStatusForm,
  bulkUndoForm,
  messageForm,
  MAX_SELECTED,
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
import {
  changeStatus,
  markLeft,
  readMoneyStanding,
  undoChange,
} from '#features/reservation-management/status/service.ts'
import { isId } from '#lib/address.ts'
import { no, ok } from '#lib/result.ts'
import { jsonResponse } from '#http/json-response.ts'
import { privatePicture } from '#http/files/private-picture.ts'
import { editResponse } from '#web/admin/data/edit-responses.ts'
import { idOf, staffOnly, staffSends } from '../staff-route.ts'

const afterOf = (query: URLSearchParams): string | null => {
  const after = query.get('after') ?? ''
  return isId(after) ? after : null
}

const MAX_EVENT_SEARCH = 80

const words = new TextEncoder()

/** As it is read, so it is sent: nobody waits for a million lines. */
function answerCsv(lines: AsyncGenerator<string>): Response {
  const body = new ReadableStream<Uint8Array>({
    async pull(out) {
      const { done, value } = await lines.next()
      if (done) out.close()
      else out.enqueue(words.encode(value))
    },
    async cancel() {
      await lines.return(undefined)
    },
  })
  return new Response(body, { headers: CSV_HEADERS })
}

const CSV_HEADERS = {
  'Content-Type': 'text/csv; charset=utf-8',
  'Content-Disposition': 'attachment; filename="reservations.csv"',
  'Cache-Control': 'no-store',
}

const answerFound = (found: object | null): Response =>
  editResponse(found === null ? no({ why: 'not_found' }) : ok(found))

export const reservationRoutes = [
  staffOnly(['GET', '/admin/api/reservations'], 'reservations.read', async (deps, { query }) =>
    jsonResponse(await listReservations(deps, readListQuery(query), afterOf(query))),
  ),
  staffOnly(['GET', '/admin/api/reservations/summary'], 'reservations.read', async (deps, { query }) =>
    jsonResponse(await summariseReservations(deps, readListQuery(query).eventId)),
  ),
  staffOnly(['GET', '/admin/api/reservations/events'], 'reservations.read', async (deps, { query }) =>
    jsonResponse(await listEventChoices(deps, (query.get('q') ?? '').slice(0, MAX_EVENT_SEARCH))),
  ),
  staffOnly(['GET', '/admin/api/reservations/events/:id'], 'reservations.read', async (deps, asked) =>
    answerFound(await findEventChoice(deps, idOf(asked))),
  ),
  staffOnly(['GET', '/admin/api/reservations/requests'], 'reservations.read', async (deps, { query }) =>
    jsonResponse(await listSpecialRequests(deps, readListQuery(query), afterOf(query))),
  ),
  staffOnly(['GET', '/admin/api/reservations/csv'], 'reservations.export', async (deps, { query }) =>
    answerCsv(exportReservations(deps, readListQuery(query))),
  ),
  staffSends(
    ['POST', '/admin/api/reservations/csv'],
    'reservations.export',
    selectionForm,
  )(async (deps, { body }) => answerCsv(exportSelected(deps, body.ids))),
  staffOnly(['GET', '/admin/api/reservations/ids'], 'reservations.read', async (deps, { query }) =>
    jsonResponse(await listMatchingIds(deps, readListQuery(query), MAX_SELECTED)),
  ),
  staffSends(
    ['POST', '/admin/api/reservations/bulk/plan'],
    'reservations.edit',
    planForm,
  )(async (deps, { body }) => jsonResponse(await planStatuses(deps, body))),
  staffSends(
    ['POST', '/admin/api/reservations/bulk/status'],
    'reservations.edit',
    bulkStatusForm,
  )(async (deps, { body }) => editResponse(await setStatuses(deps, body))),
  staffSends(
    ['POST', '/admin/api/reservations/bulk/undo'],
    'reservations.edit',
    bulkUndoForm,
  )(async (deps, { body }) => editResponse(await undoStatuses(deps, body))),
  staffSends(
    ['POST', '/admin/api/reservations/bulk/emails/plan'],
    'reservations.email',
    selectionForm,
  )(async (deps, { body }) => jsonResponse(await planMessages(deps, body))),
  staffSends(
    ['POST', '/admin/api/reservations/bulk/emails'],
    'reservations.email',
    messageForm,
  )(async (deps, { body }) => editResponse(await sendMessages(deps, body))),
  staffOnly(['GET', '/admin/api/reservations/stream'], 'reservations.read', async ({ adminEvents }) =>
    adminEvents.openStream(),
  ),
  staffOnly(['GET', '/admin/api/reservations/:id'], 'reservations.read', async (deps, asked) =>
    answerFound(await findReservationDetails(deps, idOf(asked))),
  ),
  staffOnly(
    ['GET', '/admin/api/reservations/:id/packages/:package/picture'],
    'reservations.read',
    async (deps, asked) => {
      const key = PACKAGE_KEYS.find((it) => it === asked.params['package'])
      const found = key ? await openPackagePicture(deps, idOf(asked), key) : null
      return found ? privatePicture(found) : answerFound(null)
    },
  ),
  staffOnly(['GET', '/admin/api/reservations/:id/tables'], 'reservations.read', async (deps, asked) =>
    answerFound(await listSeatChoices(deps, idOf(asked))),
  ),
  staffSends(
    ['PUT', '/admin/api/reservations/:id/note'],
    'reservations.edit',
    noteForm,
  )(async (deps, asked) => editResponse(await writeStaffNote(deps, idOf(asked), asked.body))),
  staffSends(
    ['PUT', '/admin/api/reservations/:id/table'],
    'reservations.edit',
    tableForm,
  )(async (deps, asked) => editResponse(await moveToTable(deps, idOf(asked), asked.body))),
  staffSends(
    ['POST', '/admin/api/reservations/:id/refunds'],
    'payments.edit',
    refundForm,
  )(async (deps, asked) => editResponse(await refundReservation(deps, idOf(asked), asked.body), 201)),
  staffOnly(['POST', '/admin/api/reservations/:id/confirmation'], 'reservations.edit', async (deps, asked) =>
    editResponse(await resendConfirmation(deps, idOf(asked))),
  ),
  staffSends(
    ['PUT', '/admin/api/reservations/:id/status'],
    'reservations.edit',
    statusForm,
  )(async (deps, asked) => editResponse(await changeStatus(deps, idOf(asked), asked.body))),
  staffSends(
    ['PUT', '/admin/api/reservations/:id/left'],
    'reservations.edit',
    leftForm,
  )(async (deps, asked) => editResponse(await markLeft(deps, idOf(asked), asked.body))),
  staffSends(
    ['POST', '/admin/api/reservations/:id/undo'],
    'reservations.edit',
    undoForm,
  )(async (deps, asked) => editResponse(await undoChange(deps, idOf(asked), asked.body.actId))),
  staffOnly(['POST', '/admin/api/reservations/:id/undo-added'], 'reservations.edit', async (deps, asked) =>
    editResponse(await undoAdded(deps, idOf(asked))),
  ),
  staffOnly(['GET', '/admin/api/reservations/:id/money'], 'payments.edit', async (deps, asked) =>
    answerFound(await readMoneyStanding(deps, idOf(asked))),
  ),
  staffOnly(['DELETE', '/admin/api/reservations/:id'], 'reservations.delete', async (deps, asked) =>
    editResponse(await deleteReservation(deps, idOf(asked))),
  ),
]
