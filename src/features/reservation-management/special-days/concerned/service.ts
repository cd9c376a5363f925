import { hasSlot } from '#features/dining/rules.ts'
import { readFullRefund } from '#features/payments/refunds/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import type { ListedNames } from '#lib/names/listed-names.ts'
import { clockAt, formatClock } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { isClosed } from '../rules.ts'
import type { AffectedReservation, DaySet, SpecialDay } from '../schema.ts'
import { countWaiting, listEventsOn, listReservationsOn, listWaitingTimes } from './store.ts'

export { listReservationsOn, lockEvents } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

export type Standing = Awaited<ReturnType<typeof listReservationsOn>>

/** Names on the guest lists of events. */
const namesOf = (events: Awaited<ReturnType<typeof listEventsOn>>): ListedNames => ({
  names: events.reduce((sum, it) => sum + it.listed.names, 0),
  reachable: events.reduce((sum, it) => sum + it.listed.reachable, 0),
})

/** Names on the guest lists of the events of a day. */
export const readListed = async ({ db, now }: Deps, day: SpecialDay): Promise<ListedNames> =>
  namesOf(await listEventsOn(db, { ...day, now }))

/** The events, reservations and names that the closing of a day concerns, and the refunds that their cancellation makes. */
export async function readAffected(
  { db, now }: Deps,
  { date, service, since = null }: Pick<SpecialDay, 'date' | 'service'> & { readonly since?: Date | null },
  standing: Standing,
): Promise<AffectedReservation> {
  const events = await listEventsOn(db, { date, service, now, since })
  let [refundCents, venueRefundCents] = [0, 0]
  for (const { id } of standing) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
    const { onlineCents, atVenueCents } = await readFullRefund({ db }, id)
    refundCents += onlineCents
    venueRefundCents += atVenueCents
  }
  return {
    events: events.map(({ title, startTime, parties }) => ({
      title,
      time: formatClock(startTime.slice(0, 5)),
      parties: parties ?? 0,
    })),
    reservations: standing.map(({ guestName, startsAt, guestCount }) => ({
      name: guestName,
      time: clockAt(startsAt),
      guests: guestCount,
    })),
    waiting: await countWaiting(db, { date, service, now, since }),
    listed: namesOf(events),
    paidCents: standing.reduce((sum, it) => sum + it.receivedCents - it.refundedCents - it.disputedCents, 0),
    refundCents,
    venueRefundCents,
  }
}

/**
 * The events, reservations and waiting parties of a closed day that are new since it was cleared. No reservation stands on a day that
 * was closed with all of them cancelled, so there each one counts, whenever it was made.
 */
export async function readAffectedSince(
  deps: Deps,
  day: SpecialDay,
  since: Date,
): Promise<AffectedReservation> {
  const isEach = day.closedEvents === 'cancelled'
  const asked = { date: day.date, service: day.service, now: deps.now, since: isEach ? null : since }
  return readAffected(deps, { ...day, since }, await listReservationsOn(deps.db, asked))
}

/** Whether the parties in line for a day have to be told that no table is offered any more. */
const endsLines = (day: SpecialDay): boolean =>
  isClosed(day) && (day.service === 'restaurant' || day.closedEvents !== 'kept_open')

/**
 * Parties in line that are told, and reservations that stay, after a day was written. Special hours end the lines of the dinner times
 * that they leave out, and withdraw the open offers of them.
 */
export async function countLeft(
  { db, now }: Deps,
  day: SpecialDay,
  standing: Standing,
): Promise<Pick<DaySet, 'waiting' | 'standing'>> {
  const venue = await loadVenue({ db })
  const isLost = (startsAt: Date): boolean => !hasSlot(venue, { date: day.date, startsAt })
  const losesTimes = !isClosed(day) && day.service === 'restaurant'
  const times = losesTimes ? await listWaitingTimes(db, { ...day, now }) : []
  return {
    waiting: endsLines(day) ? await countWaiting(db, { ...day, now }) : times.filter(isLost).length,
    standing: standing.filter((it) => !(it.isOffer && it.reservationType === 'dining' && isLost(it.startsAt)))
      .length,
  }
}
