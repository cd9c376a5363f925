import * as z from 'zod/mini'
import { agreedDinners } from '#features/events/management/schema.ts'

/** What can be in the bin. */
export const BIN_ENTITIES = [
  'menu_item',
  'gallery_item',
  'modal',
  'reservation',
  'event',
  'table',
  'inquiry',
  'table_request',
  'application',
  'special_day',
] as const
export type BinEntity = (typeof BIN_ENTITIES)[number]

/** How long something that was deleted can be taken out again. */
export const BIN_DAYS = 30

export type BinItem = {
  readonly entity: BinEntity
  readonly id: string
  readonly name: string
  readonly deletedAt: string
}

export const restoreForm = z.strictObject({ entity: z.enum(BIN_ENTITIES), id: z.uuid(), agreedDinners })
export type RestoreForm = z.output<typeof restoreForm>
