import { memo, useCallback, useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ReservationEntry } from '#features/reservation-management/list/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { telHref } from '#lib/phone.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import {
  Cell,
  type Column,
  DenseTable,
  type OpenRow,
  SecondLine,
  type Sorting,
} from '#ui/admin/lists/dense-table.tsx'
import { type RowSelection, SelectionCell, selectionColumn } from '#ui/admin/lists/selection.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { copyEmail, paymentLabel, shortHours, sourceLabel, summaryText } from './list-copy.ts'
import { canMarkLeft, useLeft } from './page/left-control.tsx'
import { canMerge, canSplit } from './merge/use-merge-dialogs.tsx'
import { type RowAction, RowMenu } from './row-menu.tsx'
import { StatusSelect } from './status-select.tsx'

export type ReservationActions = {
  readonly canDelete: boolean
  /** Whether the role may read, and therefore copy, email addresses. */
  readonly canContact: boolean
  /** Whether the role sees totals, or only the amount due at the venue. */
  readonly seesMoney: boolean
  /** The statuses that are being saved, by the reservations' ids. */
  readonly pending: ReadonlyMap<string, ReservationStatus>
  readonly onStatus: (item: ReservationEntry, status: ReservationStatus) => void
  readonly onDelete: (item: ReservationEntry) => void
  /** Opens the dialog that changes a reservation; null for a role that may not. */
  readonly onAmend: ((item: ReservationEntry) => void) | null
  readonly onMerge: ((item: ReservationEntry) => void) | null
  readonly onSplit: ((item: ReservationEntry) => void) | null
}

type Props = ReservationActions & {
  readonly items: readonly ReservationEntry[]
  readonly selection: RowSelection
  readonly sorting: Sorting
  readonly columns: readonly Column[]
  readonly hidden: ReadonlySet<string>
  readonly openRow: OpenRow
}

/** Event, guest and contact share the width that the others leave. */
const COLUMNS: readonly Column[] = [
  { name: 'Type', width: 'w-15 xl:w-18' },
  {
    name: 'Event/Date',
    staysBeside: true,
    orders: [
      { value: 'soonest', direction: 'ascending' },
      { value: 'latest', direction: 'descending' },
    ],
  },
  { name: 'Table', width: 'w-11 xl:w-13' },
  {
    name: 'Guest Name',
    isFixed: true,
    staysBeside: true,
    orders: [{ value: 'name', direction: 'ascending' }],
  },
  { name: 'Contact' },
  { name: 'Time Slot', width: 'w-27 xl:w-30', staysBeside: true },
  { name: 'Guests', width: 'w-13 xl:w-15' },
  { name: 'Status', width: 'w-30', isFixed: true, staysBeside: true },
  { name: 'Payment', width: 'w-16 xl:w-18' },
  {
    name: 'Total',
    width: 'w-18 xl:w-22',
    isNumeric: true,
    orders: [{ value: 'total', direction: 'descending' }],
  },
  {
    name: 'Actions',
    width: 'w-10',
    head: <span className="sr-only">Actions</span>,
    isFixed: true,
    staysBeside: true,
  },
]

/** The columns for a role: one that sees no totals reads what is due at the venue. */
export const columnsFor = (seesMoney: boolean): readonly Column[] =>
  seesMoney
    ? COLUMNS
    : COLUMNS.map(({ orders, ...column }) =>
        column.name === 'Total' ? { ...column, head: 'Due' } : { ...column, ...(orders ? { orders } : {}) },
      )

/** The list of reservations. */
export const ReservationTable = memo(function ReservationTable({
  items,
  selection,
  sorting,
  columns,
  hidden,
  openRow,
  ...actions
}: Props) {
  const [menu, setMenu] = useState<{ item: ReservationEntry; anchor: HTMLElement } | null>(null)
  const closeMenu = useCallback(() => setMenu(null), [])
  const left = useLeft()
  const menuActions = useMenuActions({ ...actions, onLeft: left.mark }, menu?.item ?? null)
  const all = [selectionColumn(items, selection), ...columns]
  return (
    <>
      <DenseTable label="Reservations" columns={all} {...{ sorting, hidden, openRow }}>
        {items.map((item) => (
          <ReservationRow
            key={item.id}
            item={item}
            isOpen={openRow.id === item.id}
            isSelected={selection.ids.has(item.id)}
            waits={actions.pending.get(item.id) ?? null}
            onSelect={selection.onRow}
            onStatus={actions.onStatus}
            onMenu={setMenu}
          />
        ))}
      </DenseTable>
      {menu ? (
        <RowMenu
          anchor={menu.anchor}
          label={`Actions for ${menu.item.guestName}`}
          actions={menuActions}
          onClose={closeMenu}
        />
      ) : null}
      {left.dialog}
    </>
  )
})

