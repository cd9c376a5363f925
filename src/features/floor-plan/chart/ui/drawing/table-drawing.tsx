import { describeTable, facesRight, priceText } from '#features/floor-plan/chart/rules.ts'
import type { ViewState, ViewTable } from '#features/floor-plan/chart/schema.ts'
import type { Zone } from '#features/venue/schema.ts'
import { StateSign } from './state-mark.tsx'
import {
  banquettePath,
  boothTable,
  type Chair,
  chairsAlongSides,
  chairsInRing,
  type Half,
  seamPath,
} from './table-shapes.ts'
import type { RadioProps } from '../use-table-radios.ts'

const TOP: Record<ViewState, string> = {
  available: 'fill-bark stroke-brass stroke-[2.5] group-hover/table:fill-clay',
  selected: 'fill-brass stroke-cream stroke-[4]',
  yours: 'fill-bark stroke-teal-light stroke-[4]',
  held: 'fill-night stroke-dune stroke-[1.5]',
  reserved: 'fill-night stroke-clay stroke-[1.5]',
  too_small: 'fill-transparent stroke-dune stroke-[3] [stroke-dasharray:0_8] [stroke-linecap:round]',
  unavailable: 'fill-transparent stroke-dune stroke-[1.5] [stroke-dasharray:5_5]',
}
const SEAT: Record<ViewState, string> = {
  available: 'fill-brass-deep',
  selected: 'fill-brass',
  yours: 'fill-teal-light',
  held: 'fill-clay',
  reserved: 'fill-clay',
  too_small: 'fill-transparent stroke-clay',
  unavailable: 'fill-transparent stroke-clay [stroke-dasharray:3_3]',
}
const VELVET: Record<Zone, { readonly fill?: string; readonly className: string }> = {
  'Left Green Vip': { fill: 'url(#floor-green)', className: 'stroke-teal-light/70 stroke-[1.5]' },
  'Right Red Vip': { fill: 'url(#floor-red)', className: 'stroke-rose/70 stroke-[1.5]' },
  'Floor Seating': { className: 'fill-clay stroke-dune/70 stroke-[1.5]' },
}
const VELVET_STATE: Record<ViewState, string> = {
  available: '',
  selected: '',
  yours: '',
  held: 'opacity-40',
  reserved: 'opacity-40',
  too_small: 'opacity-20',
  unavailable: 'opacity-20',
}

type Props = {
  readonly table: ViewTable
  readonly partySize: number | null
  /** Radio props that make the table selectable; undefined renders a plain image. */
  readonly radio: RadioProps | undefined
}

/** One table on the chart. Its accessible name carries everything the drawing shows. */
export function TableDrawing({ table, partySize, radio }: Props) {
  const half = { x: table.width / 2, y: table.height / 2 }
  const turn = table.rotation === 0 ? '' : ` rotate(${table.rotation})`
  const drawing = (
    <>
      <title>{describeTable(table, partySize)}</title>
      {table.state === 'available' ? (
        <circle r={Math.max(half.x, half.y) * 1.45} fill="url(#floor-glow)" className="pointer-events-none" />
      ) : null}
      {table.shape === 'booth' ? (
        <Booth table={table} half={half} />
      ) : (
        <Freestanding table={table} half={half} />
      )}
      <Badge table={table} half={half} />
    </>
  )
  return (
    <g
      transform={`translate(${table.positionX + half.x} ${table.positionY + half.y})${turn}`}
      data-state={table.state}
    >
      {table.state === 'available' ? (
        <circle r={Math.max(half.x, half.y) * 1.45} fill="url(#floor-glow)" className="pointer-events-none" />
      ) : null}
      {radio ? (
        <a
          {...radio}
          className="group/table cursor-pointer outline-transparent aria-disabled:cursor-not-allowed"
        >
          {drawing}
          <HitArea half={half} />
        </a>
      ) : (
        <g role="img">{drawing}</g>
      )}
    </g>
  )
}

