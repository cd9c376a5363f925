import type { ViewState } from '#features/floor-plan/chart/schema.ts'
import { StateMark } from './state-mark.tsx'

const COPY: readonly { readonly state: ViewState; readonly word: string; readonly isForGuests?: true }[] = [
  { state: 'available', word: 'Available', isForGuests: true },
  { state: 'selected', word: 'Selected', isForGuests: true },
  { state: 'yours', word: 'Held by you', isForGuests: true },
  { state: 'held', word: 'Held by another guest', isForGuests: true },
  { state: 'reserved', word: 'Reserved or held by the house' },
  { state: 'too_small', word: 'Too small for your party', isForGuests: true },
  { state: 'unavailable', word: 'Unavailable' },
]

/** Legend of the chart's table states. Where no table can be chosen, it leaves out the states of a choosing guest. */
export const ChartLegend = ({ canChoose }: { canChoose: boolean }) => (
  <ul aria-label="Legend" className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-sand">
    {COPY.filter((it) => canChoose || !it.isForGuests).map(({ state, word }) => (
      <li key={state} className="flex items-center gap-2">
        <StateMark state={state} />
        {word}
      </li>
    ))}
  </ul>
)
