import * as z from 'zod/mini'
import {
  FLOOR_HEIGHT,
  FLOOR_WIDTH,
  type Furniture,
  type FurnitureKind,
  type Place,
} from '#features/floor-plan/chart/schema.ts'
import { version } from '#lib/forms/shapes.ts'
import type { StaffTable } from '#features/floor-plan/tables/schema.ts'
import { ZONES } from '#features/venue/schema.ts'

export const FURNITURE_KINDS = [
  'stage',
  'bar',
  'dj_booth',
  'dance_floor',
  'entrance',
] as const satisfies readonly FurnitureKind[]

/** Furniture as staff edit it. */
export type PlanPiece = Furniture & { readonly version: number }
export type PlanItem = StaffTable | PlanPiece

/** Two tables that can be combined for a larger party; the id is made of theirs. */
export type TablePair = { readonly id: string; readonly tableId: string; readonly withTableId: string }

/** Room plan as staff edit it. */
export type RoomPlan = {
  readonly tables: readonly StaffTable[]
  readonly furniture: readonly PlanPiece[]
  readonly pairs: readonly TablePair[]
}

export const MIN_SIZE = 20
const MAX_TABLE = 400
const MAX_LABEL = 40

/** Largest sizes of tables and furniture. */
export const MAX_SIZE = {
  table: { width: MAX_TABLE, height: MAX_TABLE },
  piece: { width: FLOOR_WIDTH, height: FLOOR_HEIGHT },
} as const

const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))
const versioned = { id: z.uuid(), version }
const placeIn = (most: { readonly width: number; readonly height: number }) => ({
  positionX: whole(0, FLOOR_WIDTH),
  positionY: whole(0, FLOOR_HEIGHT),
  width: whole(MIN_SIZE, most.width),
  height: whole(MIN_SIZE, most.height),
  rotation: whole(0, 359),
})
type Box = Omit<Place, 'rotation'>
const isInsideRoom = (it: Box): boolean =>
  it.positionX + it.width <= FLOOR_WIDTH && it.positionY + it.height <= FLOOR_HEIGHT
const OUTSIDE = 'Everything must be inside the room'

const table = z.strictObject({
  ...versioned,
  ...placeIn(MAX_SIZE.table),
  maxGuests: whole(1, 50),
  location: z.enum(ZONES),
})
const piece = z.strictObject({
  ...versioned,
  ...placeIn(MAX_SIZE.piece),
  kind: z.enum(FURNITURE_KINDS),
  label: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_LABEL)),
})
const pair = z.strictObject({ tableId: z.uuid(), withTableId: z.uuid() })
const listOf = <Item extends z.ZodMiniType>(item: Item) => z.array(item).check(z.maxLength(150))

/** Changes of the floor plan. Each item carries the version its editor saw; version 0 marks a new piece. */
export const planForm = z.strictObject({
  tables: listOf(table.check(z.refine(isInsideRoom, OUTSIDE))),
  furniture: listOf(piece.check(z.refine(isInsideRoom, OUTSIDE))),
  removed: listOf(z.strictObject(versioned)),
  joined: listOf(pair),
  parted: listOf(pair),
})
export type PlanChange = z.output<typeof planForm>
export type ChangedTable = PlanChange['tables'][number]
export type ChangedPiece = PlanChange['furniture'][number]
