import { formatUsdShort } from '#lib/money.ts'
import { describeTable, facesRight } from '../rules.ts'
import type { ChartTable, TableState, Zone } from '../schema.ts'
import {
  banquettePath,
  boothTable,
  type Chair,
  chairsAlongSides,
  chairsInRing,
  type Half,
  seamPath,
} from './table-shapes.ts'

const TOP: Record<TableState, string> = {
  available: 'fill-bark stroke-brass stroke-[2.5]',
  reserved: 'fill-night stroke-clay stroke-[1.5]',
  unavailable: 'fill-transparent stroke-dune stroke-[1.5] [stroke-dasharray:5_5]',
}
const SEAT: Record<TableState, string> = {
  available: 'fill-brass-deep',
  reserved: 'fill-clay',
  unavailable: 'fill-transparent stroke-clay [stroke-dasharray:3_3]',
}
const VELVET: Record<Zone, { readonly fill?: string; readonly className: string }> = {
  'Left Green Vip': { fill: 'url(#floor-green)', className: 'stroke-teal-light/70 stroke-[1.5]' },
  'Right Red Vip': { fill: 'url(#floor-red)', className: 'stroke-rose/70 stroke-[1.5]' },
  'Floor Seating': { className: 'fill-clay stroke-dune/70 stroke-[1.5]' },
}
const VELVET_STATE: Record<TableState, string> = {
  available: '',
  reserved: 'opacity-40',
  unavailable: 'opacity-20',
}

/** One table in its place on the floor. Its name says all that the drawing says. */
export function TableDrawing({ table }: { table: ChartTable }) {
  const half = { x: table.width / 2, y: table.height / 2 }
  const turn = table.rotation === 0 ? '' : ` rotate(${table.rotation})`
  return (
    <g
      role="img"
      transform={`translate(${table.positionX + half.x} ${table.positionY + half.y})${turn}`}
      data-table={table.tableNumber}
      data-state={table.state}
    >
      <title>{describeTable(table)}</title>
      {table.state === 'available' ? (
        <circle r={Math.max(half.x, half.y) * 1.45} fill="url(#floor-glow)" />
      ) : null}
      {table.shape === 'booth' ? (
        <Booth table={table} half={half} />
      ) : (
        <Freestanding table={table} half={half} />
      )}
    </g>
  )
}

type Drawn = { readonly table: ChartTable; readonly half: Half }

function Booth({ table, half }: Drawn) {
  const { state } = table
  const top = boothTable(half)
  const direction = facesRight(table) ? 1 : -1
  const middle = (top.x + top.width / 2) * direction
  return (
    <>
      <g transform={direction === 1 ? undefined : 'scale(-1 1)'}>
        <g className={VELVET_STATE[state]}>
          <path d={banquettePath(half)} className="fill-night" />
          <path d={banquettePath(half)} {...VELVET[table.location]} />
          <path d={seamPath(half)} className="stroke-night/60 stroke-2" />
        </g>
        <rect {...top} rx="9" className={TOP[state]} />
        {state === 'reserved' ? <rect {...top} rx="9" fill="url(#floor-hatch)" /> : null}
      </g>
      <g transform={`translate(${middle} 0)`}>
        <Strike state={state} half={{ x: top.width / 2 + 1, y: half.y - 9 }} />
        <Writing table={table} />
      </g>
    </>
  )
}

function Freestanding({ table, half }: Drawn) {
  const { state } = table
  const isRound = table.shape === 'round'
  const chairs = isRound ? chairsInRing(table) : chairsAlongSides(table)
  const outline = (look: { className?: string; fill?: string }) =>
    isRound ? (
      <ellipse rx={half.x - 3} ry={half.y - 3} {...look} />
    ) : (
      <rect x={3 - half.x} y={3 - half.y} width={half.x * 2 - 6} height={half.y * 2 - 6} rx="10" {...look} />
    )
  const reach = isRound ? 0.71 : 0.9
  return (
    <>
      <Chairs chairs={chairs} state={state} />
      {outline({ className: TOP[state] })}
      {state === 'reserved' ? outline({ fill: 'url(#floor-hatch)' }) : null}
      <Strike state={state} half={{ x: (half.x - 3) * reach, y: (half.y - 3) * reach }} />
      <Writing table={table} />
    </>
  )
}

const Chairs = ({ chairs, state }: { chairs: readonly Chair[]; state: TableState }) =>
  chairs.map(({ x, y, turn }) => (
    <rect
      key={`${x} ${y}`}
      x="-11"
      y="-6"
      width="22"
      height="12"
      rx="5"
      transform={`translate(${x} ${y}) rotate(${turn})`}
      className={SEAT[state]}
    />
  ))

/** A cross over what somebody has, a single stroke through what is not for sale. */
function Strike({ state, half: { x, y } }: { state: TableState; half: Half }) {
  if (state === 'available') return null
  const cross = state === 'reserved' ? `M${-x} ${-y}L${x} ${y}` : ''
  return (
    <path d={`${cross}M${-x} ${y}L${x} ${-y}`} className="stroke-dune stroke-[2.5] [stroke-linecap:round]" />
  )
}

/** The number and the price stay upright however the table is turned, and legible on a cross. */
function Writing({ table }: { table: ChartTable }) {
  const isOpen = table.state === 'available'
  const look = `[text-anchor:middle] font-semibold [paint-order:stroke] ${isOpen ? '' : 'stroke-night stroke-[6]'}`
  return (
    <g transform={table.rotation === 0 ? undefined : `rotate(${-table.rotation})`}>
      <text y="-1" className={`text-[21px] ${look} ${isOpen ? 'fill-cream' : 'fill-sand'}`}>
        {table.tableNumber}
      </text>
      <text y="16" className={`text-[15px] ${look} ${isOpen ? 'fill-brass' : 'fill-dune'}`}>
        {formatUsdShort(table.reservationPriceCents)}
      </text>
    </g>
  )
}
