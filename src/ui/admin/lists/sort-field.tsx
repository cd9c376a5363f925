import { SelectField } from '../forms/field.tsx'
import type { Column, Sorting } from './dense-table.tsx'

type Props = {
  /** The columns of the table. Their labeled orders are offered. */
  readonly columns: readonly Column[]
  readonly sorting: Sorting
  readonly className?: string
}

/** The order of a list on screens that are too narrow for headers to press. */
export const SortField = ({ columns, sorting, className = '' }: Props) => (
  <SelectField
    label="Sort"
    className={`lg:hidden ${className}`}
    options={columns.flatMap(({ orders = [] }) =>
      orders.flatMap(({ value, label }) => (label === undefined ? [] : [{ value, label }])),
    )}
    value={sorting.value}
    onChange={({ target }) => sorting.onSort(target.value)}
  />
)
