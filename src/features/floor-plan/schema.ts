import * as z from 'zod/mini'
import {
  FLOOR_HEIGHT,
  FLOOR_WIDTH,
  type Furniture,
  type FurnitureKind,
  type Place,
} from '#features/floor-plan/chart/schema.ts'
import { version } from '#lib/forms/fields.ts'
import { type StaffTable, ZONES } from '#features/floor-plan/tables/schema.ts'

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

export const LEAST_SIZE = 20
const MOST_TABLE = 400
const MOST_LABEL = 40

/** Largest sizes of tables and furniture. */
export const MAX_SIZE = {
  table: { width: MOST_TABLE, height: MOST_TABLE },
  piece: { width: FLOOR_WIDTH, height: FLOOR_HEIGHT },
} as const

const whole = (least: number, most: number) => z.int().check(z.minimum(least), z.maximum(most))
const seen = { id: z.uuid(), version }
const placeIn = (most: { readonly width: number; readonly height: number }) => ({
  positionX: whole(0, FLOOR_WIDTH),
  positionY: whole(0, FLOOR_HEIGHT),
  width: whole(LEAST_SIZE, most.width),
  height: whole(LEAST_SIZE, most.height),
  rotation: whole(0, 359),
})
type Box = Omit<Place, 'rotation'>
const isInTheRoom = (it: Box): boolean =>
  it.positionX + it.width <= FLOOR_WIDTH && it.positionY + it.height <= FLOOR_HEIGHT
const OUTSIDE = 'Everything has to stand in the room'

const table = z.strictObject({
  ...seen,
  ...placeIn(MAX_SIZE.table),
  maxGuests: whole(1, 50),
  location: z.enum(ZONES),
})
const piece = z.strictObject({
  ...seen,
  ...placeIn(MAX_SIZE.piece),
  kind: z.enum(FURNITURE_KINDS),
  label: z.string().check(z.trim(), z.minLength(1), z.maxLength(MOST_LABEL)),
})
const pair = z.strictObject({ tableId: z.uuid(), withTableId: z.uuid() })
const many = <Item extends z.ZodMiniType>(item: Item) => z.array(item).check(z.maxLength(150))

/** Changes of the room plan. Each item carries the version its editor saw; version 0 marks a new piece. */
export const planForm = z.strictObject({
  tables: many(table.check(z.refine(isInTheRoom, OUTSIDE))),
  furniture: many(piece.check(z.refine(isInTheRoom, OUTSIDE))),
  removed: many(z.strictObject(seen)),
  joined: many(pair),
  parted: many(pair),
})
export type PlanChange = z.output<typeof planForm>
export type ChangedTable = PlanChange['tables'][number]
export type ChangedPiece = PlanChange['furniture'][number]
