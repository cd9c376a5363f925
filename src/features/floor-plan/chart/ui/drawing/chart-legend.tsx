import type { ViewState } from '#features/floor-plan/chart/schema.ts'
import { StateMark } from './state-mark.tsx'

const COPY: readonly { readonly state: ViewState; readonly label: string; readonly isForChoosing?: true }[] =
  [
    { state: 'available', label: 'Available', isForChoosing: true },
    { state: 'selected', label: 'Selected', isForChoosing: true },
    { state: 'yours', label: 'Yours', isForChoosing: true },
    { state: 'held', label: 'Held by another guest', isForChoosing: true },
    { state: 'reserved', label: 'Reserved or held by the house' },
    { state: 'too_small', label: 'Too small for your party', isForChoosing: true },
    { state: 'unavailable', label: 'Unavailable' },
  ]

/** Legend of the chart's table states. Where no table can be chosen, it leaves out the states of a choosing guest. */
export const ChartLegend = ({ canChoose }: { canChoose: boolean }) => (
  <ul aria-label="Legend" className="flex flex-wrap gap-x-6 gap-y-2 text-sm text-sand">
    {COPY.filter((it) => canChoose || !it.isForChoosing).map(({ state, label }) => (
      <li key={state} className="flex items-center gap-2">
        <StateMark state={state} />
        {label}
      </li>
    ))}
  </ul>
)
