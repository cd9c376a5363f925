import { useId } from 'react'

export type Bar = {
  readonly key: string
  readonly label: string
  readonly value: number
  /** Cells of its row in the table below the chart. */
  readonly cells: readonly string[]
}

type Props = {
  readonly title: string
  readonly head: readonly string[]
  readonly bars: readonly Bar[]
  readonly format?: (value: number) => string
}

const HEIGHT = 120
const STEP = 24
const GAP = 6

/** Bar chart with its values as a table below, for screen readers and for exact figures. */
export function BarChart({ title, head, bars, format = String }: Props) {
  const id = useId()
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const width = Math.max(1, bars.length) * STEP
  const [first, last] = [bars[0], bars.at(-1)]
  return (
    <figure aria-labelledby={id} className="flex flex-col gap-2">
      <figcaption id={id} className="flex flex-wrap justify-between gap-x-4 text-sm text-sand">
        <span>{title}</span>
        <span>Most: {format(Math.max(0, ...bars.map(({ value }) => value)))}</span>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}. The figures are in the table that follows.`}
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-32 w-full border-b border-clay"
      >
        {bars.map(({ key, label, value }, i) => {
          const height = (value / most) * HEIGHT
          return (
            <rect
              key={key}
              x={i * STEP + GAP / 2}
              y={HEIGHT - height}
              width={STEP - GAP}
              height={height}
              className="fill-brass forced-colors:fill-[CanvasText]"
            >
              <title>{`${label}: ${format(value)}`}</title>
            </rect>
          )
        })}
      </svg>
      <p aria-hidden="true" className="flex justify-between text-xs text-dune">
        <span>{first?.label}</span>
        {last === first ? null : <span>{last?.label}</span>}
      </p>
      <details className="print:hidden">
        <summary className="flex min-h-11 w-fit items-center text-sm text-brass">Show as a table</summary>
        <table className="w-full text-left text-sm tabular-nums">
          <caption className="sr-only">{title}</caption>
          <thead>
            <tr className="border-b border-clay text-sand">
              {head.map((word) => (
                <th key={word} scope="col" className="py-1 pr-3">
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bars.map(({ key, cells: [name, ...rest] }) => (
              <tr key={key} className="border-b border-bark">
                <th scope="row" className="py-1 pr-3 font-normal">
                  {name}
                </th>
                {rest.map((cell, column) => (
                  <td key={head[column + 1]} className="py-1 pr-3">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  )
}
