import type { SeatingChart as Chart } from '../schema.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { ChartLegend } from './chart-legend.tsx'
import { FloorPlan } from './floor-plan.tsx'
import { TableList } from './table-list.tsx'
import { useZoom } from './use-zoom.ts'

/** The floor on one night: drawn, explained, and told again as a list. */
export function SeatingChart({ chart }: { chart: Chart }) {
  return (
    <div className="@container flex flex-col gap-5">
      <ChartFrame chart={chart} />
      <TableList tables={chart.tables} />
    </div>
  )
}

/** On a phone the plan is wider than the screen and starts at a size that can be read and touched. */
function ChartFrame({ chart }: { chart: Chart }) {
  const { frame, zoom, canGrow, canShrink, grow, shrink, reset } = useZoom()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <ChartLegend />
        <div role="group" aria-label="Zoom the chart" className="flex items-center gap-2 noscript:hidden">
          <ZoomButton icon="minus" label="Zoom out" isOn={canShrink} onClick={shrink} />
          <ZoomButton icon="plus" label="Zoom in" isOn={canGrow} onClick={grow} />
          <ZoomButton label="Reset" isOn={zoom !== 1} onClick={reset} />
          <p className="ml-2 text-sm text-dune lg:hidden">Swipe to see the whole room</p>
        </div>
      </div>
      <div
        ref={frame}
        role="region"
        aria-label="Seating chart, scrolls sideways"
        tabIndex={0}
        className="flex h-[calc(max(25rem,41.667cqi)+0.5rem)] overflow-auto rounded-card bg-ember [scrollbar-color:var(--color-clay)_transparent] [scrollbar-width:thin]"
      >
        <FloorPlan
          chart={chart}
          className="m-auto block aspect-12/5 w-[calc(max(100%,60rem)*var(--zoom,1))] shrink-0"
        />
      </div>
    </>
  )
}

type ZoomButtonProps = {
  readonly label: string
  readonly icon?: IconName
  readonly isOn: boolean
  readonly onClick: () => void
}

/** Stays in the tab order at the end of its range: a button that vanishes under the finger loses the place. */
const ZoomButton = ({ label, icon, isOn, onClick }: ZoomButtonProps) => (
  <button
    type="button"
    aria-label={icon ? label : 'Reset zoom'}
    aria-disabled={!isOn}
    onClick={isOn ? onClick : undefined}
    className="inline-flex h-11 min-w-11 items-center justify-center rounded-xl border border-clay bg-cocoa px-2.5 text-sm font-semibold text-cream hover:border-brass aria-disabled:cursor-default aria-disabled:border-bark aria-disabled:text-dune/70"
  >
    {icon ? <Icon name={icon} /> : label}
  </button>
)
