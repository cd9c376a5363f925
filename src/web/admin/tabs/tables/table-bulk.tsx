import type { StaffTable } from '#features/floor-plan/tables/schema.ts'
import { type RowSelection, SelectMore, SelectionBar, SelectionChoice } from '#ui/admin/lists/selection.tsx'
import { useTableUse } from './use-table-use.tsx'

const AVAILABLE = 'Available'
const STATUSES = [AVAILABLE, 'Occupied'].map((it) => ({ value: it, label: it }))

type Props = {
  readonly tables: readonly StaffTable[]
  readonly selection: RowSelection
  readonly onClear: () => void
}

/** Offers the selected tables to guests, or takes them out of use. Parties that have one keep it until they are moved. */
export function TableBulk({ tables, selection, onClear }: Props) {
  const { setUse, dialogs } = useTableUse()
  const selected = tables.filter(({ id }) => selection.ids.has(id))
  return (
    <>
      {selected.length > 0 ? (
        <SelectionBar count={selected.length} noun="table" plural="tables" onClear={onClear}>
          <SelectMore isAllShown={selected.length === tables.length} onShown={() => selection.onAll(true)} />
          <SelectionChoice
            label="Set the status of the selected tables"
            text="Set status…"
            options={STATUSES}
            onChoose={(status) =>
              setUse({
                ids: selected.map(({ id }) => id),
                isAvailable: status === AVAILABLE,
                words: { verb: 'Set', done: 'set', to: `to ${status}` },
              })
            }
          />
        </SelectionBar>
      ) : null}
      {dialogs}
    </>
  )
}
