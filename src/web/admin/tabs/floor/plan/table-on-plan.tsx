import { memo } from 'react'
import { facesRight } from '#features/floor-plan/chart/rules.ts'
import type { VenueTable } from '#features/floor-plan/chart/schema.ts'
import type { TableNow } from '#features/reservation-management/floor/schema.ts'
import type { ShownParty } from '../../tonight/parties.ts'
import { shortTime, spokenTable } from '../floor-copy.ts'
import { shortName } from './short-name.ts'
import { STANDING_LOOKS, StandingSign } from '../standing-mark.tsx'

type Props = {
  readonly it: TableNow<ShownParty>
  /** The party can be dragged to another table. */
  readonly canDrag: boolean
  readonly isOver: boolean
  readonly onOpen: (tableId: string) => void
}

/** Font size of a name, and how far it may stand out of its table: neighbours are farther apart. */
const [NAME_SIZE, NAME_OUT] = [21, 10]
const COUNT_WIDTH = 1.6

/** Room for a name on a table, in parts of its font size. */
function nameRoom({ table: { width, height, rotation }, others }: Props['it']): number {
  const turn = (rotation / 180) * Math.PI
  const across = Math.abs(width * Math.cos(turn)) + Math.abs(height * Math.sin(turn))
  return (across + NAME_OUT) / NAME_SIZE - (others.length > 0 ? COUNT_WIDTH : 0)
}

/** A table of the plan: number, name and time upright, the state by outline, fill and sign. */
export const TableOnPlan = memo(function TableOnPlan({ it, canDrag, isOver, onOpen }: Props) {
  const { table, standing, party, others } = it
  const [x, y] = [table.width / 2, table.height / 2]
  const open = (): void => onOpen(table.id)
  return (
    <g
      role="button"
      tabIndex={0}
      data-table={table.id}
      data-standing={standing}
      aria-label={spokenTable(it)}
      transform={`translate(${table.positionX + x} ${table.positionY + y})`}
      className={`group/table outline-transparent ${canDrag ? 'cursor-grab' : 'cursor-pointer'}`}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return
        event.preventDefault()
        open()
      }}
    >
      {/* A target of 44 px also where the plan is small. */}
      <rect
        x={-Math.max(x, 40)}
        y={-Math.max(y, 40)}
        width={Math.max(x, 40) * 2}
        height={Math.max(y, 40) * 2}
        className="fill-transparent"
      />
      <g transform={table.rotation === 0 ? undefined : `rotate(${table.rotation})`}>
        <Shape table={table} className={STANDING_LOOKS[standing]} />
        {isOver ? <Shape table={table} by={7} className="fill-transparent stroke-cream stroke-[5]" /> : null}
        <Shape
          table={table}
          by={7}
          className="fill-transparent stroke-cream stroke-[4] opacity-0 group-focus-visible/table:opacity-100"
        />
      </g>
      <g className="pointer-events-none [text-anchor:middle]">
        <text y={party ? -11 : -1} className="fill-cream text-[25px] font-bold">
          {table.tableNumber}
        </text>
        {party ? (
          <text y="10" className="fill-cream text-[21px] font-semibold">
            <tspan className="[unicode-bidi:isolate]">{shortName(party.guestName, nameRoom(it))}</tspan>
            {others.length > 0 ? ` +${others.length}` : ''}
          </text>
        ) : null}
        <text y={party ? 30 : 23} className="fill-cream text-[20px] tabular-nums">
          {shortTime(it)}
        </text>
      </g>
      <g transform={`translate(${x - 15} ${-y - 9})`} className="pointer-events-none">
        <circle cx="12" cy="12" r="12" className="fill-night" />
        <StandingSign standing={standing} />
      </g>
    </g>
  )
})

type ShapeProps = { readonly table: VenueTable; readonly by?: number; readonly className: string }

/** Outline of a table about its middle. A booth has its back on the side of the wall. */
function Shape({ table, by = 0, className }: ShapeProps) {
  const [x, y] = [table.width / 2 + by, table.height / 2 + by]
  if (table.shape === 'round') return <ellipse rx={x} ry={y} className={className} />
  const back = facesRight(table) ? -x : x - 9
  return (
    <>
      <rect x={-x} y={-y} width={x * 2} height={y * 2} rx="12" className={className} />
      {table.shape === 'booth' && by === 0 ? (
        <rect x={back} y={-y} width="9" height={y * 2} rx="4" className="fill-dune" />
      ) : null}
    </>
  )
}
