import { listOnlineRefunds, readFullRefund, readMoney } from '#features/payments/refunds/service.ts'
import { readUnsettledRefund } from '#features/reservation-management/amendments/outcomes/service.ts'
import { hasArrived } from '#features/reservation-management/arrivals/service.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import { feesIn } from '#features/reservations/rules.ts'
import { entryLink, findReservation } from '#features/reservations/service.ts'
import type { RequestContext } from '#http/context.ts'
import { describeReservation, type ReservationShown } from '../my-reservation-copy.ts'
import { passesOf } from '../guest-page.ts'

export type NightFacts = ReservationShown & { readonly startsAt: Date }

/** A night with its money and terms, as its guest sees it; null where the id names none. */
export async function loadNight(deps: RequestContext, id: string): Promise<NightFacts | null> {
  const [reservation, venue] = await Promise.all([findReservation(deps, id), deps.loadVenue()])
  if (!reservation) return null
  const [paid, ifCancelled, arrived, refunds, unsettled] = await Promise.all([
    readMoney(deps, id),
    readFullRefund(deps, id, feesIn(reservation.lines)),
    hasArrived(deps.db, id),
    listOnlineRefunds(deps.db, id),
    readUnsettledRefund(deps, id),
  ])
  const night = describeReservation({
    reservation,
    money: {
      ...paid,
      ifCancelled,
      onlineRefunds: unsettled > 0 ? [...refunds, { at: deps.now, cents: unsettled }] : refunds,
    },
    venue,
    hasArrived: arrived,
    link: guestPath(deps, id),
    entryLink: entryLink(deps, { id, date: reservation.event.date }),
    passPaths: passesOf(deps, guestPath(deps, id)),
    now: deps.now,
  })
  return { ...night, startsAt: reservation.startsAt }
}
