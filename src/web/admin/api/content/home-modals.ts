import { loadAllEvents } from '#features/events/service.ts'
import { listMenuForStaff } from '#features/menu/service.ts'
import { modalEdit, modalForm } from '#features/home-modals/schema.ts'
import { addModal, deleteModal, editModal, listStaffModals } from '#features/home-modals/service.ts'
import { formatDay } from '#lib/venue-time.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

export const modalRoutes = [
  route({ method: 'GET', path: '/admin/api/modals', permission: 'modals.read' }, async (deps) =>
    jsonResponse({ items: await listStaffModals(deps.db) }),
  ),
  // Options of the action picker: existing events and menu items with their ids.
  route({ method: 'GET', path: '/admin/api/modals/targets', permission: 'modals.read' }, async (deps) => {
    const [events, menu] = await Promise.all([loadAllEvents(deps), listMenuForStaff(deps)])
    return jsonResponse({
      events: events.map(({ id, title, date }) => ({ id, label: `${title}, ${formatDay(date)}` })),
      menuItems: menu.map(({ id, name }) => ({ id, label: name })),
    })
  }),
  route(
    { method: 'POST', path: '/admin/api/modals', permission: 'modals.edit', body: modalForm },
    async (deps, { body }) => editResponse(await addModal(deps, body), 201),
  ),
  route(
    { method: 'PUT', path: '/admin/api/modals/:id', permission: 'modals.edit', body: modalEdit },
    async (deps, request) => {
      const { version, ...form } = request.body
      return editResponse(await editModal(deps, { id: idOf(request), version }, form))
    },
  ),
  route(
    { method: 'DELETE', path: '/admin/api/modals/:id', permission: 'modals.edit' },
    async (deps, request) => editResponse(await deleteModal(deps, idOf(request))),
  ),
]
