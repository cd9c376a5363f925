import type { ViewState } from '#features/floor-plan/chart/schema.ts'

/** Maps the chart's colours to system colours in forced-colors mode. */
export const FORCED_COLOURS = [
  'forced-color-adjust-none',
  'forced-colors:[--color-night:Canvas] forced-colors:[--color-ember:Canvas] forced-colors:[--color-cocoa:Canvas]',
  'forced-colors:[--color-bark:Canvas] forced-colors:[--color-teal:Canvas] forced-colors:[--color-burgundy:Canvas]',
  'forced-colors:[--color-clay:GrayText] forced-colors:[--color-brass-deep:GrayText]',
  'forced-colors:[--color-terracotta:GrayText] forced-colors:[--color-dune:CanvasText]',
  'forced-colors:[--color-sand:CanvasText] forced-colors:[--color-cream:CanvasText]',
  'forced-colors:[--color-brass:CanvasText] forced-colors:[--color-teal-light:CanvasText]',
  'forced-colors:[--color-rose:CanvasText]',
].join(' ')

const DISC: Record<ViewState, string> = {
  available: 'fill-bark stroke-brass stroke-2',
  selected: 'fill-brass stroke-cream stroke-2',
  yours: 'fill-bark stroke-teal-light stroke-2',
  held: 'fill-night stroke-dune',
  reserved: 'fill-night stroke-clay',
  too_small: 'fill-transparent stroke-dune stroke-2 [stroke-dasharray:0_5] [stroke-linecap:round]',
  unavailable: 'fill-transparent stroke-dune [stroke-dasharray:3_3]',
}

const SIGN: Record<ViewState, string> = {
  available: 'M12 10v4M10 12h4',
  selected: 'm7 12.5 3.500 3.500 6.500-8',
  yours: 'M9 7h6v10l-3-3-3 3z',
  held: 'M12 7v5l3.500 2',
  reserved: 'M7 7l10 10M17 7L7 17',
  too_small: 'M8.500 12h7',
  unavailable: 'M17 7L7 17',
}
const INK: Record<ViewState, string> = {
  available: 'stroke-brass',
  selected: 'fill-transparent stroke-night',
  yours: 'fill-teal-light stroke-teal-light',
  held: 'fill-transparent stroke-sand',
  reserved: 'stroke-dune',
  too_small: 'stroke-dune',
  unavailable: 'stroke-dune',
}

/** Icon of a table state in a 24 by 24 box, used in legend, list and chart. */
export const StateSign = ({ state }: { state: ViewState }) => (
  <>
    <circle cx="12" cy="12" r="10" className={DISC[state]} />
    <path d={SIGN[state]} className={`stroke-2 ${INK[state]}`} />
  </>
)

export const StateMark = ({ state }: { state: ViewState }) => (
  <svg viewBox="0 0 24 24" className={`size-6 shrink-0 ${FORCED_COLOURS}`} aria-hidden="true">
    <StateSign state={state} />
  </svg>
)
