import type { Zone } from '#features/venue/schema.ts'
import {
  FLOOR_HEIGHT,
  FLOOR_WIDTH,
  type FurnitureKind,
  type Place,
} from '#features/floor-plan/chart/schema.ts'
import { MIN_SIZE, MAX_SIZE, type PlanItem, type PlanPiece, type RoomPlan, type TablePair } from './schema.ts'

export type Point = { readonly x: number; readonly y: number }
/** Corner of an item before rotation: -1 is left or top. */
export type Corner = { readonly x: 1 | -1; readonly y: 1 | -1 }
export type Edge = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom'
export type Axis = 'across' | 'down'
type Ids = ReadonlySet<string>

/** Rotation step in degrees. */
export const TURN_STEP = 15

const clamp = (value: number, least: number, most: number): number =>
  Math.min(Math.max(Math.round(value), least), most)
const snapTo = (value: number, grid: number): number => Math.round(value / grid) * grid
const radians = (degrees: number): number => (degrees * Math.PI) / 180
const turnedAbout = ({ x, y }: Point, degrees: number): Point => {
  const [cos, sin] = [Math.cos(radians(degrees)), Math.sin(radians(degrees))]
  return { x: x * cos - y * sin, y: x * sin + y * cos }
}

export const middleOf = ({ positionX, positionY, width, height }: Place): Point => ({
  x: positionX + width / 2,
  y: positionY + height / 2,
})

export const itemsOf = ({ furniture, tables }: RoomPlan): PlanItem[] => [...furniture, ...tables]

const KIND_LABELS: Record<FurnitureKind, string> = {
  stage: 'Stage',
  bar: 'Bar',
  dj_booth: 'DJ booth',
  dance_floor: 'Dance floor',
  entrance: 'Entrance',
}
export const kindLabel = (kind: FurnitureKind): string => KIND_LABELS[kind]
export const nameOf = (item: PlanItem): string =>
  'kind' in item ? item.label || kindLabel(item.kind) : `Table ${item.tableNumber}`

/** Applies a change of position, clamped to the room and to the allowed sizes. */
export function placedAt<Item extends PlanItem>(item: Item, change: Partial<Place>): Item {
  const wanted = { ...item, ...change }
  const most = 'kind' in item ? MAX_SIZE.piece : MAX_SIZE.table
  const width = clamp(wanted.width, MIN_SIZE, most.width)
  const height = clamp(wanted.height, MIN_SIZE, most.height)
  return {
    ...wanted,
    width,
    height,
    positionX: clamp(wanted.positionX, 0, FLOOR_WIDTH - width),
    positionY: clamp(wanted.positionY, 0, FLOOR_HEIGHT - height),
    rotation: ((Math.round(wanted.rotation) % 360) + 360) % 360,
  }
}

/** Applies position changes to some of the items. */
export function replaceSome(plan: RoomPlan, ids: Ids, change: (item: PlanItem) => Partial<Place>): RoomPlan {
  const changed = <Item extends PlanItem>(item: Item): Item =>
    ids.has(item.id) ? placedAt(item, change(item)) : item
  return { ...plan, tables: plan.tables.map(changed), furniture: plan.furniture.map(changed) }
}

const selectedItems = (plan: RoomPlan, ids: Ids): PlanItem[] => itemsOf(plan).filter((it) => ids.has(it.id))

/** Moves items together: all of them stop where the first would leave the room. */
export function moveBy(plan: RoomPlan, ids: Ids, { x, y }: Point): RoomPlan {
  const items = selectedItems(plan, ids)
  if (items.length === 0) return plan
  const least = (of: (it: PlanItem) => number) => Math.min(...items.map(of))
  const right = clamp(
    x,
    -least((it) => it.positionX),
    least((it) => FLOOR_WIDTH - it.positionX - it.width),
  )
  const down = clamp(
    y,
    -least((it) => it.positionY),
    least((it) => FLOOR_HEIGHT - it.positionY - it.height),
  )
  return replaceSome(plan, ids, (it) => ({ positionX: it.positionX + right, positionY: it.positionY + down }))
}

/** Adjusts a move so that the dragged item snaps to the grid. */
export const snappedBy = (held: Place, { x, y }: Point, grid: number): Point => ({
  x: snapTo(held.positionX + x, grid) - held.positionX,
  y: snapTo(held.positionY + y, grid) - held.positionY,
})

