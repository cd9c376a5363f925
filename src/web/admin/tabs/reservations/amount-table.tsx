import { formatUsd } from '#lib/money.ts'

type Props = {
  readonly heads: readonly string[]
  readonly rows: readonly {
    readonly label: string
    readonly cells: readonly (number | string)[]
  }[]
}

/** Facts and amounts of a reservation before and after a change, side by side. Numbers are cents. */
export const AmountTable = ({ heads, rows }: Props) => (
  <table className="w-full text-left">
    <thead className="text-sm text-sand">
      <tr>
        <th scope="col">
          <span className="sr-only">Fact</span>
        </th>
        {heads.map((head) => (
          <th key={head} scope="col" className="min-w-18 py-1 pl-3 text-right font-semibold wrap-anywhere">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ label, cells }) => (
        <tr key={label} className="align-top tabular-nums">
          <th scope="row" className="py-1 font-normal text-sand">
            {label}
          </th>
          {cells.map((cell, index) => (
            <td
              // oxlint-disable-next-line react/no-array-index-key -- the columns never change their order
              key={index}
              className={`py-1 pl-3 text-right ${index === cells.length - 1 && cell !== cells[0] ? 'font-semibold text-brass' : ''}`}
            >
              {typeof cell === 'number' ? formatUsd(cell) : cell}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
