import type { ChartTable, VenueTable } from '#features/floor-plan/chart/schema.ts'

export const table = (n: number, over: Partial<VenueTable> = {}): VenueTable => ({
  id: `t${n}`,
  tableNumber: n,
  maxGuests: 6,
  location: 'Left Green Vip',
  shape: 'booth',
  reservationPriceCents: 25_000,
  isAvailable: true,
  positionX: 0,
  positionY: 0,
  width: 60,
  height: 60,
  rotation: 0,
  ...over,
})

export const charted = (n: number, over: Partial<ChartTable> = {}): ChartTable => ({
  ...table(n),
  state: 'available',
  ...over,
})
