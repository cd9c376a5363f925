import type { StaffTable } from '#features/floor-plan/tables/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { ActionItem, ActionMenu, DeleteItem } from '#ui/admin/lists/action-menu.tsx'
import { Cell, type Column, DenseTable, type OpenRow, type Sorting } from '#ui/admin/lists/dense-table.tsx'
import { RecordAction } from '#ui/admin/lists/record-card.tsx'
import { RowLink, SelectableRow } from '#ui/admin/lists/record-row.tsx'
import { type RowSelection, SelectionCell, selectionColumn } from '#ui/admin/lists/selection.tsx'
import { TABLE_PAGES } from './table-fields.ts'
import type { TableParty } from '#features/reservations/affected-guests/schema.ts'
import { TableStatus } from './table-status.tsx'
import { labelOfUse } from './use-table-use.tsx'

export const COLUMNS: readonly Column[] = [
  {
    name: 'Table',
    width: 'w-32 xl:w-44',
    isFixed: true,
    staysBeside: true,
    orders: [
      { value: 'number', direction: 'ascending', label: 'Table number' },
      { value: 'highest', direction: 'descending', label: 'Highest number first' },
    ],
  },
  {
    name: 'Max guests',
    width: 'w-28 xl:w-32',
    isNumeric: true,
    orders: [
      { value: 'smallest', direction: 'ascending', label: 'Fewest guests first' },
      { value: 'largest', direction: 'descending', label: 'Most guests first' },
    ],
  },
  {
    name: 'Location',
    staysBeside: true,
    orders: [{ value: 'location', direction: 'ascending', label: 'Location' }],
  },
  {
    name: 'Price',
    width: 'w-28 xl:w-32',
    isNumeric: true,
    orders: [
      { value: 'dearest', direction: 'descending', label: 'Highest price first' },
      { value: 'cheapest', direction: 'ascending', label: 'Lowest price first' },
    ],
  },
  { name: 'Minimum spend', width: 'w-32 xl:w-40', isNumeric: true },
  { name: 'Included' },
  {
    name: 'Status',
    width: 'w-28',
    isFixed: true,
    staysBeside: true,
    orders: [{ value: 'status', direction: 'ascending', label: 'Status' }],
  },
  {
    name: 'Actions',
    width: 'w-10',
    head: <span className="sr-only">Actions</span>,
    isFixed: true,
    staysBeside: true,
  },
]

export type TableActions = {
  readonly canEdit: boolean
  readonly onEdit: (table: StaffTable) => void
  /** Takes the table out of use, or puts it back. */
  readonly onToggle: (table: StaffTable) => void
  readonly onDelete: (table: StaffTable) => void
}

type Props = TableActions & {
  readonly tables: readonly StaffTable[]
  readonly partiesAt: (tableId: string) => readonly TableParty[]
  readonly selection: RowSelection
  readonly sorting: Sorting
  readonly hidden: ReadonlySet<string>
  readonly openRow: OpenRow
}

/** The venue's tables as a list. */
export const TableList = ({ tables, partiesAt, selection, sorting, hidden, openRow, ...actions }: Props) => (
  <DenseTable
    label="Tables"
    columns={actions.canEdit ? [selectionColumn(tables, selection), ...COLUMNS] : COLUMNS}
    {...{ sorting, hidden, openRow }}
  >
    {tables.map((table) => (
      <TableRow
        key={table.id}
        table={table}
        parties={partiesAt(table.id).length}
        isOpen={openRow.id === table.id}
        isSelected={selection.ids.has(table.id)}
        onSelect={selection.onRow}
        {...actions}
      />
    ))}
  </DenseTable>
)

type RowProps = TableActions & {
  readonly table: StaffTable
  /** Number of parties that have to be moved from it. */
  readonly parties: number
  readonly isOpen: boolean
  readonly isSelected: boolean
  readonly onSelect: RowSelection['onRow']
}

const TableRow = ({ table, parties, isOpen, isSelected, onSelect, ...actions }: RowProps) => {
  const { id, tableNumber, maxGuests, location, reservationPriceCents, included, minimumSpendCents } = table
  const { canEdit, onEdit, onToggle, onDelete } = actions
  const toMove = parties === 0 ? '' : `${countText(parties, 'party', 'parties')} to move`
  return (
    <SelectableRow id={id} canSelect={canEdit} isSelected={isSelected}>
      {canEdit ? <SelectionCell id={id} name={`table ${tableNumber}`} {...{ isSelected, onSelect }} /> : null}
      <RowLink to={`${TABLE_PAGES}/${id}`} isOpen={isOpen}>
        <span className="flex min-w-0 items-center gap-2">
          <span className="truncate font-semibold text-brass tabular-nums max-lg:text-base max-lg:leading-5">
            Table {tableNumber}
          </span>
          <span className="shrink-0 lg:hidden">
            <TableStatus isAvailable={table.isAvailable} />
          </span>
        </span>
        {toMove ? (
          <span className="ml-2 shrink-0 text-sand max-lg:hidden">{`${parties} to move`}</span>
        ) : null}
        <span className="block truncate text-sand lg:hidden">
          {toMove ? <span className="text-brass">{`${toMove} · `}</span> : null}
          {`${countText(maxGuests, 'guest')} · ${location} · ${formatUsd(reservationPriceCents)}`}
        </span>
      </RowLink>
      <Cell of="Max guests">{maxGuests}</Cell>
      <Cell of="Location">{location}</Cell>
      <Cell of="Price">{formatUsd(reservationPriceCents)}</Cell>
      <Cell of="Minimum spend">{minimumSpendCents === null ? '–' : formatUsd(minimumSpendCents)}</Cell>
      <Cell of="Included">
        <span className="text-dune" title={included ?? ''}>
          {included}
        </span>
      </Cell>
      <Cell of="Status">
        <TableStatus isAvailable={table.isAvailable} />
      </Cell>
      <td role="cell" className="py-0">
        {canEdit ? (
          <>
            <RecordAction
              label={`Edit table ${tableNumber}`}
              className="lg:hidden"
              onClick={() => onEdit(table)}
            >
              Edit
            </RecordAction>
            <ActionMenu label={`More for table ${tableNumber}`} className="max-lg:hidden lg:min-h-9 lg:w-9">
              <ActionItem onChoose={() => onEdit(table)}>Edit</ActionItem>
              <ActionItem onChoose={() => onToggle(table)}>{labelOfUse(table)}</ActionItem>
              <DeleteItem onChoose={() => onDelete(table)} />
            </ActionMenu>
          </>
        ) : null}
      </td>
    </SelectableRow>
  )
}
