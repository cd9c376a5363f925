import { summariseChart, tablesByZone } from '../rules.ts'
import { FLOOR_HEIGHT, FLOOR_WIDTH, type SeatingChart } from '../schema.ts'
import { SvgDefs, Room, ZoneBackground } from './drawing/floor-background.tsx'
import { FurnitureDrawing, inDrawingOrder } from './drawing/furniture-drawing.tsx'
import type { FloorView } from './floor-view.ts'
import { FORCED_COLOURS } from './drawing/state-mark.tsx'
import { TableDrawing } from './drawing/table-drawing.tsx'

type Props = { readonly chart: SeatingChart; readonly view: FloorView; readonly className: string }

/** Top view of the room in its 1200 by 500 coordinate space. */
export function FloorPlan({ chart, view: { tables, partySize, radios }, className }: Props) {
  const { total, counts } = summariseChart(chart.tables)
  return (
    <svg
      viewBox={`0 0 ${FLOOR_WIDTH} ${FLOOR_HEIGHT}`}
      role="group"
      className={`${className} ${FORCED_COLOURS}`}
    >
      <title>Seating chart</title>
      <desc>
        {`${total} tables: ${counts.available} available, ${counts.reserved} reserved, ${counts.held} held by guests who are paying, ${counts.unavailable} unavailable.`}
      </desc>
      <SvgDefs />
      <Room />
      {tablesByZone(chart.tables).map((group) => (
        <ZoneBackground key={group.zone} zone={group.zone} tables={group.tables} />
      ))}
      {inDrawingOrder(chart.furniture).map((piece) => (
        <FurnitureDrawing key={piece.id} piece={piece} />
      ))}
      <g {...radios?.group}>
        {tablesByZone(tables)
          .flatMap((group) => group.tables)
          .map((table) => (
            <TableDrawing
              key={table.id}
              table={table}
              partySize={partySize}
              radio={radios?.radioFor(table)}
            />
          ))}
      </g>
    </svg>
  )
}
