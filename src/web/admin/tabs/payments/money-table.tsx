import { Link } from 'react-router'
import { shownDay } from '#ui/admin/shown-time.ts'
import { Cell, type Column, DenseTable, type OpenRow } from '#ui/admin/lists/dense-table.tsx'
import type { MoneyLines, Question } from './money-lines.tsx'
import { datePath } from './use-money.ts'

const MAIN_FIGURES = 3

/** Columns of a grouping: the date, then its figures, of which the first stay beside an open date. */
export const columnsOf = ({ title, columns }: MoneyLines): readonly Column[] => [
  { name: title, width: 'w-28 xl:w-36', isFixed: true, staysBeside: true },
  ...columns.map((name, i): Column => ({
    name,
    isNumeric: true,
    ...(i < MAIN_FIGURES ? { staysBeside: true } : {}),
  })),
]

type Props = {
  readonly money: MoneyLines
  readonly columns: readonly Column[]
  readonly hidden: ReadonlySet<string>
  readonly openRow: OpenRow
  readonly question: Question
}

const ROW = 'h-10 border-b border-bark align-middle text-sm leading-5 tabular-nums max-lg:block max-lg:h-auto'

/** A row for each date, and the totals of all. */
export function MoneyTable({ money, columns, hidden, openRow, question }: Props) {
  const { title, lines, totals } = money
  const cells = (values: MoneyLines['totals']) =>
    values.map((value, i) => (
      <Cell key={money.columns[i]} of={money.columns[i] ?? ''}>
        {value}
      </Cell>
    ))
  /** `Kept $420.00 · Received $500.00`: the second line of a narrow row. */
  const summary = (values: MoneyLines['totals']) => (
    <span className="block truncate text-sm font-normal text-sand lg:hidden">
      {values.slice(0, MAIN_FIGURES).map((value, i) => (
        <span key={money.columns[i]}>
          {i > 0 ? ' · ' : ''}
          {money.columns[i]} {value}
        </span>
      ))}
    </span>
  )
  return (
    <DenseTable
      label={title}
      columns={columns}
      hidden={hidden}
      openRow={openRow}
      totals={
        <tr role="row" className={`${ROW} font-semibold`}>
          <th role="rowheader" scope="row" className="py-0.5 pr-2 text-left max-lg:block max-lg:py-2">
            Total
            {summary(totals)}
          </th>
          {cells(totals)}
        </tr>
      }
    >
      {lines.map(({ date, cells: values }) => (
        <tr key={date} role="row" data-row={date} className={ROW}>
          <th
            role="rowheader"
            scope="row"
            className="py-0.5 pr-2 text-left font-normal max-lg:block max-lg:p-0"
          >
            <Link
              to={datePath(date, question)}
              aria-current={openRow.id === date ? 'true' : undefined}
              className="block rounded-lg hover:bg-cocoa max-lg:min-h-14 max-lg:py-2 lg:flex lg:min-h-9 lg:flex-col lg:justify-center"
            >
              <span className="block truncate font-semibold text-brass max-lg:text-base max-lg:leading-5">
                {shownDay(date)}
              </span>
              {summary(values)}
            </Link>
          </th>
          {cells(values)}
        </tr>
      ))}
    </DenseTable>
  )
}
