import { coverText } from '#features/events/rules.ts'
import { billOf, type BilledMoney } from '#features/reservations/bill/rules.ts'
import { neededLines } from '#features/reservations/package-contents/rules.ts'
import { tableNumbersOf } from '#features/reservations/rules.ts'
import type { NightReservation } from '#features/reservations/schema.ts'
import type { Confirmation } from '#features/reservations/ui/confirmation-slip.tsx'
import { minimumSpendAmount } from '#features/reservations/minimum-spend/rules.ts'
import type { PassPaths } from '#features/reservations/ui/pass-link.tsx'
import { addressLine, directionsTo } from '#features/venue/rules.ts'
import type { PublicVenue } from '#features/venue/schema.ts'
import { capitalized } from '#lib/text/capitalized.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { countText } from '#lib/text/count.ts'
import { nightText, timeText, formatStartDate } from '#lib/venue-time.ts'
import { qrPath } from '#platform/mail/qr-code.ts'
import { NO_PASSES } from '../my-reservation/guest-page.ts'

const partyText = (guestCount: number): string => countText(guestCount, 'guest')

type Facts = {
  readonly reservation: NightReservation
  readonly venue: PublicVenue
  readonly link: string
  /** Link of the QR code, which staff verify at the entrance. */
  readonly entryLink: string
  readonly passPaths: PassPaths
  readonly now: Date
  /** Payments and refunds; left out right after a payment. */
  readonly money?: BilledMoney
}

/** Formats a reservation for the guest's confirmation. */
export function writeConfirmation({
  reservation,
  venue,
  link,
  entryLink,
  passPaths,
  now,
  money,
}: Facts): Confirmation {
  const { event, table, entryCode, status, endsAt } = reservation
  const canEnter = (status === 'confirmed' || status === 'completed') && endsAt > now
  return {
    eventTitle: event.title,
    eventPath: `/events/${event.slug}`,
    tableNumber: table.number,
    tables: capitalized(namedTables(tableNumbersOf(table))),
    zone: table.zone,
    date: formatStartDate(event.date, event.startTime),
    time: timeText(event),
    night: nightText(event),
    guestName: reservation.guestName,
    party: partyText(reservation.guestCount),
    email: reservation.guestEmail,
    phone: reservation.guestPhone,
    specialRequests: reservation.specialRequests,
    packages: reservation.lines.flatMap(({ packageKey }) => packageKey ?? []),
    needed: canEnter ? neededLines(reservation, now) : [],
    ...billOf({ ...reservation, isOver: endsAt <= now }, money),
    cover: coverText(event.price, reservation.guestCount, reservation.holderCount),
    minimumSpend: minimumSpendAmount(table.minimumSpendCents),
    entry: canEnter ? { code: entryCode, ...qrPath(entryLink) } : null,
    address: `${venue.name}, ${addressLine(venue)}`,
    directionsUrl: directionsTo(venue),
    link,
    passPaths: canEnter ? passPaths : NO_PASSES,
  }
}
