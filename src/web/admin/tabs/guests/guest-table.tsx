import { memo } from 'react'
import type { GuestEntry } from '#features/guests/schema.ts'
import { formatUsdShort } from '#lib/money.ts'
import { telHref } from '#lib/phone.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import { ActionItem, ActionLink, ActionMenu } from '#ui/admin/lists/action-menu.tsx'
import {
  Cell,
  type Column,
  DenseTable,
  type OpenRow,
  SecondLine,
  type Sorting,
} from '#ui/admin/lists/dense-table.tsx'
import { RowLink } from '#ui/admin/lists/record-row.tsx'
import { copyEmail } from '../reservations/list-copy.ts'
import { summaryText } from './guest-copy.ts'
import { GuestMarks } from './marks.tsx'

type Props = {
  readonly guests: readonly GuestEntry[]
  readonly seesMoney: boolean
  readonly sorting: Sorting
  readonly columns: readonly Column[]
  readonly hidden: ReadonlySet<string>
  readonly openRow: OpenRow
  /** Whether the role may read, and therefore copy, email addresses. */
  readonly canContact: boolean
  /** Opens the merge of a guest; null for a role that may not. */
  readonly onMerge: ((guest: GuestEntry) => void) | null
}

/** Name and contact share the width that the others leave. */
const COLUMNS: readonly Column[] = [
  {
    name: 'Name',
    isFixed: true,
    staysBeside: true,
    orders: [{ value: 'name', direction: 'ascending' }],
  },
  { name: 'Contact', staysBeside: true },
  {
    name: 'Visits',
    width: 'w-14 xl:w-20',
    isNumeric: true,
    orders: [{ value: 'visits', direction: 'descending' }],
  },
  { name: 'Nights', width: 'w-13 xl:w-20', isNumeric: true },
  { name: 'Dinners', width: 'w-14 xl:w-22', isNumeric: true },
  {
    name: 'No-shows',
    width: 'w-20 xl:w-26',
    isNumeric: true,
    orders: [{ value: 'no_shows', direction: 'descending' }],
  },
  { name: 'Cancelled', width: 'w-20 xl:w-26', isNumeric: true },
  {
    name: 'Spend',
    width: 'w-16 xl:w-26',
    isNumeric: true,
    orders: [{ value: 'spend', direction: 'descending' }],
  },
  {
    name: 'Last visit',
    width: 'w-23 xl:w-28',
    staysBeside: true,
    orders: [{ value: 'recent', direction: 'descending' }],
  },
  { name: 'Next booking', width: 'w-25 xl:w-28', orders: [{ value: 'next', direction: 'ascending' }] },
  {
    name: 'Actions',
    width: 'w-10',
    head: <span className="sr-only">Actions</span>,
    isFixed: true,
    staysBeside: true,
  },
]

/** The columns for a role. */
export const columnsFor = (seesMoney: boolean): readonly Column[] =>
  COLUMNS.filter(({ name }) => seesMoney || name !== 'Spend')

/** The book of guests. */
export const GuestTable = memo(function GuestTable({
  guests,
  seesMoney,
  openRow,
  canContact,
  onMerge,
  ...table
}: Props) {
  return (
    <DenseTable label="Guests" openRow={openRow} {...table}>
      {guests.map((guest) => (
        <GuestRow
          key={guest.id}
          guest={guest}
          isOpen={openRow.id === guest.id}
          {...{ seesMoney, canContact, onMerge }}
        />
      ))}
    </DenseTable>
  )
})

const count = (n: number): string => (n === 0 ? '–' : String(n))
const day = (date: string | null): string => (date === null ? '–' : shownDay(date))

type RowProps = Pick<Props, 'seesMoney' | 'canContact' | 'onMerge'> & {
  readonly guest: GuestEntry
  readonly isOpen: boolean
}

const GuestRow = memo(function GuestRow({ guest, seesMoney, isOpen, ...menu }: RowProps) {
  const { id, name, phone, email } = guest
  return (
    <tr
      role="row"
      data-row={id}
      className="h-10 border-b border-bark align-middle text-sm leading-5 max-lg:grid max-lg:h-auto max-lg:grid-cols-[minmax(0,1fr)_2.75rem] max-lg:items-center"
    >
      <RowLink to={`/admin/guests/${id}`} title={name} isOpen={isOpen} hasTwoLines>
        <span className="flex min-w-0 items-center gap-1.5 lg:block">
          <span className="block truncate font-semibold text-brass max-lg:min-w-24 max-lg:text-base max-lg:leading-5">
            {name}
          </span>
          <span className="flex min-w-0 gap-1 overflow-hidden">
            <GuestMarks guest={guest} />
          </span>
        </span>
        <span className="block truncate text-sm text-sand lg:hidden">{summaryText(guest)}</span>
      </RowLink>
      <Cell of="Contact">
        {phone ? (
          <a href={telHref(phone)} className="underline hover:text-cream">
            {phone}
          </a>
        ) : null}
        {email ? (
          <SecondLine>
            <span title={email}>{email}</span>
          </SecondLine>
        ) : null}
      </Cell>
      <Cell of="Visits">{count(guest.visits)}</Cell>
      <Cell of="Nights">{count(guest.nights)}</Cell>
      <Cell of="Dinners">{count(guest.dinners)}</Cell>
      <Cell of="No-shows">{count(guest.noShows)}</Cell>
      <Cell of="Cancelled">{count(guest.cancelled)}</Cell>
      {seesMoney ? <Cell of="Spend">{guest.spendCents ? formatUsdShort(guest.spendCents) : '–'}</Cell> : null}
      <Cell of="Last visit" className="tabular-nums">
        {day(guest.lastVisit)}
      </Cell>
      <Cell of="Next booking" className="tabular-nums">
        {day(guest.nextBooking)}
      </Cell>
      <td role="cell" className="py-0">
        <RowMenu guest={guest} {...menu} />
      </td>
    </tr>
  )
})

const RowMenu = ({ guest, canContact, onMerge }: Omit<RowProps, 'seesMoney' | 'isOpen'>) => {
  const { id, name, email } = guest
  return (
    <ActionMenu label={`More for ${name}`} className="lg:min-h-9 lg:w-9">
      <ActionLink to={`/admin/guests/${id}`}>Open page</ActionLink>
      {canContact && email ? (
        <ActionItem onChoose={() => void copyEmail(email)}>Copy email</ActionItem>
      ) : null}
      {onMerge ? <ActionItem onChoose={() => onMerge(guest)}>Merge</ActionItem> : null}
    </ActionMenu>
  )
}
