import type { Zone } from '#features/venue/schema.ts'

export const FLOOR_WIDTH = 1200
export const FLOOR_HEIGHT = 500

export type TableShape = 'round' | 'square' | 'booth'
export type FurnitureKind = 'stage' | 'bar' | 'dj_booth' | 'dance_floor' | 'entrance'

/** A place in the 1200 by 500 space: the top left corner, the size, and a turn about the middle in degrees. */
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
 * What the house says of a table. `held`: another guest is paying for it. `reserved` covers a guest's reservation, the
 * house's own hold and the pre-booked share alike.
 */
export type TableState = 'available' | 'held' | 'reserved' | 'unavailable'

export type ChartTable = VenueTable & { readonly state: TableState }

/** What one guest sees of a table, who has a party, may have chosen one and may be holding one. */
export type ViewState = TableState | 'selected' | 'yours' | 'too_small'

export type ViewTable = VenueTable & { readonly state: ViewState }

export type SeatingChart = {
  /** Which drawing of the chart this is: the pre-booked share stays the same while it does. */
  readonly variant: number
  readonly tables: readonly ChartTable[]
  readonly furniture: readonly Furniture[]
}

/** A full reading of the floor, as it is sent to the charts that are open. */
export type FloorSnapshot = {
  readonly tables: readonly (readonly [tableId: string, state: TableState])[]
}
