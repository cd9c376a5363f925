import { formatDate } from '#lib/venue-time.ts'
import type { ConcernedGuest } from './schema.ts'

const NAMED = 6

const describe = ({ guestName, guestCount, tableNumber, date }: ConcernedGuest): string =>
  `${guestName} (${tableNumber === null ? '' : `table ${tableNumber}, `}${guestCount === 1 ? '1 guest' : `${guestCount} guests`}, ${formatDate(date, 'medium')})`

/** `Ama Mensah (table 4, 3 guests, Fri, Nov 27) and 2 more`: whom a change concerns. */
export function describeConcerned(guests: readonly ConcernedGuest[]): string {
  const named = guests.slice(0, NAMED).map(describe)
  const more = guests.length - named.length
  return more > 0 ? `${named.join('; ')} and ${more} more` : named.join('; ')
}
