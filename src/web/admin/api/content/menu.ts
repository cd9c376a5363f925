import { menuOrderForm, soldOutForm } from '#features/menu/schema.ts'
import { arrangeMenu, markSoldOut } from '#features/menu/service.ts'
import { editResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

export const menuRoutes = [
  route(
    { method: 'PUT', path: '/admin/api/menu/order', permission: 'menu.edit', body: menuOrderForm },
    async (deps, { body }) => editResponse(await arrangeMenu(deps, body.category, body.ids)),
  ),
  route(
    { method: 'PUT', path: '/admin/api/menu/:id/sold-out', permission: 'menu.sell_out', body: soldOutForm },
    async (deps, request) => editResponse(await markSoldOut(deps, idOf(request), request.body.isSoldOut)),
  ),
]
