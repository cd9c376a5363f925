import { loadAllEvents } from '#features/events/service.ts'
import { menuList } from '#features/menu/service.ts'
import { formatDay } from '#lib/venue-time.ts'
import { jsonResponse } from '#http/json-response.ts'
import { route } from '../route.ts'

export const modalRoutes = [
  // Options of the action picker: existing events and menu items with their ids.
  route({ method: 'GET', path: '/admin/api/modals/targets', permission: 'modals.read' }, async (deps) => {
    const [events, menu] = await Promise.all([loadAllEvents(deps), menuList.list(deps.db, deps.now)])
    return jsonResponse({
      events: events.map(({ id, title, date }) => ({ id, label: `${title}, ${formatDay(date, deps.now)}` })),
      menuItems: menu.map(({ id, name }) => ({ id, label: name })),
    })
  }),
]
