import { listNightGuests } from '#features/reservations/affected-guests/service.ts'
import { tableBlockForm } from '#features/holds/table-blocks/schema.ts'
import {
  holdTable,
  type HoldTableRefusal,
  loadTableBlocks,
  releaseTable,
} from '#features/holds/table-blocks/service.ts'
import { findStaffEvent } from '#features/events/management/service.ts'
import { jsonResponse, errorResponse } from '#http/json-response.ts'
import { editResponse } from '#web/admin/data/edit-responses.ts'
import { idOf, staffOnly, staffSends } from '../staff-route.ts'

const REFUSED: Readonly<
  Record<Exclude<HoldTableRefusal, 'not_allowed' | 'not_found'>, { field: string; text: string }>
> = {
  taken: { field: 'tableId', text: 'Somebody has this table at that time.' },
  night_over: { field: 'tableId', text: 'This event is over.' },
  past: { field: 'expiresAt', text: 'This moment is past.' },
}

export const nightRoutes = [
  staffOnly(['GET', '/admin/api/events/:id/night'], 'reservations.read', async (deps, asked) => {
    const id = idOf(asked)
    const [event, guests, root] = await Promise.all([
      findStaffEvent(deps.db, id, deps.now),
      listNightGuests(deps, id),
      loadTableBlocks(deps, id),
    ])
    return event
      ? jsonResponse({ event, guests, ...root })
      : editResponse({ ok: false, reason: { why: 'not_found' } })
  }),
  staffSends(
    ['POST', '/admin/api/events/:id/holds'],
    'events.edit',
    tableBlockForm,
  )(async (deps, asked) => {
    const held = await holdTable(deps, idOf(asked), asked.body)
    if (held.ok) return editResponse(held, 201)
    const why = held.reason
    if (why === 'not_allowed' || why === 'not_found') return editResponse({ ok: false, reason: { why } })
    const { field, text } = REFUSED[why]
    return errorResponse(409, { error: why, title: 'Error', text, fields: { [field]: text } })
  }),
  staffOnly(['DELETE', '/admin/api/table-blocks/:id'], 'events.edit', async (deps, asked) => {
    const released = await releaseTable(deps, idOf(asked))
    return editResponse(released.ok ? released : { ok: false, reason: { why: released.reason } })
  }),
]
