import { Fragment, type ReactNode, useState } from 'react'
import { Button } from '#ui/button.tsx'

export type MoneyRow = {
  readonly date: string
  readonly label: string
  readonly cells: readonly ReactNode[]
  /** Reconciliation with the other grouping. */
  readonly bridge: ReactNode
}

type Props = {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly MoneyRow[]
  /** Sum of each column. */
  readonly totals: readonly ReactNode[]
}

/** Table with a row for each date. A row expands to its reconciliation. */
export function MoneyTable({ title, columns, rows, totals }: Props) {
  const [open, setOpen] = useState<string | null>(null)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled by keys, too
    <div className="@container overflow-x-auto" tabIndex={0} role="region" aria-label={title}>
      <table className="w-full text-left tabular-nums">
        <thead>
          <tr className="border-b border-clay text-sm text-sand">
            <th scope="col" className="sticky left-0 bg-ember py-2 pr-4">
              {title}
            </th>
            {columns.map((name) => (
              <th key={name} scope="col" className="py-2 pr-4 text-right whitespace-nowrap last:pr-0">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ date, label, cells, bridge }) => (
            <Fragment key={date}>
              <tr className="border-b border-bark">
                <th
                  scope="row"
                  className="sticky left-0 bg-ember py-0.5 pr-4 font-semibold whitespace-nowrap"
                >
                  <Button
                    look="quiet"
                    className="-ml-2 px-2!"
                    aria-expanded={open === date}
                    onClick={() => setOpen(open === date ? null : date)}
                  >
                    {label}
                  </Button>
                </th>
                {cells.map((cell, i) => (
                  <td key={columns[i]} className="py-0.5 pr-4 text-right whitespace-nowrap last:pr-0">
                    {cell}
                  </td>
                ))}
              </tr>
              {open === date ? (
                <tr className="border-b border-bark bg-night">
                  <td colSpan={columns.length + 1}>
                    {/* As wide as the visible part of the table, which scrolls sideways. */}
                    <div className="sticky left-0 w-[100cqw] px-3">{bridge}</div>
                  </td>
                </tr>
              ) : null}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-clay font-semibold">
            <th scope="row" className="sticky left-0 bg-ember py-2 pr-4">
              Total
            </th>
            {totals.map((total, i) => (
              <td key={columns[i]} className="py-2 pr-4 text-right whitespace-nowrap last:pr-0">
                {total}
              </td>
            ))}
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
