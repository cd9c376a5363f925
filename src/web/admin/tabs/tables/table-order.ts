import type { StaffTable } from '#features/floor-plan/tables/schema.ts'

type Compare = (a: StaffTable, b: StaffTable) => number

const BY: Readonly<Record<string, Compare>> = {
  number: (a, b) => a.tableNumber - b.tableNumber,
  highest: (a, b) => b.tableNumber - a.tableNumber,
  smallest: (a, b) => a.maxGuests - b.maxGuests,
  largest: (a, b) => b.maxGuests - a.maxGuests,
  location: (a, b) => a.location.localeCompare(b.location),
  cheapest: (a, b) => a.reservationPriceCents - b.reservationPriceCents,
  dearest: (a, b) => b.reservationPriceCents - a.reservationPriceCents,
  status: (a, b) => Number(a.isAvailable) - Number(b.isAvailable),
}

/** The order that a URL asks for; by number if it asks for none that there is. */
export const tableOrderOf = (asked: string | null): string =>
  asked !== null && Object.hasOwn(BY, asked) ? asked : 'number'

/** The tables in an order, equal ones by their number. */
export const tablesIn = (order: string, tables: readonly StaffTable[]): readonly StaffTable[] =>
  tables.toSorted((a, b) => BY[order]?.(a, b) || a.tableNumber - b.tableNumber)
