import {
  createContext,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  use,
  useMemo,
  useRef,
} from 'react'
import { focusSidePanel } from './side-panel.tsx'
import { useStableRows } from './use-stable-rows.ts'
import { isWideScreen } from './wide-screen.ts'

export type Column = {
  readonly name: string
  /** Width classes; columns without share the remaining width. */
  readonly width?: string
  /** Content of the header cell: the name if not given. */
  readonly head?: ReactNode
  /** Orders of the list by this column. Its header goes through them. */
  readonly orders?: readonly Order[]
  /** Header and cells are aligned at the last digit of the figures. */
  readonly isNumeric?: true
  /** Staff cannot hide it: it names the row or holds its controls. */
  readonly isFixed?: true
  /** Shown even while a record is open beside the table, which leaves room for a few columns. */
  readonly staysBeside?: true
}

type Order = {
  readonly value: string
  readonly direction: 'ascending' | 'descending'
  /** Name in the sort field of a narrow screen, for lists without a sort field of their own. */
  readonly label?: string
}

export type Sorting = { readonly value: string; readonly onSort: (value: string) => void }

/** The record that is open beside the table. */
export type OpenRow = { readonly id: string | null; readonly onOpen: (id: string) => void }

type Props = {
  /** Accessible name. */
  readonly label: string
  readonly columns: readonly Column[]
  /** Names of the columns that the reader has hidden. */
  readonly hidden?: ReadonlySet<string>
  readonly sorting?: Sorting
  /** Rows open beside the table instead of on a page of their own. Memoized, because the rows are. */
  readonly openRow?: OpenRow
  /** Whether the rows are those of the filter or page before: a press that meant one of them could meet another. */
  readonly isStale?: boolean
  /** Row of totals below the others. */
  readonly totals?: ReactNode
  readonly children: ReactNode
}

/** Names of the shown columns, with whether they are numeric. */
const ShownColumns = createContext<ReadonlyMap<string, boolean> | null>(null)
const NOTHING_HIDDEN: ReadonlySet<string> = new Set()

const HEAD = 'py-1.5 text-xs font-semibold text-sand xl:text-sm'
const ALIGNMENT = {
  text: 'pr-2 text-left xl:pr-3',
  // Figures end beside the text of the next column, and need more room before it.
  figures: 'pr-3 text-right tabular-nums xl:pr-4',
}

/**
 * A list as a dense table with a sticky header from 1024 px on. Below that each row lays itself out in two lines.
 * Rows carry `data-row`, so that new ones above never move the one that is read.
 */
export function DenseTable({
  label,
  columns,
  hidden = NOTHING_HIDDEN,
  sorting,
  openRow,
  isStale = false,
  totals,
  children,
}: Props) {
  const ref = useRef<HTMLTableElement>(null)
  useStableRows(ref)
  const isBeside = typeof openRow?.id === 'string'
  const shown = columns.filter((it) => (isBeside ? it.staysBeside : it.isFixed || !hidden.has(it.name)))
  const byName = useColumnsByName(
    shown.map(({ name, isNumeric = false }) => `${isNumeric} ${name}`).join('\n'),
  )
  return (
    <table
      ref={ref}
      role="table"
      aria-label={label}
      className="w-full text-left [overflow-anchor:none] max-lg:block lg:table-fixed"
    >
      <colgroup className="max-lg:hidden">
        {shown.map(({ name, width }) => (
          <col key={name} className={width} />
        ))}
      </colgroup>
      <thead
        role="rowgroup"
        className="max-lg:sr-only lg:sticky lg:top-0 lg:z-10 lg:bg-night lg:shadow-[inset_0_-1px_var(--color-clay)]"
      >
        <tr role="row">
          {shown.map((column) => (
            <HeaderCell key={column.name} column={column} sorting={sorting} />
          ))}
        </tr>
      </thead>
      <ShownColumns value={byName}>
        <Rows openRow={openRow} isStale={isStale}>
          {children}
        </Rows>
        {totals ? (
          <tfoot role="rowgroup" className="max-lg:block">
            {totals}
          </tfoot>
        ) : null}
      </ShownColumns>
    </table>
  )
}

/** One map for equal columns, because each cell of the table reads it. */
const useColumnsByName = (lines: string): ReadonlyMap<string, boolean> =>
  useMemo(
    () =>
      new Map(
        lines.split('\n').map((line) => {
          const [isNumeric = '', ...name] = line.split(' ')
          return [name.join(' '), isNumeric === 'true']
        }),
      ),
    [lines],
  )

