import type { Furniture, FurnitureKind } from '#features/floor-plan/chart/schema.ts'

const LABEL = '[text-anchor:middle] font-semibold tracking-[0.18em] uppercase'

type Size = { readonly width: number; readonly height: number; readonly label: string }

/** Furniture drawings, each in its own box with the origin at 0, 0. */
const VARIANTS: Record<FurnitureKind, (size: Size) => React.ReactNode> = {
  stage: Stage,
  dj_booth: DjBooth,
  dance_floor: DanceFloor,
  bar: Bar,
  entrance: Entrance,
}

// Paint order: furniture that stands on other furniture comes later.
const ORDER: readonly FurnitureKind[] = ['dance_floor', 'stage', 'bar', 'entrance', 'dj_booth']

export const inDrawingOrder = <Piece extends Furniture>(furniture: readonly Piece[]): Piece[] =>
  furniture.toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind))

export function FurnitureDrawing({ piece }: { piece: Furniture }) {
  const { positionX, positionY, width, height, rotation } = piece
  const turn = rotation === 0 ? '' : ` rotate(${rotation} ${width / 2} ${height / 2})`
  const Drawing = VARIANTS[piece.kind]
  return (
    <g transform={`translate(${positionX} ${positionY})${turn}`}>
      <Drawing width={width} height={height} label={piece.label} />
    </g>
  )
}

function Stage({ width, height, label }: Size) {
  const edge = height - 16
  const boards = Array.from({ length: 11 }, (_, board) => Math.round(((board + 1) * width) / 12))
  const lights = Array.from({ length: 9 }, (_, light) => (light + 1) / 10)
  return (
    <>
      <path
        d={`M8 0H${width - 8}q8 0 8 8V${edge}Q${width / 2} ${height + 14} 0 ${edge}V8q0-8 8-8z`}
        fill="url(#floor-stage)"
        className="stroke-brass-deep stroke-2"
      />
      <path d={boards.map((x) => `M${x} 2V${edge}`).join('')} className="stroke-night/35" />
      {lights.map((share) => (
        <circle
          key={share}
          cx={width * share}
          cy={edge + 56 * share * (1 - share) - 4}
          r="2.5"
          className="fill-brass"
        />
      ))}
      <text x={width / 2} y={height - 14} className={`fill-cream text-[14px] ${LABEL}`}>
        {label}
      </text>
    </>
  )
}

function DjBooth({ width, height, label }: Size) {
  const radius = Math.min(height / 2 - 6, 16)
  return (
    <>
      <rect width={width} height={height} rx="8" className="fill-night stroke-brass stroke-[1.5]" />
      {[radius + 8, width - radius - 8].map((x) => (
        <g key={x} transform={`translate(${x} ${height / 2})`}>
          <circle r={radius} className="fill-ember stroke-brass-deep" />
          <circle r={radius * 0.6} className="fill-transparent stroke-clay" />
          <circle r="3" className="fill-brass" />
        </g>
      ))}
      <text
        x={width / 2}
        y={height / 2 + 6}
        className="fill-brass text-[16px] font-bold [text-anchor:middle]"
      >
        {label}
      </text>
    </>
  )
}

function DanceFloor({ width, height, label }: Size) {
  return (
    <>
      <rect width={width} height={height} rx="10" fill="url(#floor-tiles)" />
      <rect
        width={width}
        height={height}
        rx="10"
        fill="url(#floor-spot)"
        className="stroke-brass-deep stroke-2"
      />
      <rect
        x="7"
        y="7"
        width={width - 14}
        height={height - 14}
        rx="6"
        className="fill-transparent stroke-brass-deep/50"
      />
      <text
        x={width / 2}
        y={height / 2 + 8}
        className="fill-cream stroke-night/80 stroke-[5] font-display text-[25px] italic [paint-order:stroke] [text-anchor:middle]"
      >
        {label}
      </text>
    </>
  )
}

const STOOL_EVERY = 34

function Bar({ width, height, label }: Size) {
  const stools = Math.max(1, Math.floor((width - 24) / STOOL_EVERY))
  const first = (width - (stools - 1) * STOOL_EVERY) / 2
  return (
    <>
      {Array.from({ length: stools }, (_, stool) => (
        <circle
          key={stool}
          cx={first + stool * STOOL_EVERY}
          cy="6"
          r="6.5"
          className="fill-terracotta/80 stroke-night"
        />
      ))}
      <rect y="13" width={width} height={height - 13} rx="9" className="fill-bark stroke-brass stroke-2" />
      <path d={`M10 20H${width - 10}`} className="stroke-brass/60" />
      <text x={width / 2} y={height - 10} className={`fill-cream text-[15px] ${LABEL}`}>
        {label}
      </text>
    </>
  )
}

function Entrance({ width, height, label }: Size) {
  const middle = width / 2
  return (
    <>
      <rect width={width} height={height} rx="6" className="fill-cocoa stroke-brass-deep stroke-[1.5]" />
      <path
        d={`M${middle - 9} 10l9-7 9 7M5 5v${height - 10}M${width - 5} 5v${height - 10}`}
        className="fill-transparent stroke-brass stroke-2"
      />
      <text x={middle} y={height / 2 + 10} className={`fill-cream text-[13px] ${LABEL}`}>
        {label}
      </text>
    </>
  )
}
