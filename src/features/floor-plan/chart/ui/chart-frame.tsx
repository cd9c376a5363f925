import { type RefObject, useState } from 'react'
import type { SeatingChart } from '../schema.ts'
import { FloorPlan } from './floor-plan.tsx'
import type { FloorView } from './floor-view.ts'

/** Part of the chart that phones show at once: those narrower than most, and others. */
const OPENINGS = [
  { share: 0.3, shownOn: '@min-[22.2rem]:hidden' },
  { share: 0.37, shownOn: '@max-[22.2rem]:hidden' },
] as const

type Props = {
  readonly frame: RefObject<HTMLDivElement | null>
  /** The frame's first middle as a share of the chart's width, for the share that the frame shows. */
  readonly centreOf: (frameShare: number) => number
  readonly chart: SeatingChart
  readonly view: FloorView
}

/** The scrolling frame of the chart. On phones the chart is wider, so that tables stay legible and large enough to touch. */
export function ChartFrame({ frame, centreOf, chart, view }: Props) {
  // A live update moves no chart under the guest's finger, so the first places stay.
  const [places] = useState(() => OPENINGS.map((it) => ({ ...it, centre: centreOf(it.share) })))
  return (
    <div
      ref={frame}
      role="region"
      aria-label="Seating chart, scrolls sideways"
      tabIndex={0}
      className="relative flex h-[calc(max(25rem,41.667cqi)+0.5rem)] overflow-auto rounded-card bg-ember [scrollbar-color:var(--color-clay)_transparent] [scrollbar-width:thin]"
    >
      {places.map(({ share, shownOn, centre }) => (
        <OpeningPlace key={share} centre={centre} className={shownOn} />
      ))}
      <FloorPlan
        chart={chart}
        view={view}
        className="m-auto block aspect-12/5 w-[calc(max(100%,60rem)*var(--zoom,1))] shrink-0"
      />
    </div>
  )
}

type PlaceProps = { readonly centre: number; readonly className: string }

/**
 * The browser itself opens the chart here, before its script comes and without it. The width of an image places the
 * target, because the content security policy allows no style attributes.
 */
const OpeningPlace = ({ centre, className }: PlaceProps) => (
  <span
    aria-hidden="true"
    className={`pointer-events-none absolute flex h-px w-[max(100%,60rem)] overflow-clip ${className}`}
  >
    <svg width={`${(centre * 100).toFixed(2)}%`} height="1" className="shrink-0" />
    <span className="-ml-[50cqi] w-[100cqi] shrink-0 [scroll-initial-target:nearest]" />
  </span>
)
