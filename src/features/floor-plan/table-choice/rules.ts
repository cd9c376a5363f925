import { formatUsdShort } from '#lib/money.ts'
import { countText } from '#lib/text/count.ts'
import { distanceOf } from '../chart/rules.ts'
import type { ViewTable } from '../chart/schema.ts'

/** Between the middles of two tables that stand side by side or behind one another. */
const BESIDE = 150

export type BestTable = { readonly table: ViewTable; readonly reason: string }

/** Tables that the party can have now, its own choice included. A table that it holds needs no advice. */
const isOpenTo =
  (partySize: number) =>
  ({ state, maxGuests }: ViewTable): boolean =>
    (state === 'available' || state === 'selected') && maxGuests >= partySize

const isTaken = ({ state }: ViewTable): boolean => state === 'held' || state === 'reserved'

/**
 * The table that suits a party best: the fewest empty seats, then the lowest price, then the fewest parties beside it, then
 * a booth of the VIP zones. Null where no table is left for the party.
 */
export function bestTable(tables: readonly ViewTable[], partySize: number): BestTable | null {
  const open = tables.filter(isOpenTo(partySize))
  const besideOf = (table: ViewTable): readonly ViewTable[] =>
    tables.filter((it) => it.id !== table.id && distanceOf(it, table) <= BESIDE)
  const takenBeside = (table: ViewTable): number => besideOf(table).filter(isTaken).length
  const [best] = open.toSorted(
    (a, b) =>
      a.maxGuests - b.maxGuests ||
      a.reservationPriceCents - b.reservationPriceCents ||
      takenBeside(a) - takenBeside(b) ||
      Number(isVip(b)) - Number(isVip(a)) ||
      a.tableNumber - b.tableNumber,
  )
  if (!best) return null
  const alike = open.filter((it) => it.maxGuests === best.maxGuests)
  const isQuiet = besideOf(best).length > 0 && takenBeside(best) === 0
  const reason = [
    seatsText(best.maxGuests - partySize, partySize),
    priceText(best, alike, partySize),
    isQuiet ? 'and the tables beside it are still free' : '',
  ]
  return { table: best, reason: `${reason.filter((it) => it !== '').join(', ')}.` }
}

const isVip = ({ location }: ViewTable): boolean => location !== 'Floor Seating'

const seatsText = (empty: number, partySize: number): string =>
  empty === 0
    ? `It seats exactly ${partySize}`
    : `It leaves ${countText(empty, 'seat')} empty, the fewest of all tables left`

function priceText(
  { reservationPriceCents: cents }: ViewTable,
  alike: readonly ViewTable[],
  partySize: number,
) {
  const each = cents === 0 ? 'at no charge' : `at ${perGuestText(cents, partySize)} a guest`
  return alike.some((it) => it.reservationPriceCents > cents) ? `${each}, the lowest price of its size` : each
}

/** `$50` or, rounded to whole dollars, `about $43`. */
export function perGuestText(cents: number, guests: number): string {
  const dollars = Math.round(cents / guests / 100)
  return `${dollars * 100 * guests === cents ? '' : 'about '}${formatUsdShort(dollars * 100)}`
}

/** Orders of the comparison, by the column that decides. */
export const TABLE_ORDERS = ['table', 'seats', 'price'] as const
export type TableOrder = (typeof TABLE_ORDERS)[number]

export const readTableOrder = (text: string | null): TableOrder =>
  TABLE_ORDERS.find((it) => it === text) ?? 'price'

const DECIDES: Record<TableOrder, (table: ViewTable) => number> = {
  table: ({ tableNumber }) => tableNumber,
  seats: ({ maxGuests }) => maxGuests,
  price: ({ reservationPriceCents }) => reservationPriceCents,
}

/** Tables that the party can have, in the order of a column, then by price, seats and number. */
export function comparedTables(
  tables: readonly ViewTable[],
  { partySize, order }: { readonly partySize: number | null; readonly order: TableOrder },
): readonly ViewTable[] {
  const by = [DECIDES[order], DECIDES.price, DECIDES.seats, DECIDES.table]
  return tables
    .filter(isOpenTo(partySize ?? 1))
    .toSorted((a, b) => by.map((of) => of(a) - of(b)).find((it) => it !== 0) ?? 0)
}
