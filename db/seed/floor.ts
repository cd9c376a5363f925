import type { Insertable } from 'kysely'
import type { DB } from '#platform/db/db-types.ts'

type Table = Insertable<DB['venueTables']>
type Furniture = Insertable<DB['floorFurniture']>

const BOOTH = { shape: 'booth' as const, width: 96, height: 84 }
const BOOTH_ROWS = [22, 126, 230, 334] as const
const BOOTH_SEATS = [8, 6, 6, 10] as const
const BOOTH_PRICES = [40_000, 30_000, 25_000, 50_000] as const

function booths(
  location: 'Left Green Vip' | 'Right Red Vip',
  columns: readonly [number, number],
  first: number,
): Table[] {
  return columns.flatMap((positionX, column) =>
    BOOTH_ROWS.map((positionY, row) => ({
      ...BOOTH,
      location,
      tableNumber: first + column * BOOTH_ROWS.length + row,
      maxGuests: (BOOTH_SEATS[row] ?? 6) - column * 2,
      reservationPriceCents: (BOOTH_PRICES[row] ?? 25_000) - column * 5000,
      positionX,
      positionY,
    })),
  )
}

const ROUND = { shape: 'round' as const, location: 'Floor Seating' as const }

const floorTables: Table[] = [
  {
    ...ROUND,
    tableNumber: 9,
    maxGuests: 4,
    reservationPriceCents: 15_000,
    positionX: 310,
    positionY: 36,
    width: 76,
    height: 76,
  },
  {
    ...ROUND,
    tableNumber: 10,
    maxGuests: 4,
    reservationPriceCents: 15_000,
    positionX: 310,
    positionY: 148,
    width: 76,
    height: 76,
  },
  {
    ...ROUND,
    tableNumber: 11,
    maxGuests: 2,
    reservationPriceCents: 10_000,
    positionX: 318,
    positionY: 260,
    width: 64,
    height: 64,
  },
  {
    ...ROUND,
    tableNumber: 12,
    maxGuests: 4,
    reservationPriceCents: 12_500,
    positionX: 420,
    positionY: 314,
    width: 72,
    height: 72,
  },
  {
    ...ROUND,
    tableNumber: 13,
    maxGuests: 4,
    reservationPriceCents: 12_500,
    positionX: 516,
    positionY: 314,
    width: 72,
    height: 72,
  },
  {
    ...ROUND,
    tableNumber: 14,
    maxGuests: 4,
    reservationPriceCents: 12_500,
    positionX: 612,
    positionY: 314,
    width: 72,
    height: 72,
  },
  {
    ...ROUND,
    tableNumber: 15,
    maxGuests: 4,
    reservationPriceCents: 12_500,
    positionX: 708,
    positionY: 314,
    width: 72,
    height: 72,
  },
  {
    ...ROUND,
    tableNumber: 16,
    maxGuests: 2,
    reservationPriceCents: 10_000,
    positionX: 818,
    positionY: 260,
    width: 64,
    height: 64,
  },
  {
    ...ROUND,
    tableNumber: 17,
    maxGuests: 4,
    reservationPriceCents: 15_000,
    positionX: 814,
    positionY: 148,
    width: 76,
    height: 76,
  },
  {
    ...ROUND,
    tableNumber: 18,
    maxGuests: 4,
    reservationPriceCents: 15_000,
    positionX: 814,
    positionY: 36,
    width: 76,
    height: 76,
  },
]

export const tables: Table[] = [
  ...booths('Left Green Vip', [26, 158], 1),
  ...floorTables,
  ...booths('Right Red Vip', [1078, 946], 19),
]

/** Pairs of tables that staff push together for a larger party. */
export const combinable: readonly (readonly [number, number])[] = [
  [9, 10],
  [12, 13],
  [14, 15],
  [17, 18],
]

export const furniture: Furniture[] = [
  { kind: 'stage', label: 'Stage', positionX: 450, positionY: 14, width: 300, height: 92 },
  { kind: 'dj_booth', label: 'DJ', positionX: 545, positionY: 30, width: 110, height: 44 },
  { kind: 'dance_floor', label: 'Dance floor', positionX: 430, positionY: 128, width: 340, height: 150 },
  { kind: 'bar', label: 'Bar', positionX: 400, positionY: 436, width: 400, height: 48 },
  { kind: 'entrance', label: 'Entrance', positionX: 76, positionY: 444, width: 130, height: 40 },
]

/** Facts that guests are told about the tables of a zone, with a picture from the room. */
export const zoneDetails = {
  'Left Green Vip': {
    image: 'venue/vip-green-booths.webp',
    included: 'Mixers, ice and a host of your own',
    minimumSpendCents: 40_000,
  },
  'Right Red Vip': {
    image: 'venue/vip-red-booths.webp',
    included: 'Mixers, ice and a host of your own',
    minimumSpendCents: 40_000,
  },
  'Floor Seating': {
    image: 'venue/stage-floor-seating.webp',
    included: 'Mixers and ice',
    minimumSpendCents: null,
  },
} as const
