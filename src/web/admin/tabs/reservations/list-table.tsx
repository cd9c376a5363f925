import { memo, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ReservationEntry } from '#features/reservation-management/list/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { telHref } from '#lib/phone.ts'
import { formatDay } from '#lib/venue-time.ts'
import { copyEmail, hoursText, paymentLabel, sourceLabel, summaryText } from './list-copy.ts'
import { canMarkLeft, useLeft } from './page/left-control.tsx'
import { type RowAction, RowMenu } from './row-menu.tsx'
import { StatusSelect } from './status-select.tsx'
import { useStableRows } from './use-stable-rows.ts'

export type ReservationActions = {
  readonly canDelete: boolean
  /** Whether the role may read, and therefore copy, email addresses. */
  readonly canContact: boolean
  /** Whether the role sees totals, or only the amount due at the venue. */
  readonly seesMoney: boolean
  /** The running status change. */
  readonly pending: { readonly id: string; readonly status: ReservationStatus } | null
  readonly onStatus: (item: ReservationEntry, status: ReservationStatus) => void
  readonly onDelete: (item: ReservationEntry) => void
  /** Opens the dialog that changes a reservation; null for a role that may not. */
  readonly onAmend: ((item: ReservationEntry) => void) | null
}

type Props = ReservationActions & {
  readonly items: readonly ReservationEntry[]
  readonly selection: RowSelection
}

export type RowSelection = {
  readonly ids: ReadonlySet<string>
  readonly onRow: (id: string, isSelected: boolean) => void
  readonly onAll: (isSelected: boolean) => void
}

const COLUMNS = [
  'Type',
  'Event/Date',
  'Table',
  'Guest Name',
  'Contact',
  'Time Slot',
  'Guests',
  'Status',
  'Payment',
  'Total',
  'Actions',
] as const

const HEAD = 'py-1.5 pr-2 text-left text-xs font-semibold text-sand xl:pr-3 xl:text-sm'

/**
 * The list of reservations: a dense table from 1024 px on, rows of two lines below that. The table header is sticky.
 */
