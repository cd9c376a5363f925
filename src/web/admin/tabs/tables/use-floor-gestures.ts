import { type PointerEvent, useRef, useState } from 'react'
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

type Options = {
  readonly plan: RoomPlan
  readonly chosen: ReadonlySet<string>
  readonly grid: number
  /** Whether a touch adds to what is chosen, and a stroke over the floor draws a frame. */
  readonly gathers: boolean
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
type Press = PointerEvent<SVGSVGElement>

const pointOf = ({ clientX, clientY, currentTarget }: Press): Point =>
  new DOMPoint(clientX, clientY).matrixTransform(currentTarget.getScreenCTM()?.inverse())

const closest = (target: EventTarget, what: string): Element | null =>
  target instanceof Element ? target.closest(`[${what}]`) : null

const side = (text: string | undefined): 1 | -1 => (text === '-1' ? -1 : 1)

export const toggled = (ids: ReadonlySet<string>, id: string): Set<string> => {
  const next = new Set(ids)
  if (!next.delete(id)) next.add(id)
  return next
}

const TREMBLE = 4
let gestures = 0
export const newGesture = (what: string): string => `${what} ${(gestures += 1)}`

/** What fingers, pens and mice do to the plan: drag, resize, turn, and frame. */
export function useFloorGestures(options: Options) {
  const gesture = useRef<Gesture | null>(null)
  const [frame, setFrame] = useState<Frame | null>(null)

  function onPointerDown(event: Press): void {
    if (event.button !== 0 || gesture.current) return
    const begun = begin(event, options)
    // What is held can be moved on with the arrow keys; a finger alone would not give it the focus.
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
    // A hand that trembles moves nothing.
    if (!current.hasMoved && Math.hypot(at.x - current.from.x, at.y - current.from.y) < TREMBLE) return
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
    // A click on one of several chosen, without moving them, means this one.
    if (current?.does === 'move' && !current.hasMoved && !options.gathers)
      options.choose(new Set([current.held.id]))
    if (current?.does === 'frame' && !current.hasMoved) options.choose(current.keeps)
  }

  return { frame, handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp } }
}

/** What a press begins; null where it only chooses, or is left to the browser to scroll with. */
function begin(event: Press, { plan, chosen, gathers, choose }: Options): Gesture | null {
  const from = pointOf(event)
  const named = (what: string) => ({ name: newGesture(what), from, hasMoved: false })
  const handle = closest(event.target, 'data-handle')
  if (handle) return beginHandle(handle, plan, { chosen, ...named('handle') })
  const adds = gathers || event.shiftKey || event.ctrlKey || event.metaKey
  const id = closest(event.target, 'data-item')?.getAttribute('data-item')
  const held = itemsOf(plan).find((it) => it.id === id)
  if (!held) {
    if (event.pointerType === 'touch' && !gathers) {
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

/** The plan as it is once what was pressed has come to a point: reckoned from where it began, not from the last move. */
function editOf(gesture: Exclude<Gesture, { does: 'frame' }>, at: Point, grid: number): PlanEdit {
  const { from } = gesture
  switch (gesture.does) {
    case 'move': {
      const by = snappedBy(gesture.held, { x: at.x - from.x, y: at.y - from.y }, grid)
      return () => moveBy(gesture.start, gesture.ids, by)
    }
    case 'resize': {
      const { start, corner } = gesture
      // The handle stands off the corner: it is led as far as the hand goes.
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
