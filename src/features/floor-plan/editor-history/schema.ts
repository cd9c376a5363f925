import type { RoomPlan } from '#features/floor-plan/schema.ts'

/** Draft of the room plan with its undo history. */
export type Draft = {
  /** Plan as read from the server; the diff to save is computed against it. */
  readonly seen: RoomPlan
  readonly past: readonly RoomPlan[]
  readonly now: RoomPlan
  readonly future: readonly RoomPlan[]
  /** Drag or held key that the last step belongs to. */
  readonly gesture: string | null
}
