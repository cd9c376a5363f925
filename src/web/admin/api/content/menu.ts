import { menuItemEdit, menuItemForm, menuOrderForm, soldOutForm } from '#features/menu/schema.ts'
import {
  addMenuItem,
  arrangeMenu,
  deleteMenuItem,
  editMenuItem,
  listMenuForStaff,
  markSoldOut,
} from '#features/menu/service.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

export const menuRoutes = [
  route({ method: 'GET', path: '/admin/api/menu', permission: 'menu.read' }, async (deps) =>
    jsonResponse({ items: await listMenuForStaff(deps) }),
  ),
  route(
    { method: 'POST', path: '/admin/api/menu', permission: 'menu.edit', body: menuItemForm },
    async (deps, { body }) => editResponse(await addMenuItem(deps, body), 201),
  ),
  route(
    { method: 'PUT', path: '/admin/api/menu/order', permission: 'menu.edit', body: menuOrderForm },
    async (deps, { body }) => editResponse(await arrangeMenu(deps, body.category, body.ids)),
  ),
  route(
    { method: 'PUT', path: '/admin/api/menu/:id', permission: 'menu.edit', body: menuItemEdit },
    async (deps, request) => {
      const { version, ...form } = request.body
      return editResponse(await editMenuItem(deps, { id: idOf(request), version }, form))
    },
  ),
  route(
    { method: 'PUT', path: '/admin/api/menu/:id/sold-out', permission: 'menu.sell_out', body: soldOutForm },
    async (deps, request) => editResponse(await markSoldOut(deps, idOf(request), request.body.isSoldOut)),
  ),
  route({ method: 'DELETE', path: '/admin/api/menu/:id', permission: 'menu.edit' }, async (deps, request) =>
    editResponse(await deleteMenuItem(deps, idOf(request))),
  ),
]