/** Makes the whole table clickable, gaps between its chairs included, and draws the focus ring around it. */
const HitArea = ({ half: { x, y } }: { half: Half }) => (
  <>
    <rect x={-x} y={-y} width={x * 2} height={y * 2} className="fill-transparent" />
    <rect
      x={-x - 7}
      y={-y - 7}
      width={x * 2 + 14}
      height={y * 2 + 14}
      rx="12"
      className="pointer-events-none fill-transparent stroke-cream stroke-[4] opacity-0 group-focus-visible/table:opacity-100 forced-colors:stroke-[Highlight]"
    />
  </>
)

const WITH_BADGE: readonly ViewState[] = ['selected', 'yours', 'held']

/** Upright state icon at the table's corner. */
function Badge({ table, half }: TablePartProps) {
  if (!WITH_BADGE.includes(table.state)) return null
  const inward = table.shape === 'booth' && !facesRight(table) ? -1 : 1
  return (
    <g
      transform={`translate(${inward * (half.x - 8)} ${8 - half.y}) rotate(${-table.rotation}) scale(1.1) translate(-12 -12)`}
    >
      <StateSign state={table.state} />
    </g>
  )
}

type TablePartProps = { readonly table: ViewTable; readonly half: Half }

function Booth({ table, half }: TablePartProps) {
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
        <TableLabel table={table} />
      </g>
    </>
  )
}

function Freestanding({ table, half }: TablePartProps) {
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
      <TableLabel table={table} />
    </>
  )
}

const Chairs = ({ chairs, state }: { chairs: readonly Chair[]; state: ViewState }) =>
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

/** Two strokes cross out a reserved or a held table; a single stroke marks one that is not for sale. */
function Strike({ state, half: { x, y } }: { state: ViewState; half: Half }) {
  const isCrossedOut = state === 'reserved' || state === 'held'
  if (!isCrossedOut && state !== 'unavailable') return null
  const cross = isCrossedOut ? `M${-x} ${-y}L${x} ${y}` : ''
  return (
    <path d={`${cross}M${-x} ${y}L${x} ${-y}`} className="stroke-dune stroke-[2.5] [stroke-linecap:round]" />
  )
}

const INK: Record<ViewState, { readonly number: string; readonly label: string }> = {
  available: { number: 'fill-cream', label: 'fill-brass' },
  selected: { number: 'fill-night', label: 'fill-night' },
  yours: { number: 'fill-cream', label: 'fill-teal-light' },
  held: { number: 'fill-sand stroke-night stroke-[6]', label: 'fill-sand stroke-night stroke-[6]' },
  reserved: { number: 'fill-sand stroke-night stroke-[6]', label: 'fill-dune stroke-night stroke-[6]' },
  too_small: { number: 'fill-dune', label: 'fill-dune stroke-night stroke-[6]' },
  unavailable: { number: 'fill-sand stroke-night stroke-[6]', label: 'fill-dune stroke-night stroke-[6]' },
}

/** Table number and label, upright at any rotation and legible on a cross. */
function TableLabel({ table }: { table: ViewTable }) {
  const ink = INK[table.state]
  const look = '[text-anchor:middle] font-semibold [paint-order:stroke]'
  return (
    <g transform={table.rotation === 0 ? undefined : `rotate(${-table.rotation})`}>
      <text y="-1" className={`text-[21px] ${look} ${ink.number}`}>
        {table.tableNumber}
      </text>
      <text y="16" className={`text-[15px] ${look} ${ink.label}`}>
        {labelOf(table)}
      </text>
    </g>
  )
}

/** The price, or the label that matters more in this state. */
function labelOf(table: ViewTable): string {
  const { state, maxGuests } = table
  if (state === 'too_small') return `seats ${maxGuests}`
  if (state === 'held') return 'held'
  if (state === 'yours') return 'yours'
  return priceText(table)
}
