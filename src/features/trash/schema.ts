import * as z from 'zod/mini'
import { LIST_ENTITIES } from '#features/permissions/schema.ts'
import { agreedDinners } from '#features/events/management/schema.ts'

/** Entities that can be soft-deleted and restored. */
export const TRASH_ENTITIES = [
  'reservation',
  ...LIST_ENTITIES,
  'inquiry',
  'table_request',
  'application',
  'special_day',
] as const
export type TrashEntity = (typeof TRASH_ENTITIES)[number]

/** Days until deleted rows are purged. */
export const TRASH_DAYS = 30

export type TrashItem = {
  readonly entity: TrashEntity
  readonly id: string
  readonly name: string
  readonly deletedAt: string
}

export const restoreForm = z.strictObject({
  entity: z.enum(TRASH_ENTITIES),
  id: z.uuid(),
  agreedDinners,
  /** Tables that staff agreed to take off sale for an event. */
  offSale: z.optional(z.array(z.uuid()).check(z.maxLength(9))),
})
export type RestoreForm = z.output<typeof restoreForm>
