import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { StaffMenuItem } from '#features/menu/schema.ts'
import { showToast } from '#ui/toasts/toasts.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { apiFetch, toastFailure } from '#web/admin/data/api-client.ts'
import type { DeletionOptions } from '#web/admin/data/use-delete.tsx'
import { useRecords } from '#web/admin/data/use-records.tsx'
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
    onSoldOut: soldOut.mutate,
  }
  return { ...records, actions }
}

const SELLING_OUT = ['sold-out', ...MENU_KEY]

/** Toggles `sold out today` with an optimistic update, which is rolled back if the request fails. */
function useSoldOut() {
  const queries = useQueryClient()
  const show = (item: StaffMenuItem): void => {
    queries.setQueryData<StaffMenuItem[]>(MENU_KEY, (all) =>
      all?.map((it) => (it.id === item.id ? item : it)),
    )
  }
  return useMutation({
    mutationKey: SELLING_OUT,
    // One after another: of two taps on an item the later one counts.
    scope: { id: 'menu-sold-out' },
    mutationFn: ({ id, isSoldOutToday }: StaffMenuItem) =>
      apiFetch(`${PATH}/${id}/sold-out`, { method: 'PUT', json: { isSoldOut: !isSoldOutToday } }),
    async onMutate(item) {
      await queries.cancelQueries({ queryKey: MENU_KEY })
      show({ ...item, isSoldOutToday: !item.isSoldOutToday })
    },
    onSuccess: (_answer, { name, isSoldOutToday }) =>
      showToast({
        tone: 'good',
        title: 'Success',
        text: `${name} marked as ${isSoldOutToday ? 'available' : 'sold out today'}`,
      }),
    onError(error, item) {
      show(item)
      toastFailure('Error updating menu item', error)
    },
    // The last of them reads the menu: before, the items whose change still waits would be shown as they were.
    onSettled: () =>
      queries.isMutating({ mutationKey: SELLING_OUT }) > 1
        ? undefined
        : queries.invalidateQueries({ queryKey: MENU_KEY }),
  })
}
