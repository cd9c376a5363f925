import { listOnlineRefunds, readFullRefund, readMoney } from '#features/payments/refunds/service.ts'
import { readUnsettledRefund } from '#features/reservation-management/amendments/outcomes/service.ts'
import { hasArrived } from '#features/reservation-management/arrivals/service.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import { feesIn } from '#features/reservations/rules.ts'
import { entryLink, findReservation } from '#features/reservations/service.ts'
import type { RequestContext } from '#http/context.ts'
import type { Db } from '#platform/db/db.ts'
import { describeReservation, type ReservationShown } from '../my-reservation-copy.ts'
import { passesOf } from '../guest-page.ts'

export type NightFacts = ReservationShown & { readonly startsAt: Date }

/** A night with its money and terms, as its guest sees it; null where the id names none. */
export async function loadNight(deps: RequestContext, id: string): Promise<NightFacts | null> {
  const [facts, venue] = await Promise.all([readFacts(deps.db, id), deps.loadVenue()])
  if (!facts) return null
  const { reservation, paid, ifCancelled, arrived, refunds, unsettled } = facts
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

/**
 * Reads all facts as of one moment. In several moments, a refund that is requested between them would be neither under way nor made,
 * or both.
 */
const readFacts = (whole: Db, id: string) =>
  whole
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (db) => {
      const reservation = await findReservation({ db }, id)
      if (!reservation) return null
      return {
        reservation,
        paid: await readMoney({ db }, id),
        ifCancelled: await readFullRefund({ db }, id, feesIn(reservation.lines)),
        arrived: await hasArrived(db, id),
        refunds: await listOnlineRefunds(db, id),
        unsettled: await readUnsettledRefund({ db }, id),
      }
    })