const ROW = '[data-row]'
/** The link or button of a row that opens its record. */
const MAIN = 'th :is(a, button)'

type RowsProps = {
  readonly openRow: OpenRow | undefined
  readonly isStale: boolean
  readonly children: ReactNode
}

/** The rows, with a click or Enter that opens a record beside them and arrow keys that go from name to name. */
function Rows({ openRow, isStale, children }: RowsProps) {
  const open = (row: Element | null | undefined): void => {
    const id = row?.getAttribute('data-row')
    if (id && openRow && openRow.id !== id) openRow.onOpen(id)
  }
  return (
    <tbody
      role="rowgroup"
      aria-busy={isStale}
      className={`max-lg:block ${isStale ? 'pointer-events-none opacity-60' : ''} [&_th_a]:scroll-mt-24 lg:[&_tr:has([aria-current])]:bg-cocoa lg:[&_tr:has([aria-current])]:shadow-[-5px_0_var(--color-cocoa),-8px_0_var(--color-brass)] ${openRow ? 'lg:[&_tr]:cursor-pointer' : ''}`}
      onKeyDown={(event) => {
        const row = moveFocus(event)
        // A key that is held down only moves the focus: its release opens the row that it reached.
        if (openRow?.id && !event.repeat) open(row)
      }}
      onKeyUp={(event) => {
        if (openRow?.id && event.key.startsWith('Arrow') && isOnMain(event.target)) open(rowOf(event.target))
      }}
      // In the capture phase, so that the link of the row does not navigate.
      onClickCapture={(event) => {
        const row = openRow ? rowToOpen(event) : null
        if (!row) return
        event.preventDefault()
        row.querySelector<HTMLElement>(MAIN)?.focus({ preventScroll: true })
        if (row.getAttribute('data-row') === openRow?.id) focusSidePanel()
        else open(row)
      }}
    >
      {children}
    </tbody>
  )
}

const rowOf = (target: EventTarget): Element | null =>
  target instanceof Element ? target.closest(ROW) : null
const isOnMain = (target: EventTarget): boolean => target instanceof Element && target.closest(MAIN) !== null

/** The arrow keys go from the name in one row to the name in the next, which is returned. */
function moveFocus(event: KeyboardEvent<HTMLElement>): Element | null {
  const way = { ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling' } as const
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return null
  if (!isOnMain(event.target)) return null
  const goal = rowOf(event.target)?.[way[event.key]] ?? null
  event.preventDefault()
  goal?.querySelector<HTMLElement>(MAIN)?.focus()
  return goal
}

/** The row that a click opens: on its name or beside its controls, without a key that asks for a new browser tab. */
function rowToOpen(event: MouseEvent<HTMLElement>): Element | null {
  const { target, button, ctrlKey, metaKey, shiftKey, altKey } = event
  if (!isWideScreen() || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return null
  if (!(target instanceof Element)) return null
  if (!isOnMain(target) && target.closest('a, button, input, select, label, textarea')) return null
  // A press that selected text of the row was no click on it.
  return isOnMain(target) || window.getSelection()?.isCollapsed !== false ? rowOf(target) : null
}

type HeaderProps = { readonly column: Column; readonly sorting: Sorting | undefined }

function HeaderCell({ column: { name, head = name, orders = [], isNumeric }, sorting }: HeaderProps) {
  const at = orders.findIndex(({ value }) => value === sorting?.value)
  const direction = orders[at]?.direction
  const next = orders[(at + 1) % orders.length]
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={direction}
      className={`${HEAD} ${ALIGNMENT[isNumeric ? 'figures' : 'text']}`}
    >
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

type CellProps = {
  /** Name of its column. */
  readonly of: string
  readonly className?: string
  readonly children: ReactNode
}

/** Cell of the wide table only: the two-line row has the same value in its summary. */
export function Cell({ of, className = '', children }: CellProps) {
  const isNumeric = use(ShownColumns)?.get(of)
  if (isNumeric === undefined) return null
  return (
    <td
      role="cell"
      className={`truncate py-0.5 max-lg:hidden ${ALIGNMENT[isNumeric ? 'figures' : 'text']} ${className}`}
    >
      {children}
    </td>
  )
}

/** Second line of a cell. */
export const SecondLine = ({ children }: { children: ReactNode }) => (
  <span className="block truncate text-xs leading-4 text-dune">{children}</span>
)
