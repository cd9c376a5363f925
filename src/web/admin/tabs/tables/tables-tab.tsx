import { Suspense } from 'react'
import { useParams, useSearchParams } from 'react-router'
import type { StaffTable } from '#features/floor-plan/tables/schema.ts'
import { isId } from '#lib/address.ts'
import { Button } from '#ui/button.tsx'
import { ListStates, LoadingRows } from '#ui/admin/lists/list-states.tsx'
import { BesideList } from '#ui/admin/lists/side-panel.tsx'
import { SortField } from '#ui/admin/lists/sort-field.tsx'
import { TabHead } from '#ui/admin/panel.tsx'
import { StateNote } from '#ui/state.tsx'
import { useColumns } from '#web/admin/list-view/use-columns.tsx'
import { useSidePanel } from '#web/admin/list-view/use-side-panel.ts'
import { useSelection } from '#web/admin/selection/use-selection.ts'
import { useUrlFilter } from '#web/admin/list-view/use-url-filter.ts'
import { newTableFields, TABLE_PAGES } from './table-fields.ts'
import { TableBulk } from './table-bulk.tsx'
import { COLUMNS, TableList } from './table-list.tsx'
import { tableOrderOf, tablesIn } from './table-order.ts'
import { TablePage, TablePanel } from './table-record.tsx'
import { usePartiesToMove } from './table-parties.tsx'
import { useReservationEvents } from '../reservations/use-reservation-events.ts'
import { useTables } from './use-tables.tsx'
import { lazyScreen } from '#web/admin/app/lazy-screen.tsx'

const NONE: readonly StaffTable[] = []

const FloorEditor = lazyScreen(() => import('./plan/floor-editor.tsx'))

/** The Tables tab: the list of tables or the floor plan editor, or the page of one table. */
export default function TablesTab() {
  const { '*': path = '' } = useParams()
  const id = path.split('/')[1] ?? ''
  return isId(id) ? <TablePage key={id} id={id} /> : <Tables />
}

function Tables() {
  const [, setSearch] = useSearchParams()
  const { search, set } = useUrlFilter()
  useReservationEvents()
  const partiesAt = usePartiesToMove()
  const { list, add, draftNotice, dialogs, actions } = useTables()
  const { canEdit } = actions
  const isPlan = canEdit && search.get('view') === 'plan'
  const order = tableOrderOf(search.get('sort'))
  const sorting = {
    value: order,
    onSort: (value: string) => set('sort', value === 'number' ? '' : value),
  }
  const columns = useColumns('tables', COLUMNS)
  const beside = useSidePanel(TABLE_PAGES)
  const { rows: selection, clear } = useSelection(list.data, '')
  const open = list.data?.find(({ id }) => id === beside.id)
  // Rendered before the list has loaded, so that the layout does not shift.
  const adding = canEdit ? (
    <Button disabled={!list.data} onClick={() => add(newTableFields(list.data ?? []))}>
      Add Table
    </Button>
  ) : null
  return (
    <>
      <TabHead title="Tables">
        {isPlan ? null : columns.menu}
        {canEdit ? (
          <Button look="outline" onClick={() => setSearch(isPlan ? {} : { view: 'plan' }, { replace: true })}>
            {isPlan ? 'Show the list' : 'Floor plan'}
          </Button>
        ) : null}
        {adding}
      </TabHead>
      {draftNotice}
      {isPlan ? null : <SortField columns={COLUMNS} sorting={sorting} className="sm:max-w-xs" />}
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
            <BesideList
              panel={
                open ? (
                  <TablePanel
                    key={open.id}
                    table={open}
                    parties={partiesAt(open.id)}
                    onClose={beside.close}
                    {...actions}
                  />
                ) : null
              }
            >
              <TableList
                tables={tablesIn(order, items)}
                {...{ partiesAt, selection, sorting, ...actions }}
                hidden={columns.hidden}
                openRow={beside.openRow}
              />
            </BesideList>
          )
        }
      </ListStates>
      {isPlan ? null : <TableBulk tables={list.data ?? NONE} selection={selection} onClear={clear} />}
      {dialogs}
    </>
  )
}