/** Resizes an item by dragging one corner; the opposite corner stays in place. */
export function resizedTo<Item extends PlanItem>(
  item: Item,
  { corner, at, grid }: { readonly corner: Corner; readonly at: Point; readonly grid: number },
): Item {
  const middle = middleOf(item)
  const arm = turnedAbout(
    { x: (-corner.x * item.width) / 2, y: (-corner.y * item.height) / 2 },
    item.rotation,
  )
  const fixed = { x: middle.x + arm.x, y: middle.y + arm.y }
  const inside = { x: clamp(at.x, 0, FLOOR_WIDTH), y: clamp(at.y, 0, FLOOR_HEIGHT) }
  const reach = turnedAbout({ x: inside.x - fixed.x, y: inside.y - fixed.y }, -item.rotation)
  const most = 'kind' in item ? MAX_SIZE.piece : MAX_SIZE.table
  const width = clamp(snapTo(reach.x * corner.x, grid), MIN_SIZE, most.width)
  const height = clamp(snapTo(reach.y * corner.y, grid), MIN_SIZE, most.height)
  const back = turnedAbout({ x: (corner.x * width) / 2, y: (corner.y * height) / 2 }, item.rotation)
  return placedAt(item, {
    width,
    height,
    positionX: fixed.x + back.x - width / 2,
    positionY: fixed.y + back.y - height / 2,
  })
}

/** Rotation at which the item's top points to a position, in steps. */
export function turnTowards(item: Place, at: Point): number {
  const middle = middleOf(item)
  const degrees = (Math.atan2(at.y - middle.y, at.x - middle.x) * 180) / Math.PI + 90
  return (snapTo(degrees, TURN_STEP) + 360) % 360
}

/** Turns each item about its own middle. */
export const turnBy = (plan: RoomPlan, ids: Ids, degrees: number): RoomPlan =>
  replaceSome(plan, ids, ({ rotation }) => ({ rotation: rotation + degrees }))

type Bounds = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number }

/** Bounding box of a rotated item. */
function boundsOf(place: Place): Bounds {
  const corners = cornersOf(place)
  const [xs, ys] = [corners.map((it) => it.x), corners.map((it) => it.y)]
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) }
}

const CORNERS: readonly Corner[] = [
  { x: -1, y: -1 },
  { x: 1, y: -1 },
  { x: 1, y: 1 },
  { x: -1, y: 1 },
]
/** Position of a corner after rotation. */
export function cornerOf(place: Place, { x, y }: Corner): Point {
  const middle = middleOf(place)
  const arm = turnedAbout({ x: (x * place.width) / 2, y: (y * place.height) / 2 }, place.rotation)
  return { x: middle.x + arm.x, y: middle.y + arm.y }
}

const cornersOf = (place: Place): Point[] => CORNERS.map((it) => cornerOf(place, it))

/** Ids of the items that a selection rectangle touches. */
export function idsWithin(plan: RoomPlan, from: Point, to: Point): Set<string> {
  const [left, right] = [Math.min(from.x, to.x), Math.max(from.x, to.x)]
  const [top, bottom] = [Math.min(from.y, to.y), Math.max(from.y, to.y)]
  const touched = itemsOf(plan).filter((it) => {
    const bounds = boundsOf(it)
    return bounds.left <= right && bounds.right >= left && bounds.top <= bottom && bounds.bottom >= top
  })
  return new Set(touched.map((it) => it.id))
}

/** Offset of an item from each kind of alignment. */
const ALIGNMENT_OFFSETS: Record<Edge, (own: Bounds, all: Bounds) => Point> = {
  left: (own, all) => ({ x: all.left - own.left, y: 0 }),
  centre: (own, all) => ({ x: (all.left + all.right - own.left - own.right) / 2, y: 0 }),
  right: (own, all) => ({ x: all.right - own.right, y: 0 }),
  top: (own, all) => ({ x: 0, y: all.top - own.top }),
  middle: (own, all) => ({ x: 0, y: (all.top + all.bottom - own.top - own.bottom) / 2 }),
  bottom: (own, all) => ({ x: 0, y: all.bottom - own.bottom }),
}

export function alignTo(plan: RoomPlan, ids: Ids, edge: Edge): RoomPlan {
  const allBounds = selectedItems(plan, ids).map(boundsOf)
  const all = {
    left: Math.min(...allBounds.map((it) => it.left)),
    right: Math.max(...allBounds.map((it) => it.right)),
    top: Math.min(...allBounds.map((it) => it.top)),
    bottom: Math.max(...allBounds.map((it) => it.bottom)),
  }
  return replaceSome(plan, ids, (item) => {
    const { x, y } = ALIGNMENT_OFFSETS[edge](boundsOf(item), all)
    return { positionX: item.positionX + x, positionY: item.positionY + y }
  })
}

