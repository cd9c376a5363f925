import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { useStableRows } from './use-stable-rows.ts'

export type Column = {
  readonly name: string
  /** Width classes; columns without share the remaining width. */
  readonly width?: string
  /** Content of the header cell: the name if not given. */
  readonly head?: ReactNode
  /** Orders of the list by this column. Its header goes through them. */
  readonly orders?: readonly Order[]
}

type Order = { readonly value: string; readonly direction: 'ascending' | 'descending' }

export type Sorting = { readonly value: string; readonly onSort: (value: string) => void }

type Props = {
  /** Accessible name. */
  readonly label: string
  readonly columns: readonly Column[]
  readonly sorting?: Sorting
  readonly children: ReactNode
}

const HEAD = 'py-1.5 pr-2 text-left text-xs font-semibold text-sand xl:pr-3 xl:text-sm'

/**
 * A list as a dense table with a sticky header from 1024 px on. Below that each row lays itself out in two lines.
 * Rows carry `data-row`, so that new ones above never move the one that is read.
 */
export function DenseTable({ label, columns, sorting, children }: Props) {
  const ref = useRef<HTMLTableElement>(null)
  useStableRows(ref)
  return (
    <table
      ref={ref}
      role="table"
      aria-label={label}
      className="w-full text-left [overflow-anchor:none] max-lg:block lg:table-fixed"
    >
      <colgroup className="max-lg:hidden">
        {columns.map(({ name, width }) => (
          <col key={name} className={width} />
        ))}
      </colgroup>
      <thead
        role="rowgroup"
        className="max-lg:sr-only lg:sticky lg:top-[3.375rem] lg:z-10 lg:bg-night lg:shadow-[inset_0_-1px_var(--color-clay)] xl:top-0"
      >
        <tr role="row">
          {columns.map((column) => (
            <HeaderCell key={column.name} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="max-lg:block" onKeyDown={moveBetweenRows}>
        {children}
      </tbody>
    </table>
  )
}

/** The arrow keys go from the name in one row to the name in the next; Enter opens it. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const way = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  if (!(event.target instanceof HTMLElement) || !event.target.closest('th')) return
  const goal = event.target.closest('tr')?.[way[event.key]]
  event.preventDefault()
  goal?.querySelector<HTMLElement>('th :is(a, button)')?.focus()
}

type HeaderProps = { readonly column: Column; readonly sorting: Sorting | undefined }

function HeaderCell({ column: { name, head = name, orders = [] }, sorting }: HeaderProps) {
  const at = orders.findIndex(({ value }) => value === sorting?.value)
  const direction = orders[at]?.direction
  const next = orders[(at + 1) % orders.length]
  return (
    <th role="columnheader" scope="col" aria-sort={direction} className={HEAD}>
      {sorting && next ? (
        <button
          type="button"
          className="-mx-1 -my-1.5 max-w-full truncate rounded-md px-1 py-1.5 hover:bg-cocoa hover:text-cream max-lg:hidden"
          onClick={() => sorting.onSort(next.value)}
        >
          {head}
          {direction ? <span aria-hidden="true">{direction === 'ascending' ? ' ↑' : ' ↓'}</span> : null}
        </button>
      ) : null}
      <span className={sorting && next ? 'lg:hidden' : ''}>{head}</span>
    </th>
  )
}

/** Cell of the wide table only: the two-line row has the same value in its summary. */
export const Cell = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <td role="cell" className={`truncate py-0.5 pr-2 max-lg:hidden xl:pr-3 ${className}`}>
    {children}
  </td>
)

/** Second line of a cell. */
export const SecondLine = ({ children }: { children: ReactNode }) => (
  <span className="block truncate text-xs leading-4 text-dune">{children}</span>
)
