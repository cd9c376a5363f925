import { tableNumbersOf } from '#features/reservations/rules.ts'
import type { NightReservation } from '#features/reservations/schema.ts'

type Party = Pick<NightReservation, 'startsAt' | 'guestCount'>
type Night = Party & Pick<NightReservation, 'event' | 'table'>

/** The facts that a form which cancels a dinner says that it showed. A dinner of another time or party is not the one that its guest cancels. */
export const seenDinner = ({ startsAt, guestCount }: Party): string =>
  `${startsAt.toISOString()} ${guestCount}`

/** The same for a night, of which the form names the event and the tables, too. */
export const seenNight = ({ event, table, ...party }: Night): string =>
  [seenDinner(party), event.id, ...tableNumbersOf(table)].join(' ')
