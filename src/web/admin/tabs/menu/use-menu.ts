import type { StaffMenuItem } from '#features/menu/schema.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import type { DeletionOptions } from '#web/admin/data/use-delete.tsx'
import { useRecords } from '#web/admin/data/use-records.tsx'
import { useRowToggle } from '#web/admin/data/use-row-toggle.ts'
import { MENU_KEY, menuFieldsOf, menuItemWith } from './menu-fields.ts'
import { MenuForm } from './menu-form.tsx'

const PATH = '/admin/api/menu'

export type MenuActions = {
  readonly canEdit: boolean
  readonly canSellOut: boolean
  readonly onEdit: (item: StaffMenuItem) => void
  readonly onDelete: (item: StaffMenuItem) => void
  readonly onSoldOut: (item: StaffMenuItem) => void
}

/** The menu with everything that staff do with an item, in the list, beside it and on its page. */
export function useMenu(options: Pick<DeletionOptions, 'onDeleted'> = {}) {
  const { edit, askToDelete, ...records } = useRecords({
    entity: 'menu_item',
    noun: 'menu item',
    path: PATH,
    queryKey: MENU_KEY,
    fieldsOf: menuFieldsOf,
    applied: menuItemWith,
    Form: MenuForm,
    ...options,
  })
  const soldOut = useSoldOut()
  const actions: MenuActions = {
    canEdit: useCan('menu.edit'),
    canSellOut: useCan('menu.sell_out'),
    onEdit: edit,
    onDelete: (item) => askToDelete({ id: item.id, name: item.name }),
    onSoldOut: (item) => soldOut.mutate({ row: item }),
  }
  return { ...records, actions }
}

/** Marks an item as sold out today or available. */
const useSoldOut = () =>
  useRowToggle<StaffMenuItem>({
    queryKey: MENU_KEY,
    name: 'menu-sold-out',
    toggled: (item) => ({ ...item, isSoldOutToday: !item.isSoldOutToday }),
    send: ({ id, isSoldOutToday }) =>
      apiFetch(`${PATH}/${id}/sold-out`, { method: 'PUT', json: { isSoldOut: !isSoldOutToday } }),
    onDone: ({ name, isSoldOutToday }) =>
      showToast({
        tone: 'good',
        title: 'Success',
        text: `${name} marked as ${isSoldOutToday ? 'available' : 'sold out today'}`,
      }),
    onFailed: (_item, error) => toastFailure('Error updating menu item', error),
  })
