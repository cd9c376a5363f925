import { middleOf } from '#features/floor-plan/rules.ts'
import type { PlanItem } from '#features/floor-plan/schema.ts'
import { FLOOR_HEIGHT, FLOOR_WIDTH } from '#features/floor-plan/chart/schema.ts'

const OFF_PX = 13
const TURN_PX = 40
const TOUCH_PX = 22
const CORNERS = [
  { x: -1, y: -1, look: 'cursor-nwse-resize' },
  { x: 1, y: -1, look: 'cursor-nesw-resize' },
  { x: 1, y: 1, look: 'cursor-nwse-resize' },
  { x: -1, y: 1, look: 'cursor-nesw-resize' },
] as const

/** Resize and rotation handles of the selected item. Keyboard users have the number fields of the inspector. */
export function FloorHandles({ item, unit }: { readonly item: PlanItem; readonly unit: number }) {
  const middle = middleOf(item)
  const [x, y] = [item.width / 2 + OFF_PX * unit, item.height / 2 + OFF_PX * unit]
  const reach = item.height / 2 + TURN_PX * unit
  const up = turnsUpwards(item, reach) ? -1 : 1
  return (
    <g transform={`translate(${middle.x} ${middle.y}) rotate(${item.rotation})`} aria-hidden="true">
      <path d={`M0 ${(up * item.height) / 2}V${up * reach}`} className="stroke-brass stroke-2" />
      <g
        data-handle={`turn ${up}`}
        transform={`translate(0 ${up * reach}) scale(${unit})`}
        className="cursor-grab touch-none"
      >
        <circle r={TOUCH_PX} className="fill-transparent" />
        <circle r="11" className="fill-night stroke-brass stroke-[2.5]" />
        <path d="M-4.500-2.500A5 5 0 1 1-3.500 3.500M-5-6v4h4" className="fill-none stroke-brass stroke-2" />
      </g>
      {CORNERS.map((corner) => (
        <g
          key={`${corner.x} ${corner.y}`}
          data-handle={`resize ${corner.x} ${corner.y}`}
          transform={`translate(${corner.x * x} ${corner.y * y}) scale(${unit})`}
          className={`touch-none ${corner.look}`}
        >
          <circle r={TOUCH_PX} className="fill-transparent" />
          <rect x="-7" y="-7" width="14" height="14" rx="3" className="fill-brass stroke-night stroke-2" />
        </g>
      ))}
    </g>
  )
}

/** Whether the rotation handle fits into the room above the item. */
function turnsUpwards(item: PlanItem, reach: number): boolean {
  const { x, y } = middleOf(item)
  const turn = (item.rotation * Math.PI) / 180
  const [tipX, tipY] = [x + Math.sin(turn) * reach, y - Math.cos(turn) * reach]
  return tipX > 0 && tipX < FLOOR_WIDTH && tipY > 0 && tipY < FLOOR_HEIGHT
}