/** Distributes items with equal gaps; the outermost stay in place. */
export function spreadOut(plan: RoomPlan, ids: Ids, axis: Axis): RoomPlan {
  const spanOf = (item: PlanItem) => {
    const { left, right, top, bottom } = boundsOf(item)
    return axis === 'across' ? { id: item.id, from: left, to: right } : { id: item.id, from: top, to: bottom }
  }
  const spans = selectedItems(plan, ids)
    .map(spanOf)
    .toSorted((a, b) => a.from + a.to - b.from - b.to)
  const [first, last] = [spans[0], spans.at(-1)]
  if (!first || !last || spans.length < 3) return plan
  const filled = spans.reduce((sum, { from, to }) => sum + to - from, 0)
  const gap = (Math.max(...spans.map((it) => it.to)) - first.from - filled) / (spans.length - 1)
  let at = first.from
  const shifts = new Map<string, number>()
  for (const { id, from, to } of spans) {
    shifts.set(id, at - from)
    at += to - from + gap
  }
  return replaceSome(plan, ids, (item) => {
    const shift = shifts.get(item.id) ?? 0
    return axis === 'across' ? { positionX: item.positionX + shift } : { positionY: item.positionY + shift }
  })
}

const TOLERANCE = 0.5

/** Separating axis test along the sides of the first item. */
function areSeparated(one: Place, other: Place): boolean {
  const [a, b] = [cornersOf(one), cornersOf(other)]
  return [one.rotation, one.rotation + 90].some((turn) => {
    const axis = turnedAbout({ x: 1, y: 0 }, turn)
    const [inA, inB] = [a, b].map((corners) => corners.map((it) => it.x * axis.x + it.y * axis.y))
    if (!inA || !inB) return false
    return (
      Math.max(...inA) - TOLERANCE <= Math.min(...inB) || Math.max(...inB) - TOLERANCE <= Math.min(...inA)
    )
  })
}

/** Pairs of overlapping items that include a table; rotation is taken into account. */
export function overlapsOf({ tables, furniture }: RoomPlan): [PlanItem, PlanItem][] {
  return tables.flatMap((table, at) =>
    [...tables.slice(at + 1), ...furniture]
      .filter((other) => !areSeparated(table, other) && !areSeparated(other, table))
      .map((other): [PlanItem, PlanItem] => [table, other]),
  )
}

/** Text for screen readers and for what the drawing may hide: `Table 1 and Table 2 overlap.` */
export const describeOverlaps = (overlaps: readonly (readonly [PlanItem, PlanItem])[]): string =>
  overlaps.map(([a, b]) => `${nameOf(a)} and ${nameOf(b)} overlap.`).join(' ')

export function pairOf(one: string, other: string): TablePair {
  const [tableId = one, withTableId = other] = [one, other].toSorted()
  return { id: `${tableId} ${withTableId}`, tableId, withTableId }
}

/** Marks two tables as combinable for a larger party. */
export function joinTables(plan: RoomPlan, one: string, other: string): RoomPlan {
  const pair = pairOf(one, other)
  return { ...plan, pairs: [...plan.pairs.filter((it) => it.id !== pair.id), pair] }
}

export const partTables = (plan: RoomPlan, pairId: string): RoomPlan => ({
  ...plan,
  pairs: plan.pairs.filter((it) => it.id !== pairId),
})

export const setZone = (plan: RoomPlan, ids: Ids, location: Zone): RoomPlan => ({
  ...plan,
  tables: plan.tables.map((it) => (ids.has(it.id) ? { ...it, location } : it)),
})

export const setSeats = (plan: RoomPlan, id: string, seats: number): RoomPlan => ({
  ...plan,
  tables: plan.tables.map((it) => (it.id === id ? { ...it, maxGuests: clamp(seats, 1, 50) } : it)),
})

const DEFAULT_SIZE: Record<FurnitureKind, { readonly width: number; readonly height: number }> = {
  stage: { width: 300, height: 90 },
  bar: { width: 240, height: 50 },
  dj_booth: { width: 110, height: 44 },
  dance_floor: { width: 240, height: 140 },
  entrance: { width: 130, height: 40 },
}

/** Adds a new piece of furniture in the middle of the room. */
export function addPiece(plan: RoomPlan, id: string, kind: FurnitureKind): RoomPlan {
  const size = DEFAULT_SIZE[kind]
  const piece: PlanPiece = {
    id,
    version: 0,
    kind,
    label: kindLabel(kind),
    ...size,
    positionX: (FLOOR_WIDTH - size.width) / 2,
    positionY: (FLOOR_HEIGHT - size.height) / 2,
    rotation: 0,
  }
  return { ...plan, furniture: [...plan.furniture, piece] }
}

export const namePiece = (plan: RoomPlan, id: string, label: string): RoomPlan => ({
  ...plan,
  furniture: plan.furniture.map((it) => (it.id === id ? { ...it, label } : it)),
})

export const removePieces = (plan: RoomPlan, ids: Ids): RoomPlan => ({
  ...plan,
  furniture: plan.furniture.filter((it) => !ids.has(it.id)),
})
