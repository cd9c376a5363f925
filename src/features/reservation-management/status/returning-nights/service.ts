import type { Booking } from '#features/reservation-management/schema.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { keepEvent } from '#features/events/service.ts'

type Times = { readonly businessDate: CalendarDate; readonly startsAt: Date; readonly endsAt: Date }

/** The reservation at its night, and the columns to write where the night was moved. */
type NightAgain = { readonly booking: Booking; readonly moved: Partial<Times> }

/**
 * The date and time of a reservation that stands again: those of its night now, which staff may have moved while the reservation
 * was cancelled or deleted. A table that was sold in the course of the night keeps its later start. The caller has locked the
 * reservation.
 */
export async function nightAgain(
  trx: Db,
  booking: Booking,
): Promise<Result<NightAgain, { readonly why: 'refused'; readonly text: string }>> {
  const { eventId, date, startsAt, endsAt } = booking
  if (eventId === null) return ok({ booking, moved: {} })
  const night = await keepEvent(trx, eventId)
  if (!night) return no(DELETED)
  const isElsewhere = night.date !== date
  const isLater = night.startsAt > startsAt
  if (!isElsewhere && !isLater && night.endsAt.getTime() === endsAt.getTime())
    return ok({ booking, moved: {} })
  const times = { startsAt: isElsewhere || isLater ? night.startsAt : startsAt, endsAt: night.endsAt }
  return ok({
    booking: { ...booking, ...times, date: night.date },
    moved: { ...times, businessDate: night.date },
  })
}

const DELETED = {
  why: 'refused',
  text: 'The event of this reservation was deleted. Restore the event first, or book the party for another one.',
} as const
