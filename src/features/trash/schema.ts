import { LIST_ENTITIES } from '#features/permissions/schema.ts'

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
