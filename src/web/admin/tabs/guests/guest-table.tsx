import { memo, type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import type { GuestEntry } from '#features/guests/schema.ts'
import { formatUsdShort } from '#lib/money.ts'
import { telHref } from '#lib/phone.ts'
import { formatDay } from '#lib/venue-time.ts'
import { useStableRows } from '../reservations/use-stable-rows.ts'
import { summaryText } from './guest-copy.ts'
import { GuestMarks } from './marks.tsx'

type Props = { readonly guests: readonly GuestEntry[]; readonly seesMoney: boolean }

/** Columns with their widths. Name and contact share the remaining width. */
const COLUMNS = [
  ['Name', ''],
  ['Contact', ''],
  ['Visits', 'w-14 xl:w-18'],
  ['Nights', 'w-16 xl:w-20'],
  ['Dinners', 'w-18 xl:w-22'],
  ['No-shows', 'w-21 xl:w-24'],
  ['Cancelled', 'w-20 xl:w-24'],
  ['Spend', 'w-20 xl:w-24'],
  ['Last visit', 'w-28'],
  ['Next booking', 'w-28'],
] as const

const HEAD = 'py-1.5 pr-2 text-left text-xs font-semibold text-sand xl:pr-3 xl:text-sm'

/** The book of guests: a dense table from 1024 px on, rows of two lines below that. */
export const GuestTable = memo(function GuestTable({ guests, seesMoney }: Props) {
  const ref = useRef<HTMLTableElement>(null)
  useStableRows(ref)
  const columns = COLUMNS.filter(([name]) => seesMoney || name !== 'Spend')
  return (
    <table
      ref={ref}
      role="table"
      aria-label="Guests"
      className="w-full text-left [overflow-anchor:none] max-lg:block lg:table-fixed"
    >
      <colgroup className="max-lg:hidden">
        {columns.map(([name, width]) => (
          <col key={name} className={width} />
        ))}
      </colgroup>
      <thead
        role="rowgroup"
        className="max-lg:sr-only lg:sticky lg:top-[3.375rem] lg:z-10 lg:bg-night lg:shadow-[inset_0_-1px_var(--color-clay)] xl:top-0"
      >
        <tr role="row">
          {columns.map(([name]) => (
            <th key={name} role="columnheader" scope="col" className={HEAD}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-lg:block">
        {guests.map((guest) => (
          <GuestRow key={guest.id} guest={guest} seesMoney={seesMoney} />
        ))}
      </tbody>
    </table>
  )
})

/** Cell of the wide table only: the two-line row has the same value in its summary. */
const Cell = ({ children }: { children: ReactNode }) => (
  <td role="cell" className="truncate py-0.5 pr-2 tabular-nums max-lg:hidden xl:pr-3">
    {children}
  </td>
)

const count = (n: number): string => (n === 0 ? '–' : String(n))
const day = (date: string | null): string => (date === null ? '–' : formatDay(date))

const GuestRow = memo(function GuestRow({ guest, seesMoney }: { guest: GuestEntry; seesMoney: boolean }) {
  const { id, name, phone, email } = guest
  return (
    <tr
      role="row"
      data-row={id}
      className="h-10 border-b border-bark align-middle text-sm leading-5 max-lg:block max-lg:h-auto"
    >
      <th role="rowheader" scope="row" className="py-0.5 pr-2 font-normal max-lg:block max-lg:p-0 xl:pr-3">
        <Link
          to={`/admin/guests/${id}`}
          title={name}
          className="block rounded-lg hover:bg-cocoa max-lg:min-h-14 max-lg:py-2 lg:flex lg:min-h-9 lg:flex-col lg:justify-center"
        >
          <span className="flex min-w-0 items-center gap-1.5 lg:block">
            <span className="block truncate font-semibold text-brass max-lg:min-w-24 max-lg:text-base max-lg:leading-5">
              {name}
            </span>
            <span className="flex min-w-0 gap-1 overflow-hidden">
              <GuestMarks guest={guest} />
            </span>
          </span>
          <span className="block truncate text-sm text-sand lg:hidden">{summaryText(guest)}</span>
        </Link>
      </th>
      <Cell>
        {phone ? (
          <a href={telHref(phone)} className="underline hover:text-cream">
            {phone}
          </a>
        ) : null}
        {email ? (
          <span className="block truncate text-xs leading-4 text-dune" title={email}>
            {email}
          </span>
        ) : null}
      </Cell>
      <Cell>{count(guest.visits)}</Cell>
      <Cell>{count(guest.nights)}</Cell>
      <Cell>{count(guest.dinners)}</Cell>
      <Cell>{count(guest.noShows)}</Cell>
      <Cell>{count(guest.cancelled)}</Cell>
      {seesMoney ? <Cell>{guest.spendCents ? formatUsdShort(guest.spendCents) : '–'}</Cell> : null}
      <Cell>{day(guest.lastVisit)}</Cell>
      <Cell>{day(guest.nextBooking)}</Cell>
    </tr>
  )
})
