import { memo, type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import type { BookEntry } from '#features/guest-book/schema.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { formatDay } from '#lib/venue-time.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { copyEmail, hoursWords, paymentWords, priceWords, sourceWords, tableWords } from './book-words.ts'
import { StatusSelect } from './status-select.tsx'
import { useSteadyRows } from './use-steady-rows.ts'

export type BookActions = {
  readonly canDelete: boolean
  /** The change that is under way, if any. */
  readonly pending: { readonly id: string; readonly status: ReservationStatus } | null
  readonly onStatus: (item: BookEntry, status: ReservationStatus) => void
  readonly onDelete: (item: BookEntry) => void
}

type Props = BookActions & { readonly items: readonly BookEntry[] }

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
]

/**
 * The list of reservations. Where it would not fit, each row stands as a card with the columns' names in it; one below the
 * other, so that a new one moves those below it straight down and the screen can follow.
 */
export const BookTable = memo(function BookTable({ items, ...actions }: Props) {
  const ref = useRef<HTMLTableElement>(null)
  useSteadyRows(ref)
  return (
    <table ref={ref} className="w-full text-left [overflow-anchor:none] max-2xl:block">
      <thead className="max-2xl:sr-only">
        <tr className="border-b border-clay text-sm text-sand">
          {COLUMNS.map((name) => (
            <th key={name} scope="col" className="py-2 pr-3">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-2xl:grid max-2xl:gap-3">
        {items.map((item) => (
          <BookRow key={item.id} item={item} {...actions} />
        ))}
      </tbody>
    </table>
  )
})

const ROW =
  'border-b border-bark align-middle max-2xl:grid max-2xl:grid-cols-2 sm:max-2xl:grid-cols-4 xl:max-2xl:grid-cols-8 max-2xl:content-start max-2xl:gap-x-3 max-2xl:gap-y-2 max-2xl:rounded-card max-2xl:border max-2xl:bg-ember max-2xl:p-4'

const Cell = ({
  name,
  className = '',
  children,
}: {
  name: string
  className?: string
  children: ReactNode
}) => (
  <td className={`min-w-0 py-1 pr-3 max-2xl:px-0 max-2xl:py-0 ${className}`}>
    <span
      aria-hidden="true"
      className={`block text-xs text-dune 2xl:hidden ${name === 'Actions' ? 'hidden' : ''}`}
    >
      {name}
    </span>
    {children}
  </td>
)

function BookRow({
  item,
  canDelete,
  pending,
  onStatus,
  onDelete,
}: BookActions & { readonly item: BookEntry }) {
  const waits = pending?.id === item.id ? pending : null
  return (
    <tr data-row={item.id} className={ROW}>
      <Cell name="Type">
        <Badge tone={item.type === 'dining' ? 'brass' : 'burgundy'}>{item.type}</Badge>
        {item.source === 'website' ? null : (
          <span className="ml-2 text-sm whitespace-nowrap text-dune 2xl:ml-0 2xl:block">
            {sourceWords(item.source)}
          </span>
        )}
      </Cell>
      <Cell name="Event/Date">
        {item.event ? <span className="block">{item.event.title}</span> : null}
        <span className={item.event ? 'text-sm text-dune' : ''}>{formatDay(item.date)}</span>
      </Cell>
      <Cell name="Table" className="tabular-nums">
        {tableWords(item.tableNumbers)}
      </Cell>
      <th
        scope="row"
        className="py-1 pr-3 font-semibold break-words max-2xl:-order-3 max-2xl:col-span-2 max-2xl:text-lg xl:max-2xl:col-span-3"
      >
        <Link
          to={`/admin/reservations/${item.id}`}
          className="inline-flex min-h-11 items-center text-brass hover:text-cream"
        >
          {item.guestName}
        </Link>
      </th>
      <Cell
        name="Contact"
        className="text-sm break-words max-2xl:col-span-2 sm:max-2xl:-order-1 xl:max-2xl:-order-2 xl:max-2xl:col-span-3"
      >
        <span className="block break-all">{item.guestEmail || 'No e-mail'}</span>
        {item.guestPhone ? (
          <a
            href={`tel:${item.guestPhone}`}
            className="text-dune underline max-2xl:inline-flex max-2xl:min-h-11 max-2xl:items-center"
          >
            {item.guestPhone}
          </a>
        ) : null}
      </Cell>
      <Cell name="Time Slot">
        <span className="block">{item.timeSlot}</span>
        <span className="text-sm text-dune">{hoursWords(item)}</span>
      </Cell>
      <Cell name="Guests" className="tabular-nums">
        {item.guestCount}
      </Cell>
      <Cell name="Status">
        <StatusSelect
          guestName={item.guestName}
          status={waits?.status ?? item.status}
          isBusy={waits !== null}
          onChange={(status) => onStatus(item, status)}
        />
      </Cell>
      <Cell name="Payment">{paymentWords(item.paymentStatus)}</Cell>
      <Cell name="Total" className="tabular-nums">
        {priceWords(item)}
      </Cell>
      <Cell
        name="Actions"
        className="max-2xl:col-span-2 sm:max-2xl:-order-2 sm:max-2xl:justify-self-end xl:max-2xl:-order-1"
      >
        <RowActions item={item} canDelete={canDelete} onDelete={onDelete} />
      </Cell>
    </tr>
  )
}

const RowActions = ({
  item,
  canDelete,
  onDelete,
}: Pick<BookActions, 'canDelete' | 'onDelete'> & { readonly item: BookEntry }) => (
  <span className="flex flex-wrap">
    {item.guestEmail ? (
      <Button
        look="quiet"
        className="px-2 text-sm"
        aria-label={`Copy the email of ${item.guestName}`}
        onClick={() => void copyEmail(item.guestEmail)}
      >
        Copy email
      </Button>
    ) : null}
    {canDelete ? (
      <Button
        look="quiet"
        className="px-2 text-sm text-rose"
        aria-label={`Delete the reservation of ${item.guestName}`}
        onClick={() => onDelete(item)}
      >
        Delete
      </Button>
    ) : null}
  </span>
)
