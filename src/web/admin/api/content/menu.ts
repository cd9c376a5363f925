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
import { editResponse } from '#web/admin/data/edit-responses.ts'
import { idOf, staffOnly, staffSends } from '../staff-route.ts'

export const menuRoutes = [
  staffOnly(['GET', '/admin/api/menu'], 'menu.read', async (deps) =>
    jsonResponse({ items: await listMenuForStaff(deps) }),
  ),
  staffSends(
    ['POST', '/admin/api/menu'],
    'menu.edit',
    menuItemForm,
  )(async (deps, { body }) => editResponse(await addMenuItem(deps, body), 201)),
  staffSends(
    ['PUT', '/admin/api/menu/order'],
    'menu.edit',
    menuOrderForm,
  )(async (deps, { body }) => editResponse(await arrangeMenu(deps, body.category, body.ids))),
  staffSends(
    ['PUT', '/admin/api/menu/:id'],
    'menu.edit',
    menuItemEdit,
  )(async (deps, asked) => {
    const { version, ...form } = asked.body
    return editResponse(await editMenuItem(deps, { id: idOf(asked), version }, form))
  }),
  staffSends(
    ['PUT', '/admin/api/menu/:id/sold-out'],
    'menu.sell_out',
    soldOutForm,
  )(async (deps, asked) => editResponse(await markSoldOut(deps, idOf(asked), asked.body.isSoldOut))),
  staffOnly(['DELETE', '/admin/api/menu/:id'], 'menu.edit', async (deps, asked) =>
    editResponse(await deleteMenuItem(deps, idOf(asked))),
  ),
]
