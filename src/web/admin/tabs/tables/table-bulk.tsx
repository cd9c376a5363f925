import type { StaffTable } from '#features/floor-plan/tables/schema.ts'
import { type RowSelection, SelectMore, SelectionBar, SelectionChoice } from '#ui/admin/lists/selection.tsx'
import { apiFetch } from '#web/admin/data/api-client.ts'
import { useBulkChange } from '#web/admin/selection/use-bulk-change.tsx'
import { TABLE_PAGES, tableFieldsOf, TABLES_KEY, TABLES_PATH } from './table-fields.ts'

const AVAILABLE = 'Available'
const STATUSES = [AVAILABLE, 'Occupied'].map((it) => ({ value: it, label: it }))

async function saveTable(table: StaffTable, version: number): Promise<StaffTable> {
  const json = { ...tableFieldsOf(table), version }
  return (await apiFetch(`${TABLES_PATH}/${table.id}`, { method: 'PUT', json })).item
}

type Props = {
  readonly tables: readonly StaffTable[]
  readonly selection: RowSelection
  readonly onClear: () => void
}

/** Offers the selected tables to guests, or takes them out of service. A table that guests have is refused. */
export function TableBulk({ tables, selection, onClear }: Props) {
  const { ask, dialogs } = useBulkChange<StaffTable>({
    noun: 'table',
    plural: 'tables',
    queryKey: TABLES_KEY,
    nameOf: ({ tableNumber }) => `Table ${tableNumber}`,
    pageOf: ({ id }) => `${TABLE_PAGES}/${id}`,
    save: saveTable,
  })
  const selected = tables.filter(({ id }) => selection.ids.has(id))
  const setStatus = (status: string): void => {
    const isAvailable = status === AVAILABLE
    ask({
      items: selected,
      words: { verb: 'Set', done: 'set', to: `to ${status}` },
      change: (table) => ({ ...table, isAvailable }),
      isSo: (table) => table.isAvailable === isAvailable,
    })
  }
  return (
    <>
      {selected.length > 0 ? (
        <SelectionBar count={selected.length} noun="table" plural="tables" onClear={onClear}>
          <SelectMore isAllShown={selected.length === tables.length} onShown={() => selection.onAll(true)} />
          <SelectionChoice
            label="Set the status of the selected tables"
            text="Set status…"
            options={STATUSES}
            onChoose={setStatus}
          />
        </SelectionBar>
      ) : null}
      {dialogs}
    </>
  )
}
