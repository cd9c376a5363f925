import { coverCorrectionForm } from '#features/close-out/cover-corrections/schema.ts'
import { correctCover, listCoverOfNight } from '#features/close-out/cover-corrections/service.ts'
import { exportNight, lockFigures } from '#features/close-out/lock/service.ts'
import { nightToClose } from '#features/close-out/closing/rules.ts'
import { closeForm, lockForm } from '#features/close-out/schema.ts'
import { closeNight, loadCloseOut, reopenNight } from '#features/close-out/service.ts'
import { csvResponse } from '../csv-response.ts'
import { jsonResponse } from '#http/json-response.ts'
import { no } from '#lib/result.ts'
import { isCalendarDate } from '#lib/venue-time.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route, type StaffRequest } from '../route.ts'

const PATH = '/admin/api/close-out'

const nightFrom = (text: string): string | null => (isCalendarDate(text) ? text : null)
const nightIn = (query: URLSearchParams): string | null => nightFrom(query.get('date') ?? '')
/** The night of a path; null for a text that is no date. */
const nightOf = ({ params }: Pick<StaffRequest, 'params'>): string | null => nightFrom(params['date'] ?? '')

const NO_NIGHT = no({ why: 'not_found' } as const)

export const closeOutRoutes = [
  route({ method: 'GET', path: PATH, permission: 'close_out.read' }, async (deps, { query }) =>
    jsonResponse(await loadCloseOut(deps, nightIn(query) ?? nightToClose(deps.now))),
  ),
  route(
    { method: 'POST', path: `${PATH}/:date/close`, permission: 'close_out.edit', body: closeForm },
    async (deps, request) => {
      const night = nightOf(request)
      return editResponse(night === null ? NO_NIGHT : await closeNight(deps, night, request.body))
    },
  ),
  route(
    { method: 'DELETE', path: `${PATH}/:date/close`, permission: 'close_out.edit' },
    async (deps, request) => {
      const night = nightOf(request)
      return editResponse(night === null ? NO_NIGHT : await reopenNight(deps, night))
    },
  ),
  route(
    { method: 'POST', path: `${PATH}/:date/lock`, permission: 'close_out.edit', body: lockForm },
    async (deps, request) => {
      const night = nightOf(request)
      return editResponse(night === null ? NO_NIGHT : await lockFigures(deps, night, request.body), 201)
    },
  ),
  route(
    { method: 'GET', path: `${PATH}/:date/cover`, permission: 'close_out.read' },
    async (deps, request) => {
      const night = nightOf(request)
      return jsonResponse({ items: night === null ? [] : await listCoverOfNight(deps, night) })
    },
  ),
  route(
    {
      method: 'PUT',
      path: `${PATH}/:date/cover/:id`,
      permission: 'close_out.edit',
      body: coverCorrectionForm,
    },
    async (deps, request) => {
      const night = nightOf(request)
      const actId = idOf(request)
      return editResponse(
        night === null ? NO_NIGHT : await correctCover(deps, { night, actId }, request.body),
      )
    },
  ),
  route({ method: 'GET', path: `${PATH}/:date/csv`, permission: 'close_out.read' }, async (deps, request) => {
    const night = nightOf(request)
    return night === null
      ? editResponse(NO_NIGHT)
      : csvResponse(await exportNight(deps, night), `close-out-${night}.csv`)
  }),
]
