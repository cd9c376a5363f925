import type { TableState } from '../schema.ts'

const WORDS: readonly { readonly state: TableState; readonly word: string }[] = [
  { state: 'available', word: 'Available' },
  { state: 'reserved', word: 'Reserved or held by the house' },
  { state: 'unavailable', word: 'Unavailable' },
]

const DISC: Record<TableState, string> = {
  available: 'fill-bark stroke-brass stroke-2',
  reserved: 'fill-night stroke-clay',
  unavailable: 'fill-transparent stroke-dune [stroke-dasharray:3_3]',
}
const STROKES: Record<TableState, string> = {
  available: '',
  reserved: 'M7 7l10 10M17 7L7 17',
  unavailable: 'M17 7L7 17',
}

/** The sign of a state, small: the same in the legend and in the list. */
export const StateMark = ({ state }: { state: TableState }) => (
  <svg viewBox="0 0 24 24" className="size-6 shrink-0" aria-hidden="true">
    <circle cx="12" cy="12" r="10" className={DISC[state]} />
    <path d={STROKES[state]} className="stroke-dune stroke-2" />
    {state === 'available' ? <circle cx="12" cy="12" r="3.500" className="fill-brass" /> : null}
  </svg>
)

export const ChartLegend = () => (
  <ul aria-label="Legend" className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-sand">
    {WORDS.map(({ state, word }) => (
      <li key={state} className="flex items-center gap-2">
        <StateMark state={state} />
        {word}
      </li>
    ))}
  </ul>
)
