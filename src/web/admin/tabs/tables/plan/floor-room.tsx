import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { itemsOf, middleOf, moveBy, nameOf } from '#features/floor-plan/rules.ts'
import type { PlanItem, RoomPlan } from '#features/floor-plan/schema.ts'
import { tablesByZone } from '#features/floor-plan/chart/rules.ts'
import { FLOOR_HEIGHT, FLOOR_WIDTH } from '#features/floor-plan/chart/schema.ts'
import { SvgDefs, Room, ZoneBackground } from '#features/floor-plan/chart/ui/drawing/floor-background.tsx'
import { inDrawingOrder } from '#features/floor-plan/chart/ui/drawing/furniture-drawing.tsx'
import { FloorHandles } from './floor-handles.tsx'
import { FloorItem } from './floor-item.tsx'
import type { PlanEdit } from './use-floor-draft.ts'
import { type Frame, newGesture, toggled, useFloorGestures } from './use-floor-gestures.ts'

const ARROWS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}
const FAR = 10

type Props = {
  readonly plan: RoomPlan
  readonly chosen: ReadonlySet<string>
  readonly overlapping: ReadonlySet<string>
  readonly grid: number
  readonly selectsSeveral: boolean
  readonly edit: (edit: PlanEdit, gesture?: string) => void
  readonly choose: (ids: ReadonlySet<string>) => void
  readonly onRemove: () => void
}

