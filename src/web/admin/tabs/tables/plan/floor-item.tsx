import { memo } from 'react'
import { middleOf, nameOf } from '#features/floor-plan/rules.ts'
import type { PlanItem } from '#features/floor-plan/schema.ts'
import { FurnitureDrawing } from '#features/floor-plan/chart/ui/drawing/furniture-drawing.tsx'
import { TableDrawing } from '#features/floor-plan/chart/ui/drawing/table-drawing.tsx'

type Props = {
  readonly item: PlanItem
  readonly isChosen: boolean
  readonly overlaps: boolean
  /** Minimum size of the touch target. */
  readonly least: number
}

/** A table or a piece of furniture, rendered as on the guests' chart, as one target for pointer and keyboard. */
export const FloorItem = memo(function FloorItem({ item, isChosen, overlaps, least }: Props) {
  const middle = middleOf(item)
  const [width, height] = [Math.max(item.width, least), Math.max(item.height, least)]
  return (
    <g
      role="button"
      tabIndex={0}
      data-item={item.id}
      aria-pressed={isChosen}
      aria-label={`${describe(item)}${overlaps ? ', overlaps' : ''}`}
      className="group/item cursor-grab touch-none outline-transparent active:cursor-grabbing"
    >
      {'kind' in item ? (
        <FurnitureDrawing piece={item} />
      ) : (
        <TableDrawing
          table={{ ...item, state: item.isAvailable ? 'available' : 'unavailable' }}
          partySize={null}
          radio={undefined}
        />
      )}
      <g transform={`translate(${middle.x} ${middle.y}) rotate(${item.rotation})`}>
        <rect x={-width / 2} y={-height / 2} width={width} height={height} className="fill-transparent" />
        <Outline
          item={item}
          by={6}
          look="opacity-0 stroke-cream stroke-[4] group-focus-visible/item:opacity-100"
        />
        {overlaps ? (
          <Outline item={item} by={2} look="stroke-rose stroke-[4] [stroke-dasharray:9_6]" />
        ) : null}
        {isChosen ? (
          <Outline item={item} by={3} look="stroke-brass stroke-[3.5] forced-colors:stroke-[Highlight]" />
        ) : null}
      </g>
    </g>
  )
})

const Outline = ({
  item,
  by,
  look,
}: {
  readonly item: PlanItem
  readonly by: number
  readonly look: string
}) => (
  <rect
    x={-item.width / 2 - by}
    y={-item.height / 2 - by}
    width={item.width + by * 2}
    height={item.height + by * 2}
    rx="10"
    className={`pointer-events-none fill-none ${look}`}
  />
)

const describe = (item: PlanItem): string =>
  'kind' in item ? `${nameOf(item)}, furniture` : `${nameOf(item)}, ${item.location}, seats ${item.maxGuests}`
