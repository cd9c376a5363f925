import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { StaffTable } from '#features/floor-plan/tables/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ListStates, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { useRecords } from '#web/admin/data/use-records.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { newTableFields, tableFieldsOf, TABLES_KEY, TABLES_PATH } from './table-fields.ts'
import { TableForm } from './table-form.tsx'
import { lazyScreen } from '#web/admin/app/lazy-screen.tsx'

const FloorEditor = lazyScreen(() => import('./floor-editor.tsx'))

/** The Tables tab: the list of tables, or the floor plan editor. */
export default function TablesTab() {
  const canEdit = useCan('tables.edit')
  const [search, setSearch] = useSearchParams()
  const isPlan = canEdit && search.get('view') === 'plan'
  const { list, add, edit, draftNotice, askToDelete, dialogs } = useRecords({
    entity: 'table',
    noun: 'table',
    path: TABLES_PATH,
    queryKey: TABLES_KEY,
    fieldsOf: tableFieldsOf,
    Form: TableForm,
  })
  const actions = {
    onEdit: edit,
    onDelete: ({ id, tableNumber }: StaffTable) => askToDelete({ id, name: `Table ${tableNumber}` }),
  }
  // Rendered before the list has loaded, so that the layout does not shift.
  const adding = canEdit ? (
    <Button disabled={!list.data} onClick={() => add(newTableFields(list.data ?? []))}>
      Add Table
    </Button>
  ) : null
  return (
    <>
      <TabHead title="Tables">
        {canEdit ? (
          <Button look="outline" onClick={() => setSearch(isPlan ? {} : { view: 'plan' }, { replace: true })}>
            {isPlan ? 'Show the list' : 'Floor plan'}
          </Button>
        ) : null}
        {adding}
      </TabHead>
      {draftNotice}
      <ListStates
        what="Tables"
        query={list}
        empty={<StateNote title="No tables configured">{adding}</StateNote>}
      >
        {(items) =>
          isPlan ? (
            <Suspense fallback={<LoadingRows label="Loading the floor plan" />}>
              <FloorEditor {...actions} />
            </Suspense>
          ) : (
            <TableList tables={items} canEdit={canEdit} {...actions} />
          )
        }
      </ListStates>
      {dialogs}
    </>
  )
}

type ListProps = {
  readonly tables: readonly StaffTable[]
  readonly canEdit: boolean
  readonly onEdit: (table: StaffTable) => void
  readonly onDelete: (table: StaffTable) => void
}

/** Table of the venue's tables, with rows as cards on a phone. */
const TableList = ({ tables, ...actions }: ListProps) => (
  <table className="w-full text-left max-md:block">
    <thead className="max-md:sr-only">
      <tr className="border-b border-clay text-sm text-sand">
        {['Table', 'Max guests', 'Location', 'Price', 'Status'].map((head) => (
          <th key={head} scope="col" className="py-2 pr-3">
            {head}
          </th>
        ))}
        {actions.canEdit ? (
          <th scope="col" className="py-2">
            Actions
          </th>
        ) : null}
      </tr>
    </thead>
    <tbody className="max-md:block">
      {tables.map((table) => (
        <TableRow key={table.id} table={table} {...actions} />
      ))}
    </tbody>
  </table>
)

const TableRow = ({
  table,
  canEdit,
  onEdit,
  onDelete,
}: Omit<ListProps, 'tables'> & { readonly table: StaffTable }) => (
  <tr className="border-b border-bark align-middle max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:py-3">
    <th scope="row" className="py-1 pr-3 font-semibold tabular-nums">
      Table {table.tableNumber}
    </th>
    <td className="py-1 pr-3 tabular-nums">
      {table.maxGuests}
      <span className="md:hidden"> {table.maxGuests === 1 ? 'guest' : 'guests'}</span>
    </td>
    <td className="py-1 pr-3 text-sand">{table.location}</td>
    <td className="py-1 pr-3 tabular-nums">{formatUsd(table.reservationPriceCents)}</td>
    <td className="py-1 pr-3">
      <Badge tone={table.isAvailable ? 'teal' : 'burgundy'}>
        {table.isAvailable ? 'Available' : 'Occupied'}
      </Badge>
    </td>
    {canEdit ? (
      <td className="py-1 max-md:w-full">
        <Button
          look="quiet"
          className="px-3 text-sm"
          aria-label={`Edit table ${table.tableNumber}`}
          onClick={() => onEdit(table)}
        >
          Edit
        </Button>
        <Button
          look="quiet"
          className="px-3 text-sm text-rose"
          aria-label={`Delete table ${table.tableNumber}`}
          onClick={() => onDelete(table)}
        >
          Delete
        </Button>
      </td>
    ) : null}
  </tr>
)
