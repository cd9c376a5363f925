import type { RefObject } from 'react'
import type { SeatingChart } from '../schema.ts'
import { FloorPlan } from './floor-plan.tsx'
import type { FloorView } from './floor-view.ts'

/** Part of the chart that a phone shows at once. */
export const PHONE_SHARE = 0.37

type Props = {
  readonly frame: RefObject<HTMLDivElement | null>
  /** The frame's first middle as a share of the chart's width. */
  readonly centre: number
  readonly chart: SeatingChart
  readonly view: FloorView
}

/** The scrolling frame of the chart. On phones the chart is wider, so that tables stay legible and large enough to touch. */
export const ChartFrame = ({ frame, centre, chart, view }: Props) => (
  <div
    ref={frame}
    role="region"
    aria-label="Seating chart, scrolls sideways"
    tabIndex={0}
    className="relative flex h-[calc(max(25rem,41.667cqi)+0.5rem)] overflow-auto rounded-card bg-ember [scrollbar-color:var(--color-clay)_transparent] [scrollbar-width:thin]"
  >
    <OpeningPlace centre={centre} />
    <FloorPlan
      chart={chart}
      view={view}
      className="m-auto block aspect-12/5 w-[calc(max(100%,60rem)*var(--zoom,1))] shrink-0"
    />
  </div>
)

/**
 * The browser itself opens the chart here, before its script comes and without it. The width of an image places the
 * target, because the content security policy allows no style attributes.
 */
const OpeningPlace = ({ centre }: { centre: number }) => (
  <span
    aria-hidden="true"
    className="pointer-events-none absolute flex h-px w-[max(100%,60rem)] overflow-clip"
  >
    <svg width={`${(centre * 100).toFixed(2)}%`} height="1" className="shrink-0" />
    <span className="-ml-[50cqi] w-[100cqi] shrink-0 [scroll-initial-target:nearest]" />
  </span>
)
