import type { RoomPlan } from '#features/floor-plan/schema.ts'

/** The room as it is being arranged, with the way back and forth. */
export type Draft = {
  /** The room as it was read: what is saved is told apart from it. */
  readonly seen: RoomPlan
  readonly past: readonly RoomPlan[]
  readonly now: RoomPlan
  readonly future: readonly RoomPlan[]
  /** The drag, or the key that is held down, which the last step belongs to. */
  readonly gesture: string | null
}
