import { loadAllEvents } from '#features/events/service.ts'
import { listMenuForStaff } from '#features/menu/service.ts'
import { modalEdit, modalForm } from '#features/home-modals/schema.ts'
import { addModal, deleteModal, editModal, listStaffModals } from '#features/home-modals/service.ts'
import { formatDay } from '#lib/venue-time.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '#web/admin/data/edit-responses.ts'
import { idOf, staffOnly, staffSends } from '../staff-route.ts'

export const modalRoutes = [
  staffOnly(['GET', '/admin/api/modals'], 'modals.read', async (deps) =>
    jsonResponse({ items: await listStaffModals(deps.db) }),
  ),
  // What the pickers offer: things that are there, under their ids.
  staffOnly(['GET', '/admin/api/modals/targets'], 'modals.read', async (deps) => {
    const [events, menu] = await Promise.all([loadAllEvents(deps), listMenuForStaff(deps)])
    return jsonResponse({
      events: events.map(({ id, title, date }) => ({ id, label: `${title}, ${formatDay(date)}` })),
      menuItems: menu.map(({ id, name }) => ({ id, label: name })),
    })
  }),
  staffSends(
    ['POST', '/admin/api/modals'],
    'modals.edit',
    modalForm,
  )(async (deps, { body }) => editResponse(await addModal(deps, body), 201)),
  staffSends(
    ['PUT', '/admin/api/modals/:id'],
    'modals.edit',
    modalEdit,
  )(async (deps, asked) => {
    const { version, ...form } = asked.body
    return editResponse(await editModal(deps, { id: idOf(asked), version }, form))
  }),
  staffOnly(['DELETE', '/admin/api/modals/:id'], 'modals.edit', async (deps, asked) =>
    editResponse(await deleteModal(deps, idOf(asked))),
  ),
]