export const ReservationTable = memo(function ReservationTable({ items, selection, ...actions }: Props) {
  const ref = useRef<HTMLTableElement>(null)
  const [menu, setMenu] = useState<{ item: ReservationEntry; anchor: HTMLElement } | null>(null)
  const closeMenu = useCallback(() => setMenu(null), [])
  const menuActions = useMenuActions(actions, menu?.item ?? null)
  useStableRows(ref)
  return (
    <>
      <table
        ref={ref}
        role="table"
        aria-label="Reservations"
        className="w-full text-left [overflow-anchor:none] max-lg:block lg:table-fixed"
      >
        <ColumnWidths />
        <thead
          role="rowgroup"
          className="max-lg:sr-only lg:sticky lg:top-[3.375rem] lg:z-10 lg:bg-night lg:shadow-[inset_0_-1px_var(--color-clay)] xl:top-0"
        >
          <tr role="row">
            <th role="columnheader" scope="col" className="py-0 max-lg:hidden">
              <RowCheck
                label="Select all shown"
                checked={items.length > 0 && items.every(({ id }) => selection.ids.has(id))}
                onChange={selection.onAll}
              />
            </th>
            {COLUMNS.map((name) => (
              <th key={name} role="columnheader" scope="col" className={HEAD}>
                <span className={name === 'Actions' ? 'sr-only' : ''}>
                  {name === 'Total' && !actions.seesMoney ? 'Due' : name}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-lg:block">
          {items.map((item) => (
            <ReservationRow
              key={item.id}
              item={item}
              isSelected={selection.ids.has(item.id)}
              waits={actions.pending?.id === item.id ? actions.pending.status : null}
              onSelect={selection.onRow}
              onStatus={actions.onStatus}
              onMenu={setMenu}
            />
          ))}
        </tbody>
      </table>
      {menu ? (
        <RowMenu
          anchor={menu.anchor}
          label={`Actions for ${menu.item.guestName}`}
          actions={menuActions}
          onClose={closeMenu}
        />
      ) : null}
    </>
  )
})

function useMenuActions(
  {
    canContact,
    canDelete,
    onDelete,
    onAmend,
  }: Pick<ReservationActions, 'canContact' | 'canDelete' | 'onDelete' | 'onAmend'>,
  item: ReservationEntry | null,
): readonly RowAction[] {
  const navigate = useNavigate()
  const { mutate: markLeft } = useLeft()
  return useMemo(() => {
    if (!item) return []
    const { id, guestEmail } = item
    return [
      { label: 'Open', run: () => void navigate(`/admin/reservations/${id}`) },
      ...(onAmend && item.status !== 'cancelled' ? [{ label: 'Change', run: () => onAmend(item) }] : []),
      ...(canMarkLeft(item)
        ? [{ label: item.leftAt ? 'Still here' : 'Party left', run: () => markLeft(item) }]
        : []),
      ...(canContact && guestEmail ? [{ label: 'Copy email', run: () => void copyEmail(guestEmail) }] : []),
      ...(canDelete ? [{ label: 'Delete', isGrave: true, run: () => onDelete(item) }] : []),
    ]
  }, [item, canContact, canDelete, onDelete, onAmend, markLeft, navigate])
}

/** Column widths in the order of the cells. Event, guest and contact share the remaining width. */
const WIDTHS = [
  'w-9',
  'w-15 xl:w-18',
  '',
  'w-11 xl:w-13',
  '',
  '',
  'w-27 xl:w-30',
  'w-13 xl:w-15',
  'w-28 xl:w-30',
  'w-16 xl:w-18',
  'w-19 xl:w-21',
  'w-10',
]

const ColumnWidths = () => (
  <colgroup className="max-lg:hidden">
    {WIDTHS.map((width, i) => (
      <col key={i} className={width} />
    ))}
  </colgroup>
)

type CheckProps = {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (isChecked: boolean) => void
}

/** Checkbox with a target as wide as its cell, and 44 px on a phone. */
const RowCheck = ({ label, checked, onChange }: CheckProps) => (
  <label className="flex min-h-11 min-w-11 items-center justify-center lg:min-h-9 lg:min-w-9 lg:justify-start">
    <span className="sr-only">{label}</span>
    <input
      type="checkbox"
      className="size-5 accent-brass lg:size-4.5"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
    />
  </label>
)

/** Cell of the wide table only: the two-line row has the same value in its summary. */
const Cell = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <td role="cell" className={`truncate py-0.5 pr-2 max-lg:hidden xl:pr-3 ${className}`}>
    {children}
  </td>
)

const Second = ({ children }: { children: ReactNode }) => (
  <span className="block truncate text-xs leading-4 text-dune">{children}</span>
)

type RowProps = {
  readonly item: ReservationEntry
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
  isSelected,
  waits,
  onSelect,
  onStatus,
  onMenu,
}: RowProps) {
  return (
    <tr role="row" data-row={item.id} className={`${ROW} ${isSelected ? 'bg-brass/10' : ''}`}>
      <td role="cell" className="py-0 max-lg:row-start-1">
        <RowCheck
          label={`Select ${item.guestName}`}
          checked={isSelected}
          onChange={(isChecked) => onSelect(item.id, isChecked)}
        />
      </td>
      <Cell>
        {item.type}
        {item.source === 'website' ? null : <Second>{sourceLabel(item.source)}</Second>}
      </Cell>
      <Cell>
        <span className="block truncate" title={item.event?.title}>
          {item.event?.title ?? formatDay(item.date)}
        </span>
        {item.event ? <Second>{formatDay(item.date)}</Second> : null}
      </Cell>
      <Cell className="tabular-nums">{item.tableNumbers.join('+') || '–'}</Cell>
      <th role="rowheader" scope="row" className="py-0.5 pr-2 max-lg:contents xl:pr-3">
        <Link
          to={`/admin/reservations/${item.id}`}
          title={item.guestName}
          className="block truncate font-semibold text-brass hover:text-cream max-lg:col-start-2 max-lg:row-start-1 max-lg:py-3 max-lg:text-base max-lg:leading-5 lg:py-2"
        >
          {item.guestName}
        </Link>
        <span className="truncate pb-1 text-sm font-normal text-sand max-lg:col-span-3 max-lg:col-start-2 max-lg:row-start-2 max-lg:block lg:hidden">
          {summaryText(item)}
        </span>
      </th>
      <Cell>
        <span className="block truncate" title={item.guestEmail}>
          {item.guestEmail || 'No email'}
        </span>
        {item.guestPhone ? (
          <Second>
            <a href={telHref(item.guestPhone)} className="underline hover:text-cream">
              {item.guestPhone}
            </a>
          </Second>
        ) : null}
      </Cell>
      <Cell>
        {item.timeSlot}
        <Second>{hoursText(item)}</Second>
      </Cell>
      <Cell className="tabular-nums">{item.guestCount}</Cell>
      <td
        role="cell"
        className="py-0.5 pr-2 max-lg:row-start-1 max-lg:pr-0 xl:pr-3 lg:[&_select]:min-h-9 lg:[&_select]:w-full"
      >
        <StatusSelect
          guestName={item.guestName}
          status={waits ?? item.status}
          isBusy={waits !== null}
          onChange={(status) => onStatus(item, status)}
        />
      </td>
      <Cell>
        <span className="block leading-4 whitespace-normal">{paymentLabel(item)}</span>
      </Cell>
      <Cell className="tabular-nums">{formatUsd(item.totalCents ?? item.dueCents)}</Cell>
      <td role="cell" className="py-0 max-lg:row-start-1">
        <button
          type="button"
          aria-label={`Actions for ${item.guestName}`}
          aria-haspopup="menu"
          onClick={(event) => onMenu({ item, anchor: event.currentTarget })}
          className="inline-flex size-11 items-center justify-center rounded-lg text-xl leading-none text-brass hover:bg-brass/10 lg:size-9"
        >
          <span aria-hidden="true">⋮</span>
        </button>
      </td>
    </tr>
  )
})
