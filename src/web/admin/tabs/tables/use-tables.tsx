import { useCan } from '#web/admin/auth/current-user.ts'
import type { DeletionOptions } from '#web/admin/data/use-delete.tsx'
import { useRecords } from '#web/admin/data/use-records.tsx'
import { tableFieldsOf, TABLES_KEY, TABLES_PATH } from './table-fields.ts'
import { TableForm } from './table-form.tsx'
import type { TableActions } from './table-list.tsx'
import { useTableUse } from './use-table-use.tsx'

/** The tables with everything that staff do with one, in the list, beside it and on its page. */
export function useTables(options: Pick<DeletionOptions, 'onDeleted'> = {}) {
  const { edit, askToDelete, ...records } = useRecords({
    entity: 'table',
    noun: 'table',
    path: TABLES_PATH,
    queryKey: TABLES_KEY,
    fieldsOf: tableFieldsOf,
    Form: TableForm,
    ...options,
  })
  const { toggle, dialogs } = useTableUse()
  const actions: TableActions = {
    canEdit: useCan('tables.edit'),
    onEdit: edit,
    onToggle: toggle,
    onDelete: ({ id, tableNumber }) => askToDelete({ id, name: `Table ${tableNumber}` }),
  }
  return {
    ...records,
    dialogs: (
      <>
        {records.dialogs}
        {dialogs}
      </>
    ),
    actions,
  }
}
