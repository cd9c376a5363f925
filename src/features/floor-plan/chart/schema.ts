import type { OffSale } from '#features/reservations/schema.ts'
import type { Zone } from '#features/venue/schema.ts'
import type { TableDetails } from '../table-details/schema.ts'

export const FLOOR_WIDTH = 1200
export const FLOOR_HEIGHT = 500

export type TableShape = 'round' | 'square' | 'booth'
export type FurnitureKind = 'stage' | 'bar' | 'dj_booth' | 'dance_floor' | 'entrance'

/** Position on the floor plan of 1200 by 500 units: top left corner, size, rotation about the middle in degrees. */
export type Place = {
  readonly positionX: number
  readonly positionY: number
  readonly width: number
  readonly height: number
  readonly rotation: number
}

export type VenueTable = Place & {
  readonly id: string
  readonly tableNumber: number
  readonly maxGuests: number
  readonly location: Zone
  readonly shape: TableShape
  readonly reservationPriceCents: number
  readonly isAvailable: boolean
}

export type Furniture = Place & { readonly id: string; readonly kind: FurnitureKind; readonly label: string }

/**
 * Table state for all guests. `held`: another guest is paying for it. `reserved` covers reservations, table blocks and
 * the pre-booked share alike.
 */
export type TableState = 'available' | 'held' | 'reserved' | 'unavailable'

export type ChartTable = VenueTable & { readonly state: TableState }

/** Table state as one guest sees it, given their party size, selection and hold. */
export type ViewState = TableState | 'selected' | 'yours' | 'too_small'

export type ViewTable = VenueTable & {
  readonly state: ViewState
  /** Text in place of the price, such as the difference to what a guest paid. */
  readonly priceText?: string
}

export type SeatingChart = {
  /** Cache variant of the chart and seed of its pre-booked share, which stays the same within a variant. */
  readonly variant: number
  readonly tables: readonly ChartTable[]
  /** Details by table id. They change with the page, not with the live states. */
  readonly details: Readonly<Record<string, TableDetails>>
  readonly furniture: readonly Furniture[]
}

/** Full state of the floor, as it is streamed to open charts. */
export type FloorSnapshot = {
  readonly tables: readonly (readonly [tableId: string, state: TableState])[]
  /** Reason why no table can be booked any more. A server of an earlier version does not send it. */
  readonly offSale?: OffSale | null
}
