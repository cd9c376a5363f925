import { tableNumbersOf } from '#features/reservations/rules.ts'
import type { NightReservation } from '#features/reservations/schema.ts'

type Party = Pick<NightReservation, 'startsAt' | 'guestCount'>
type Night = Party & Pick<NightReservation, 'event' | 'table'>

/**
 * The facts that a form says that it showed of a dinner. One of another time or party is not the dinner that its guest cancels or
 * moves.
 */
export const seenDinner = ({ startsAt, guestCount }: Party): string =>
  `${startsAt.toISOString()} ${guestCount}`

/** The same for a night, of which the form names the event and the tables, too. */
export const seenNight = ({ event, table, ...party }: Night): string =>
  [seenDinner(party), event.id, ...tableNumbersOf(table)].join(' ')
