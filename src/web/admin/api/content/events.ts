import { describeAffected } from '#features/reservations/affected-guests/rules.ts'
import { readEventListQuery } from '#features/events/management/rules.ts'
import { eventEdit, eventForm, eventSoldOutForm, repeatForm } from '#features/events/management/schema.ts'
import {
  addEvent,
  deleteEvent,
  editEvent,
  type EventRefusal,
  listStaffEvents,
  markEventSoldOut,
  repeatEvent,
} from '#features/events/management/service.ts'
import type { Result } from '#lib/result.ts'
import { jsonResponse, errorResponse } from '#http/json-response.ts'
import { editResponse } from '#web/admin/data/edit-responses.ts'
import { idOf, staffOnly, staffSends } from '../staff-route.ts'

const IN_THE_WAY = 'A table that the house keeps back for this event is somebody else’s at that time.'

function answerEvent(done: Result<unknown, EventRefusal>, status = 200): Response {
  if (done.ok) return editResponse(done, status)
  const { reason } = done
  if (reason.why === 'blocks_in_the_way')
    return errorResponse(409, {
      error: reason.why,
      title: 'Error',
      text: IN_THE_WAY,
      fields: { date: IN_THE_WAY },
    })
  if (reason.why !== 'guests') return editResponse({ ok: false, reason }, status)
  const text = `These guests have a table for this event: ${describeAffected(reason.guests)}. Cancel or move their reservations first.`
  return errorResponse(409, { error: reason.why, title: 'Error', text, fields: { date: text } })
}

export const eventRoutes = [
  staffOnly(['GET', '/admin/api/events'], 'events.read', async (deps, { query }) =>
    jsonResponse({ items: await listStaffEvents(deps.db, deps.now, readEventListQuery(query)) }),
  ),
  staffSends(
    ['POST', '/admin/api/events'],
    'events.edit',
    eventForm,
  )(async (deps, { body: { agreedDinners, ...form } }) =>
    answerEvent(await addEvent(deps, form, agreedDinners), 201),
  ),
  staffSends(
    ['PUT', '/admin/api/events/:id'],
    'events.edit',
    eventEdit,
  )(async (deps, asked) => {
    const { version, agreedDinners, ...form } = asked.body
    return answerEvent(await editEvent(deps, { id: idOf(asked), version, agreed: agreedDinners }, form))
  }),
  staffSends(
    ['PUT', '/admin/api/events/:id/sold-out'],
    'events.edit',
    eventSoldOutForm,
  )(async (deps, asked) => answerEvent(await markEventSoldOut(deps, idOf(asked), asked.body))),
  staffSends(
    ['POST', '/admin/api/events/:id/repeat'],
    'events.edit',
    repeatForm,
  )(async (deps, asked) => answerEvent(await repeatEvent(deps, idOf(asked), asked.body.weeks), 201)),
  staffOnly(['DELETE', '/admin/api/events/:id'], 'events.edit', async (deps, asked) =>
    answerEvent(await deleteEvent(deps, idOf(asked))),
  ),
]
