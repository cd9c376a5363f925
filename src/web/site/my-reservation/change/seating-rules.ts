import { canChoose, openingCentre, viewTables } from '#features/floor-plan/chart/rules.ts'
import { type ChartTable, FLOOR_WIDTH, type ViewTable } from '#features/floor-plan/chart/schema.ts'
import { type Cents, formatUsd, formatUsdShort } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'

/** The facts of a reservation that decide which tables its guest may change to. */
export type Seated = {
  /** The guest's table on the night that is shown; null on another night. */
  readonly tableId: string | null
  /** The table that is kept while the guest pays for an earlier change, on the night that is shown. */
  readonly keptId: string | null
  /** The party as it is booked: it may stay at its table though staff seated more than the table has seats. */
  readonly guests: number
  /** Price of the guest's table as it was agreed. */
  readonly agreedCents: Cents
}

type Choosing = {
  readonly seated: Seated
  readonly partySize: number | null
  readonly chosen: string | null
}

type Offer = Pick<Seated, 'keptId'> & {
  /** No table of the night can be bought any more. */
  readonly isOffSale: boolean
}

/** The tables as they are offered for a change: none where the night is off sale, else the one kept for this guest, too. */
export const offerTables = (
  tables: readonly ChartTable[],
  { keptId, isOffSale }: Offer,
): readonly ChartTable[] =>
  tables.map((table) => {
    if (isOffSale) return table.state === 'available' ? { ...table, state: 'reserved' } : table
    return table.id === keptId ? { ...table, state: 'available' } : table
  })

/** The tables as a guest sees them who changes a reservation: their own is theirs at its agreed price, and prices are differences to it. */
export function viewForChange(
  tables: readonly ChartTable[],
  { seated, partySize, chosen }: Choosing,
): readonly ViewTable[] {
  const viewed = viewTables(tables, { partySize, chosen, yours: new Set() })
  return viewed.map((table): ViewTable => {
    if (table.id !== seated.tableId)
      return canChoose(table) ? { ...table, priceText: shortDifference(differenceOf(table, seated)) } : table
    const priceText = formatUsdShort(seated.agreedCents)
    const isTooSmall = (partySize ?? 1) > Math.max(table.maxGuests, seated.guests)
    return {
      ...table,
      priceText,
      state: isTooSmall ? 'too_small' : table.id === chosen ? 'selected' : 'yours',
    }
  })
}

/** Middle of the frame as the chart opens, as a share of its width: the guest's own table, or most tables to choose from. */
export function centreOf(viewed: readonly ViewTable[], { tableId }: Seated, frameShare: number): number {
  const own = viewed.find(({ id }) => id === tableId)
  if (!own) return openingCentre(viewed, frameShare)
  const middle = (own.positionX + own.width / 2) / FLOOR_WIDTH
  return Math.min(Math.max(middle, frameShare / 2), 1 - frameShare / 2)
}

const differenceOf = (table: ViewTable, { tableId, agreedCents }: Seated): Cents =>
  table.id === tableId ? 0 : table.reservationPriceCents - agreedCents

/** `+$50` on the drawing of a table. */
const shortDifference = (cents: Cents): string =>
  cents === 0 ? 'same' : `${cents > 0 ? '+' : ''}${formatUsdShort(cents)}`

/** `Table 12, Floor Seating, up to 4 guests, $300.00, $50.00 more`. */
export function describeChoice(table: ViewTable, seated: Seated): string {
  const seats = `Table ${table.tableNumber}, ${table.location}, up to ${countText(table.maxGuests, 'guest')}`
  if (table.id === seated.tableId) return `${seats}, yours`
  const cents = differenceOf(table, seated)
  const difference =
    cents === 0 ? 'same price' : `${formatUsd(Math.abs(cents))} ${cents > 0 ? 'more' : 'less'}`
  return `${seats}, ${formatUsd(table.reservationPriceCents)}, ${difference}`
}
