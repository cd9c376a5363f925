import { useRef } from 'react'
import { tablesByZone } from '#features/floor-plan/chart/rules.ts'
import { FLOOR_HEIGHT, FLOOR_WIDTH, type VenueTable } from '#features/floor-plan/chart/schema.ts'
import { Room, SvgDefs, ZoneBackground } from '#features/floor-plan/chart/ui/drawing/floor-background.tsx'
import { FurnitureDrawing, inDrawingOrder } from '#features/floor-plan/chart/ui/drawing/furniture-drawing.tsx'
import type { Floor, TableNow } from '#features/reservation-management/floor/schema.ts'
import type { ShownParty } from '../../tonight/parties.ts'
import { TableOnPlan } from './table-on-plan.tsx'
import { useTableDrag } from './use-table-drag.ts'

type Props = {
  readonly floor: Floor
  readonly tables: readonly TableNow<ShownParty>[]
  readonly canEdit: boolean
  readonly onOpen: (tableId: string) => void
  readonly onDrop: (from: string, to: string) => void
}

/** The room seen from above. A party is dragged from its table to another one; a tap opens the table. */
export function FloorPlan({ floor, tables, canEdit, onOpen, onDrop }: Props) {
  const partyAt = (id: string): ShownParty | null =>
    tables.find(({ table }) => table.id === id)?.party ?? null
  const svg = useRef<SVGSVGElement>(null)
  const { drag, handlers } = useTableDrag({
    svg,
    tables: floor.tables,
    canDrag: (id) => canEdit && partyAt(id) !== null,
    onDrop,
  })
  const dragged = drag && partyAt(drag.from)
  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${FLOOR_WIDTH} ${FLOOR_HEIGHT}`}
      role="group"
      aria-label="Floor plan"
      className="m-auto block aspect-12/5 w-full min-w-[40rem] select-none [-webkit-touch-callout:none]"
      {...handlers}
    >
      <SvgDefs />
      <Room />
      {tablesByZone(floor.tables).map((group) => (
        <g key={group.zone}>
          <ZoneBackground zone={group.zone} tables={group.tables} />
          <ServerSign
            tables={group.tables}
            furniture={floor.furniture}
            name={floor.servers.find(({ zone }) => zone === group.zone)?.name ?? ''}
          />
        </g>
      ))}
      <g className="opacity-45">
        {inDrawingOrder(floor.furniture).map((piece) => (
          <FurnitureDrawing key={piece.id} piece={piece} />
        ))}
      </g>
      {tables.map((it) => (
        <TableOnPlan
          key={it.table.id}
          it={it}
          canDrag={canEdit && it.party !== null}
          isOver={drag?.over === it.table.id}
          onOpen={onOpen}
        />
      ))}
      {drag && dragged ? (
        <g transform={`translate(${drag.at.x} ${drag.at.y})`} className="pointer-events-none">
          <rect x="-80" y="-62" width="160" height="38" rx="19" className="fill-brass" />
          <text y="-36" className="fill-night text-[21px] font-bold [text-anchor:middle]">
            {dragged.guestName.slice(0, 14)}
          </text>
        </g>
      ) : null}
    </svg>
  )
}

type SignProps = {
  readonly tables: readonly VenueTable[]
  readonly furniture: Floor['furniture']
  readonly name: string
}

const CHARACTER = { width: 10, height: 24 } as const

/** Name of the server below the tables of a zone, beside furniture that stands there with a name of its own. */
function ServerSign({ tables, furniture, name }: SignProps) {
  if (name === '') return null
  const left = Math.min(...tables.map((it) => it.positionX))
  const right = Math.max(...tables.map((it) => it.positionX + it.width))
  const bottom = Math.max(...tables.map((it) => it.positionY + it.height))
  const half = (name.length * CHARACTER.width) / 2
  const y = Math.min(bottom + 50, FLOOR_HEIGHT - 14)
  const coveredAt = (x: number) =>
    furniture.filter(
      (it) =>
        it.positionX < x + half &&
        x - half < it.positionX + it.width &&
        it.positionY < y + 6 &&
        y - CHARACTER.height < it.positionY + it.height,
    )
  const middle = (left + right) / 2
  const beside = coveredAt(middle).flatMap((it) => [
    it.positionX + it.width + half + CHARACTER.width,
    it.positionX - half - CHARACTER.width,
  ])
  const x = [middle, ...beside].find(
    (it) => it >= half && it <= FLOOR_WIDTH - half && coveredAt(it).length === 0,
  )
  return (
    <text x={x ?? middle} y={y} className="fill-cream text-[19px] [text-anchor:middle]">
      {name}
    </text>
  )
}
