import type { ReactNode } from 'react'
import { Link } from 'react-router'

type RowProps = {
  readonly id: string
  /** Whether the first cell selects the row. */
  readonly canSelect: boolean
  readonly isSelected: boolean
  readonly children: ReactNode
}

/** Row of a dense table whose records staff can select and change. */
export const SelectableRow = ({ id, canSelect, isSelected, children }: RowProps) => (
  <tr
    role="row"
    data-row={id}
    className={`border-b border-bark align-middle text-sm leading-5 max-lg:grid max-lg:items-center lg:h-10 ${canSelect ? 'max-lg:grid-cols-[2.75rem_minmax(0,1fr)_auto]' : 'max-lg:grid-cols-[minmax(0,1fr)_auto]'} ${isSelected ? 'bg-brass/10' : ''}`}
  >
    {children}
  </tr>
)

type HeaderProps = {
  /** Address of the record. */
  readonly to: string
  /** Full text of a name that may be cut. */
  readonly title?: string
  /** Whether the record is open beside the table. */
  readonly isOpen: boolean
  /** Whether the wide table has a second line below the name, too. */
  readonly hasTwoLines?: boolean
  readonly children: ReactNode
}

/** First cell of a row: the link that opens its record. */
export const RowLink = ({ to, title, isOpen, hasTwoLines = false, children }: HeaderProps) => (
  <th role="rowheader" scope="row" className="min-w-0 py-0.5 pr-2 font-normal max-lg:p-0 xl:pr-3">
    <Link
      to={to}
      title={title}
      aria-current={isOpen ? 'true' : undefined}
      className={`block rounded-lg text-left hover:bg-cocoa max-lg:min-h-14 max-lg:py-2 lg:flex lg:min-h-9 ${hasTwoLines ? 'lg:flex-col lg:justify-center' : 'lg:items-center'}`}
    >
      {children}
    </Link>
  </th>
)
