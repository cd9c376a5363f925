import { Icon, type IconName } from '#ui/icon.tsx'
import type { Zoom } from './use-zoom.ts'

/** Buttons for each touch gesture of the chart (WCAG 2.5.1). */
export const ChartControls = ({
  zoom: { zoom, canGrow, canShrink, grow, shrink, reset, pan },
}: {
  zoom: Omit<Zoom, 'frame'>
}) => (
  <div className="ml-auto flex flex-wrap gap-x-3 gap-y-2 noscript:hidden">
    <div role="group" aria-label="Move the chart" className="flex flex-wrap gap-1">
      <ChartButton icon="left" label="Move left" isOn={canShrink} onClick={() => pan(-1, 0)} />
      <ChartButton icon="right" label="Move right" isOn={canShrink} onClick={() => pan(1, 0)} />
      <ChartButton icon="left" turn="rotate-90" label="Move up" isOn={zoom > 1} onClick={() => pan(0, -1)} />
      <ChartButton
        icon="right"
        turn="rotate-90"
        label="Move down"
        isOn={zoom > 1}
        onClick={() => pan(0, 1)}
      />
    </div>
    <div role="group" aria-label="Zoom the chart" className="flex flex-wrap gap-1">
      <ChartButton icon="minus" label="Zoom out" isOn={canShrink} onClick={shrink} />
      <ChartButton icon="plus" label="Zoom in" isOn={canGrow} onClick={grow} />
      <ChartButton label="Reset zoom" isOn={zoom !== 1} onClick={reset} />
    </div>
  </div>
)

type ChartButtonProps = {
  readonly label: string
  readonly icon?: IconName
  readonly turn?: string
  readonly isOn: boolean
  readonly onClick: () => void
}

/** Keeps a disabled button in the tab order: a button that disappears on activation would lose the focus. */
const ChartButton = ({ label, icon, turn = '', isOn, onClick }: ChartButtonProps) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={!isOn}
    onClick={isOn ? onClick : undefined}
    className="inline-flex h-11 min-w-11 items-center justify-center rounded-xl border border-clay bg-cocoa px-2.5 text-sm font-semibold text-cream hover:border-brass aria-disabled:cursor-default aria-disabled:border-bark aria-disabled:text-dune/70"
  >
    {icon ? <Icon name={icon} className={`size-5 ${turn}`} /> : 'Reset'}
  </button>
)