/** The floor plan as SVG, with all items selectable. */
export function FloorRoom(props: Props) {
  const { plan, chosen, overlapping, grid, selectsSeveral } = props
  const svg = useRef<SVGSVGElement>(null)
  const unit = useUnit(svg)
  useTouch(svg, selectsSeveral)
  const { frame, handlers } = useFloorGestures(props)
  const onKeyDown = useKeys(props)
  const items = [...inDrawingOrder(plan.furniture), ...tablesByZone(plan.tables).flatMap((it) => it.tables)]
  const picked = itemsOf(plan).filter((it) => chosen.has(it.id))
  const [only] = picked
  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${FLOOR_WIDTH} ${FLOOR_HEIGHT}`}
      role="group"
      aria-label="Floor plan"
      className="m-auto block aspect-12/5 w-[calc(max(100%,52rem)*var(--zoom,1))] shrink-0 overflow-visible select-none [-webkit-touch-callout:none]"
      {...handlers}
      onKeyDown={onKeyDown}
    >
      <SvgDefs />
      <Room />
      {grid > 1 ? <Grid /> : null}
      {tablesByZone(plan.tables).map((group) => (
        <ZoneBackground key={group.zone} zone={group.zone} tables={group.tables} />
      ))}
      <Links plan={plan} />
      {items.map((item) => (
        <FloorItem
          key={item.id}
          item={item}
          isChosen={chosen.has(item.id)}
          overlaps={overlapping.has(item.id)}
          least={LEAST_TARGET * unit}
        />
      ))}
      <Links plan={plan} marks />
      {picked.length === 1 && only && !selectsSeveral ? <FloorHandles item={only} unit={unit} /> : null}
      {frame ? <FrameDrawing frame={frame} /> : null}
    </svg>
  )
}

const LEAST_TARGET = 44

/** Size of one screen pixel in units of the floor plan. */
function useUnit(svg: RefObject<SVGSVGElement | null>): number {
  const [unit, setUnit] = useState(1)
  useEffect(() => {
    const { current } = svg
    if (!current) return
    const observer = new ResizeObserver(() =>
      setUnit(FLOOR_WIDTH / Math.max(1, current.getBoundingClientRect().width)),
    )
    observer.observe(current)
    return () => observer.disconnect()
  }, [svg])
  return unit
}

/** Touch on an item drags it; touch on the floor scrolls, unless a selection frame is drawn. */
function useTouch(svg: RefObject<SVGSVGElement | null>, selectsSeveral: boolean): void {
  useEffect(() => {
    const { current } = svg
    const keep = (event: TouchEvent): void => {
      const { target } = event
      if (selectsSeveral || (target instanceof Element && target.closest('[data-item], [data-handle]')))
        event.preventDefault()
    }
    current?.addEventListener('touchstart', keep, { passive: false })
    return () => current?.removeEventListener('touchstart', keep)
  }, [svg, selectsSeveral])
}

/** Keyboard: moves, selects and removes the focused item, together with the selection it belongs to. */
function useKeys({ plan, chosen, edit, choose, onRemove }: Props) {
  const held = useRef('')
  return (event: KeyboardEvent<SVGSVGElement>): void => {
    const id = event.target instanceof Element ? event.target.getAttribute('data-item') : null
    if (!id) return
    const arrow = ARROWS[event.key]
    if (arrow) {
      event.preventDefault()
      const by = event.shiftKey ? FAR : 1
      const ids = chosen.has(id) ? chosen : new Set([id])
      if (!event.repeat) held.current = newGesture('key')
      choose(ids)
      edit((now) => moveBy(now, ids, { x: arrow.x * by, y: arrow.y * by }), held.current)
      return
    }
    if (event.key === 'Enter') choose(new Set([id]))
    else if (event.key === ' ') choose(toggled(chosen, id))
    else if (event.key === 'Escape') choose(new Set())
    else if (event.key === 'Delete' || event.key === 'Backspace') onRemove()
    else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey))
      choose(new Set(itemsOf(plan).map((it) => it.id)))
    else return
    event.preventDefault()
  }
}

const LINE = 50

/** Grid lines every 50 units; items snap to every 10 units. */
const Grid = () => {
  const down = Array.from(
    { length: FLOOR_WIDTH / LINE - 1 },
    (_, at) => `M${(at + 1) * LINE} 10V${FLOOR_HEIGHT - 10}`,
  )
  const across = Array.from(
    { length: FLOOR_HEIGHT / LINE - 1 },
    (_, at) => `M10 ${(at + 1) * LINE}H${FLOOR_WIDTH - 10}`,
  )
  return <path d={[...down, ...across].join('')} className="pointer-events-none fill-none stroke-cream/8" />
}

/** Links of combinable tables: a line below the tables, and a mark above the line. */
function Links({ plan, marks = false }: { readonly plan: RoomPlan; readonly marks?: boolean }) {
  const places = new Map<string, PlanItem>(plan.tables.map((it) => [it.id, it]))
  return plan.pairs.map((pair) => {
    const [one, other] = [places.get(pair.tableId), places.get(pair.withTableId)]
    if (!one || !other) return null
    const [a, b] = [middleOf(one), middleOf(other)]
    if (!marks)
      return (
        <path
          key={pair.id}
          d={`M${a.x} ${a.y}L${b.x} ${b.y}`}
          className="pointer-events-none stroke-teal-light stroke-[7] [stroke-linecap:round]"
        />
      )
    return (
      <g
        key={pair.id}
        data-link={`${nameOf(one)} ${nameOf(other)}`}
        transform={`translate(${(a.x + b.x) / 2} ${(a.y + b.y) / 2})`}
        className="pointer-events-none"
      >
        <title>{`${nameOf(one)} and ${nameOf(other)} can be pushed together`}</title>
        <circle r="10" className="fill-night stroke-teal-light stroke-[2.5]" />
        <path d="M-4.500 0H4.500M0-4.500V4.500" className="stroke-teal-light stroke-[2.500]" />
      </g>
    )
  })
}

const FrameDrawing = ({ frame: { from, to } }: { readonly frame: Frame }) => (
  <rect
    x={Math.min(from.x, to.x)}
    y={Math.min(from.y, to.y)}
    width={Math.abs(to.x - from.x)}
    height={Math.abs(to.y - from.y)}
    className="pointer-events-none fill-brass/15 stroke-brass stroke-2 [stroke-dasharray:8_6]"
  />
)