function useMenuActions(
  {
    canContact,
    canDelete,
    onDelete,
    onAmend,
    onMerge,
    onSplit,
    onLeft,
  }: Pick<ReservationActions, 'canContact' | 'canDelete' | 'onDelete' | 'onAmend' | 'onMerge' | 'onSplit'> & {
    readonly onLeft: (item: ReservationEntry) => void
  },
  item: ReservationEntry | null,
): readonly RowAction[] {
  const navigate = useNavigate()
  const canEdit = useCan('reservations.edit')
  return useMemo(() => {
    if (!item) return []
    const { id, guestEmail } = item
    return [
      { label: 'Open', run: () => void navigate(`/admin/reservations/${id}`) },
      ...(onAmend && item.status !== 'cancelled' ? [{ label: 'Change', run: () => onAmend(item) }] : []),
      ...(onMerge && canMerge(item) ? [{ label: 'Merge', run: () => onMerge(item) }] : []),
      ...(onSplit && canSplit(item) ? [{ label: 'Split', run: () => onSplit(item) }] : []),
      ...(canEdit && canMarkLeft(item)
        ? [{ label: item.leftAt ? 'Still here' : 'Party left', run: () => onLeft(item) }]
        : []),
      ...(canContact && guestEmail ? [{ label: 'Copy email', run: () => void copyEmail(guestEmail) }] : []),
      ...(canDelete ? [{ label: 'Delete', isGrave: true, run: () => onDelete(item) }] : []),
    ]
  }, [item, canEdit, canContact, canDelete, onDelete, onAmend, onMerge, onSplit, onLeft, navigate])
}

type RowProps = {
  readonly item: ReservationEntry
  /** Whether it is open beside the list. */
  readonly isOpen: boolean
  readonly isSelected: boolean
  /** The status that is being saved. */
  readonly waits: ReservationStatus | null
  readonly onSelect: RowSelection['onRow']
  readonly onStatus: ReservationActions['onStatus']
  readonly onMenu: (menu: { item: ReservationEntry; anchor: HTMLElement }) => void
}

const ROW =
  'border-b border-bark align-middle text-sm leading-5 max-lg:grid max-lg:grid-cols-[2.75rem_minmax(0,1fr)_auto_2.75rem] max-lg:items-center max-lg:py-1'

const ReservationRow = memo(function ReservationRow({
  item,
  isOpen,
  isSelected,
  waits,
  onSelect,
  onStatus,
  onMenu,
}: RowProps) {
  return (
    <tr role="row" data-row={item.id} className={`${ROW} ${isSelected ? 'bg-brass/10' : ''}`}>
      <SelectionCell id={item.id} name={item.guestName} {...{ isSelected, onSelect }} />
      <Cell of="Type">
        {item.type}
        {item.source === 'website' ? null : <SecondLine>{sourceLabel(item.source)}</SecondLine>}
      </Cell>
      <Cell of="Event/Date">
        <span className="block truncate" title={item.event?.title}>
          {item.event?.title ?? shownDay(item.date)}
        </span>
        {item.event ? <SecondLine>{shownDay(item.date)}</SecondLine> : null}
      </Cell>
      <Cell of="Table" className="tabular-nums">
        {item.tableNumbers.join('+') || '–'}
      </Cell>
      <th role="rowheader" scope="row" className="py-0.5 pr-2 max-lg:contents xl:pr-3">
        <Link
          to={`/admin/reservations/${item.id}`}
          title={item.guestName}
          aria-current={isOpen ? 'true' : undefined}
          className="block truncate font-semibold text-brass hover:text-cream max-lg:col-start-2 max-lg:row-start-1 max-lg:py-3 max-lg:text-base max-lg:leading-5 lg:py-2"
        >
          {item.guestName}
        </Link>
        <span className="truncate pb-1 text-sm font-normal text-sand max-lg:col-span-3 max-lg:col-start-2 max-lg:row-start-2 max-lg:block lg:hidden">
          {summaryText(item)}
        </span>
      </th>
      <Cell of="Contact">
        <span className="block truncate" title={item.guestEmail}>
          {item.guestEmail || 'No email'}
        </span>
        {item.guestPhone ? (
          <SecondLine>
            <a href={telHref(item.guestPhone)} className="underline hover:text-cream">
              {item.guestPhone}
            </a>
          </SecondLine>
        ) : null}
      </Cell>
      <Cell of="Time Slot">
        {item.timeSlot}
        <SecondLine>{shortHours(item)}</SecondLine>
      </Cell>
      <Cell of="Guests" className="tabular-nums">
        {item.guestCount}
      </Cell>
      <td
        role="cell"
        className="py-0.5 pr-2 max-lg:row-start-1 max-lg:pr-0 xl:pr-3 lg:[&_select]:min-h-8.5 lg:[&_select]:w-full"
      >
        <StatusSelect
          guestName={item.guestName}
          status={waits ?? item.status}
          isBusy={waits !== null}
          onChange={(status) => onStatus(item, status)}
        />
      </td>
      <Cell of="Payment">
        <span className="block leading-4 whitespace-normal">{paymentLabel(item)}</span>
      </Cell>
      <Cell of="Total">{formatUsd(item.totalCents ?? item.dueCents)}</Cell>
      <td role="cell" className="py-0 max-lg:row-start-1">
        <MenuButton item={item} onMenu={onMenu} />
      </td>
    </tr>
  )
})

const MenuButton = ({ item, onMenu }: Pick<RowProps, 'item' | 'onMenu'>) => (
  <button
    type="button"
    aria-label={`Actions for ${item.guestName}`}
    aria-haspopup="menu"
    onClick={(event) => onMenu({ item, anchor: event.currentTarget })}
    className="inline-flex size-11 items-center justify-center rounded-lg text-xl leading-none font-semibold text-brass hover:bg-brass/10 lg:size-9"
  >
    <span aria-hidden="true">⋯</span>
  </button>
)
