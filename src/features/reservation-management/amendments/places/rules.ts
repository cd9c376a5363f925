import { tablesOf } from '#features/reservations/rules.ts'
import type { Place, TableChoice } from '#features/reservation-management/staff-bookings/schema.ts'
import { countText } from '#lib/text/count.ts'
import { listText } from '#lib/text/list-text.ts'
import type { AmendmentForm } from '../schema.ts'

/** The tables of an assignment. */
export const tablesAt = (tables: readonly TableChoice[], place: Place): readonly TableChoice[] =>
  tablesOf(place).flatMap((id) => tables.find((it) => it.id === id) ?? [])

export const isFreePlace = (tables: readonly TableChoice[], place: Place): boolean => {
  const found = tablesAt(tables, place)
  return found.length === tablesOf(place).length && found.every(({ isFree }) => isFree)
}

export const seatsAt = (tables: readonly TableChoice[], place: Place): number =>
  tablesAt(tables, place).reduce((sum, { seats }) => sum + seats, 0)

export const isSamePlace = (a: Place, b: Place): boolean => tablesOf(a).join() === tablesOf(b).join()

type Seating = {
  readonly guests: number
  readonly tables: readonly TableChoice[]
  readonly place: Place
}

/** Question where a party is larger than the tables that staff gave it; null where it fits, or staff agreed. */
export function capacityQuestion(
  { guests, tables, place }: Seating,
  { overCapacity }: Pick<AmendmentForm, 'overCapacity'>,
): { readonly kind: 'capacity'; readonly text: string } | null {
  const seated = tablesAt(tables, place)
  if (overCapacity || seated.length === 0 || seatsAt(tables, place) >= guests) return null
  const names = listText(seated.map(({ tableNumber }) => tableNumber))
  const text = `${seated.length === 1 ? 'Table' : 'Tables'} ${names} ${seated.length === 1 ? 'has' : 'have'} ${countText(seatsAt(tables, place), 'seat')}, and the party is ${guests}.`
  return { kind: 'capacity', text }
}
