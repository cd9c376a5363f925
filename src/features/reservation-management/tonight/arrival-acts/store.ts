import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

/** Makes a dinner that the waiting list offers the guest's, so that it has no expiry. A trigger marks the offer as accepted. */
export async function endOffer(db: Db, id: string): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ heldUntil: null })
    .where('id', '=', id)
    .where('heldUntil', 'is not', null)
    .execute()
}

/** The date from which an event was moved, as it was planned then. */
export const findFormerEventNight = (db: Db, eventId: string, date: CalendarDate) =>
  db
    .selectFrom('formerEventNights')
    .where('eventId', '=', eventId)
    .where('night', '=', date)
    .select(['night as date', 'startsAt', 'movedAt'])
    .executeTakeFirst()

/** The night of a date from which a reservation was moved, as it was booked then. */
export const findFormerNight = (db: Db, reservationId: string, date: CalendarDate) =>
  db
    .selectFrom('formerNights')
    .where('reservationId', '=', reservationId)
    .where('night', '=', date)
    .select(['night as date', 'startsAt', 'tableNumber', 'movedAt'])
    .executeTakeFirst()
