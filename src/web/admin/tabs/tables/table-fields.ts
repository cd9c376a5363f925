import type { TableShape } from '#features/floor-plan/chart/schema.ts'
import { type Zone, ZONES } from '#features/venue/schema.ts'
import { type StaffTable, TABLE_SHAPES } from '#features/floor-plan/tables/schema.ts'
import { decimalUsd } from '#lib/money.ts'

export const TABLES_KEY = ['tables']
export const TABLES_PATH = '/admin/api/tables'
/** Pages of the tables; the id follows. */
export const TABLE_PAGES = '/admin/tables'
/** Nested under the key of the tables: invalidating their list also invalidates the plan. */
export const PLAN_KEY = [...TABLES_KEY, 'plan']
export const PLAN_PATH = '/admin/api/floor-plan'

/** Form values of a table: text as typed. */
export type TableFields = {
  readonly tableNumber: string
  readonly maxGuests: string
  readonly location: Zone
  readonly reservationPrice: string
  readonly isAvailable: boolean
  readonly shape: TableShape
  readonly positionX: string
  readonly positionY: string
  readonly width: string
  readonly height: string
  readonly rotation: string
  readonly included: string
  readonly minimumSpend: string
  readonly imageId: string | null
}

export const ZONE_OPTIONS = ZONES.map((it) => ({ value: it, label: it }))
export const SHAPE_OPTIONS = TABLE_SHAPES.map((it) => ({ value: it, label: it }))
export const zoneOf = (text: string): Zone => ZONES.find((it) => it === text) ?? 'Floor Seating'

const dollars = (cents: number): string => (cents % 100 === 0 ? String(cents / 100) : decimalUsd(cents))

/** Form values of a new table, with the next free number. */
export const newTableFields = (tables: readonly StaffTable[]): TableFields => ({
  tableNumber: String(Math.max(0, ...tables.map((it) => it.tableNumber)) + 1),
  maxGuests: '4',
  location: 'Floor Seating',
  reservationPrice: '0',
  isAvailable: true,
  shape: 'round',
  positionX: '570',
  positionY: '220',
  width: '60',
  height: '60',
  rotation: '0',
  included: '',
  minimumSpend: '',
  imageId: null,
})

export const tableFieldsOf = (table: StaffTable): TableFields => ({
  tableNumber: String(table.tableNumber),
  maxGuests: String(table.maxGuests),
  location: table.location,
  reservationPrice: dollars(table.reservationPriceCents),
  isAvailable: table.isAvailable,
  shape: table.shape,
  positionX: String(table.positionX),
  positionY: String(table.positionY),
  width: String(table.width),
  height: String(table.height),
  rotation: String(table.rotation),
  included: table.included ?? '',
  minimumSpend: table.minimumSpendCents === null ? '' : dollars(table.minimumSpendCents),
  imageId: table.picture?.id ?? null,
})
