import { recordActivity } from '#features/audit-log/service.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import type { ArrivalAct } from '#features/reservation-management/arrivals/schema.ts'
import { listEventsOfAllNights } from '#features/reservation-management/arrivals/service.ts'
import { lockBooking } from '#features/reservation-management/service.ts'
import {
  findHeadCount,
  insertHeadCount,
} from '#features/reservation-management/tonight/head-counts/service.ts'
import { businessDate } from '#lib/venue-time.ts'

/** Name of the device in the head count: the list of a device is what let the guests in. */
const DEVICE_NAME = 'Deleted reservation'

/**
 * Counts the guests whom a device let in, or out again, while staff deleted their reservation: they are inside, without a
 * booking, like walk-ins. The audit log names them. An act that is sent again is counted once. False for every other act.
 */
export async function countDeletedParty(
  { db: trx, actor }: ActorDeps,
  act: ArrivalAct,
  happenedAt: Date,
): Promise<boolean> {
  const booking = act.reservationId === undefined ? undefined : await lockBooking(trx, act.reservationId)
  if (!booking?.deletedAt || booking.date !== businessDate(happenedAt)) return false
  // Recorded before the reservation was deleted, and sent again because the answer was lost.
  const isRecorded = (await listEventsOfAllNights(trx, booking.id)).some((it) => it.id === act.id)
  if (isRecorded) return true
  const count = await countOf()
  if (!count) return false
  const isNew = await insertHeadCount(trx, {
    ...count,
    id: act.id,
    night: booking.date,
    happenedAt,
    deviceName: DEVICE_NAME,
    actorId: actor.id,
    actorName: actor.name,
  })
  if (!isNew) return true
  await recordActivity(trx, {
    actor,
    action: count.change > 0 ? 'let in the guests of the deleted' : 'let out the guests of the deleted',
    entity: 'reservation',
    entityId: booking.id,
    after: { guestName: booking.guestName, guestCount: Math.abs(count.change) },
  })
  return true

  async function countOf() {
    switch (act.kind) {
      case 'arrived':
        return { change: act.guests }
      case 'left':
        return { change: -act.guests }
      case 'undone': {
        const undone = await findHeadCount(trx, act.undoesId)
        return undone && { change: -undone.change, undoesId: act.undoesId }
      }
      case 'seated':
      case 'no_show':
        return undefined
    }
  }
}
