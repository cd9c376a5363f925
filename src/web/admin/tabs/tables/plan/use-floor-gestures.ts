import { useRef, useState } from 'react'
import {
  type Corner,
  cornerOf,
  idsWithin,
  itemsOf,
  moveBy,
  type Point,
  replaceSome,
  resizedTo,
  snappedBy,
  turnTowards,
} from '#features/floor-plan/rules.ts'
import type { PlanItem, RoomPlan } from '#features/floor-plan/schema.ts'
import type { PlanEdit } from './use-floor-draft.ts'
import { pointOf, type Press } from './pointer.ts'

type Options = {
  readonly plan: RoomPlan
  readonly chosen: ReadonlySet<string>
  readonly grid: number
  /** Multiple selection: a press toggles an item, and dragging over the floor draws a frame. */
  readonly selectsSeveral: boolean
  readonly edit: (edit: PlanEdit, gesture: string) => void
  readonly choose: (ids: ReadonlySet<string>) => void
}
export type Frame = { readonly from: Point; readonly to: Point }
type Gesture = { readonly name: string; readonly from: Point; hasMoved: boolean } & (
  | {
      readonly does: 'move'
      readonly start: RoomPlan
      readonly ids: ReadonlySet<string>
      readonly held: PlanItem
    }
  | { readonly does: 'resize'; readonly start: PlanItem; readonly corner: Corner }
  | { readonly does: 'turn'; readonly item: PlanItem; readonly offset: number }
  | { readonly does: 'frame'; readonly keeps: ReadonlySet<string> }
)
const closest = (target: EventTarget, what: string): Element | null =>
  target instanceof Element ? target.closest(`[${what}]`) : null

const side = (text: string | undefined): 1 | -1 => (text === '-1' ? -1 : 1)

export const toggled = (ids: ReadonlySet<string>, id: string): Set<string> => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

const DRAG_THRESHOLD = 4
let gestures = 0
export const newGesture = (what: string): string => `${what} ${(gestures += 1)}`

/** Pointer events of the floor plan: drag, resize, rotate, and select by frame. */
export function useFloorGestures(options: Options) {
  const gesture = useRef<Gesture | null>(null)
  const [frame, setFrame] = useState<Frame | null>(null)

  function onPointerDown(event: Press): void {
    if (event.button !== 0 || gesture.current) return
    const begun = begin(event, options)
    // Focuses the pressed item, so that the arrow keys move it. Touch alone does not focus an SVG element.
    const item = closest(event.target, 'data-item')
    if (item instanceof SVGElement) item.focus({ preventScroll: true })
    if (!begun) return
    gesture.current = begun
    event.currentTarget.setPointerCapture(event.pointerId)
  }

  function onPointerMove(event: Press): void {
    const { current } = gesture
    if (!current) return
    const at = pointOf(event)
    // Ignores movements below the drag threshold.
    if (!current.hasMoved && Math.hypot(at.x - current.from.x, at.y - current.from.y) < DRAG_THRESHOLD) return
    current.hasMoved = true
    if (current.does === 'frame') {
      setFrame({ from: current.from, to: at })
      options.choose(new Set([...current.keeps, ...idsWithin(options.plan, current.from, at)]))
    } else options.edit(editOf(current, at, options.grid), current.name)
  }

  function onPointerUp(): void {
    const { current } = gesture
    gesture.current = null
    setFrame(null)
    // A click without movement on one of several selected items selects that one.
    if (current?.does === 'move' && !current.hasMoved && !options.selectsSeveral)
      options.choose(new Set([current.held.id]))
    if (current?.does === 'frame' && !current.hasMoved) options.choose(current.keeps)
  }

  return { frame, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp } }
}

/** Starts the gesture of a press; null if the press only selects, or is left to the browser for scrolling. */
function begin(event: Press, { plan, chosen, selectsSeveral, choose }: Options): Gesture | null {
  const from = pointOf(event)
  const named = (what: string) => ({ name: newGesture(what), from, hasMoved: false })
  const handle = closest(event.target, 'data-handle')
  if (handle) return beginHandle(handle, plan, { chosen, ...named('handle') })
  const adds = selectsSeveral || event.shiftKey || event.ctrlKey || event.metaKey
  const id = closest(event.target, 'data-item')?.getAttribute('data-item')
  const held = itemsOf(plan).find((it) => it.id === id)
  if (!held) {
    if (event.pointerType === 'touch' && !selectsSeveral) {
      choose(new Set())
      return null
    }
    return { does: 'frame', keeps: adds ? chosen : new Set(), ...named('frame') }
  }
  if (adds) {
    choose(toggled(chosen, held.id))
    return null
  }
  const ids = chosen.has(held.id) ? chosen : new Set([held.id])
  choose(ids)
  return { does: 'move', start: plan, ids, held, ...named('drag') }
}

function beginHandle(
  handle: Element,
  plan: RoomPlan,
  {
    chosen,
    ...named
  }: { readonly chosen: ReadonlySet<string> } & Pick<Gesture, 'name' | 'from' | 'hasMoved'>,
): Gesture | null {
  const item = itemsOf(plan).find((it) => chosen.has(it.id))
  const [does, x, y] = (handle.getAttribute('data-handle') ?? '').split(' ')
  if (!item) return null
  if (does === 'turn') return { does, item, offset: side(x) === -1 ? 0 : 180, ...named }
  return { does: 'resize', start: item, corner: { x: side(x), y: side(y) }, ...named }
}

/** Edit for the current pointer position, computed from the start of the gesture to avoid accumulated rounding. */
function editOf(gesture: Exclude<Gesture, { does: 'frame' }>, at: Point, grid: number): PlanEdit {
  const { from } = gesture
  switch (gesture.does) {
    case 'move': {
      const by = snappedBy(gesture.held, { x: at.x - from.x, y: at.y - from.y }, grid)
      return () => moveBy(gesture.start, gesture.ids, by)
    }
    case 'resize': {
      const { start, corner } = gesture
      // The handle is offset from the corner: the corner moves by the same distance as the pointer.
      return (plan) =>
        replaceSome(plan, new Set([start.id]), () =>
          resizedTo(start, { corner, at: shifted(start, corner, { from, at }), grid }),
        )
    }
    case 'turn':
      return (plan) =>
        replaceSome(plan, new Set([gesture.item.id]), () => ({
          rotation: turnTowards(gesture.item, at) + gesture.offset,
        }))
  }
}

function shifted(item: PlanItem, corner: Corner, { from, at }: { from: Point; at: Point }): Point {
  const was = cornerOf(item, corner)
  return { x: was.x + at.x - from.x, y: was.y + at.y - from.y }
}
