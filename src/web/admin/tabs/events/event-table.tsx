import type { StaffEvent } from '#features/events/management/schema.ts'
import { timeText } from '#lib/venue-time.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import {
  Cell,
  type Column,
  DenseTable,
  type OpenRow,
  SecondLine,
  type Sorting,
} from '#ui/admin/lists/dense-table.tsx'
import { RowLink } from '#ui/admin/lists/record-row.tsx'
import {
  type EventActions,
  EventMenu,
  marksOf,
  nightPath,
  partiesText,
  SaleMark,
  SoldOutAction,
} from './event-actions.tsx'

export const COLUMNS: readonly Column[] = [
  {
    name: 'Event',
    isFixed: true,
    staysBeside: true,
    orders: [{ value: 'title', direction: 'ascending', label: 'Event' }],
  },
  {
    name: 'Date',
    width: 'w-28 xl:w-30',
    staysBeside: true,
    orders: [
      { value: 'soonest', direction: 'ascending', label: 'Soonest first' },
      { value: 'latest', direction: 'descending', label: 'Latest first' },
    ],
  },
  { name: 'Time', width: 'w-40 max-xl:w-36' },
  {
    name: 'Category',
    width: 'w-28 xl:w-32',
    orders: [{ value: 'category', direction: 'ascending', label: 'Category' }],
  },
  { name: 'Price', width: 'w-20 xl:w-28' },
  {
    name: 'Parties',
    width: 'w-18 xl:w-22',
    isNumeric: true,
    staysBeside: true,
    orders: [{ value: 'parties', direction: 'descending', label: 'Most parties first' }],
  },
  { name: 'Sale', width: 'w-30', isFixed: true },
  {
    name: 'Actions',
    width: 'w-10',
    head: <span className="sr-only">Actions</span>,
    isFixed: true,
    staysBeside: true,
  },
]

type Props = EventActions & {
  readonly events: readonly StaffEvent[]
  readonly sorting: Sorting
  readonly hidden: ReadonlySet<string>
  readonly openRow: OpenRow
}

/** The events as a list. */
export const EventTable = ({ events, sorting, hidden, openRow, ...actions }: Props) => (
  <DenseTable label="Events" columns={COLUMNS} {...{ sorting, hidden, openRow }}>
    {events.map((event) => (
      <tr
        key={event.id}
        role="row"
        data-row={event.id}
        className="border-b border-bark align-middle text-sm leading-5 lg:h-10 max-lg:grid max-lg:grid-cols-[minmax(0,1fr)_auto] max-lg:items-center"
      >
        <Title event={event} isOpen={openRow.id === event.id} />
        <Cell of="Date">{shownDay(event.date)}</Cell>
        <Cell of="Time">{timeText(event)}</Cell>
        <Cell of="Category">{event.category}</Cell>
        <Cell of="Price">
          <span title={event.price}>{event.price}</span>
        </Cell>
        <Cell of="Parties">{event.hasEnded ? '–' : event.parties}</Cell>
        <Cell of="Sale" className="overflow-visible">
          {actions.canEdit ? (
            <SoldOutAction event={event} {...actions} className="-ml-3 lg:min-h-9 lg:py-0" />
          ) : (
            <SaleMark event={event} />
          )}
        </Cell>
        <td role="cell" className="whitespace-nowrap py-0">
          {actions.canEdit ? (
            <SoldOutAction event={event} {...actions} className="max-sm:hidden lg:hidden" />
          ) : null}
          <EventMenu event={event} {...actions} isOfRow className="lg:min-h-9 lg:w-9" />
        </td>
      </tr>
    ))}
  </DenseTable>
)

function Title({ event, isOpen }: { readonly event: StaffEvent; readonly isOpen: boolean }) {
  const sale = event.soldOut ? ['Sold Out'] : []
  const marks = marksOf(event).map(({ text }) => text)
  const second = [...sale, ...marks]
  return (
    <RowLink to={nightPath(event)} title={event.title} isOpen={isOpen} hasTwoLines>
      <span className="block truncate font-semibold text-brass max-lg:text-base max-lg:leading-5">
        {event.title}
      </span>
      <span className="block truncate text-sm text-sand lg:hidden">
        {[
          `${shownDay(event.date)}, ${timeText(event)}`,
          ...sale,
          ...(event.hasEnded ? [] : [partiesText(event)]),
          ...marks,
        ].join(' · ')}
      </span>
      {second.length > 0 ? (
        <span className="max-lg:hidden">
          <SecondLine>{second.join(' · ')}</SecondLine>
        </span>
      ) : null}
    </RowLink>
  )
}
