import { addEvent, deleteEvent, editEvent } from '#features/events/management/service.ts'
import { listOfferableTables } from '#features/holds/table-blocks/service.ts'
import { offerFreeTables } from '#features/waiting-list/offers/service.ts'
import { offerByStaff } from '#features/waiting-list/staff/service.ts'
import { addHours } from '#lib/venue-time.ts'
import { findNight } from '../booking/booking-fixtures.ts'
import { newEvent } from '../support/event-form.ts'
import { cancel, join, sellOut } from '../waiting-list/waiting-fixtures.ts'
import { sendQueued, type Venue, type Written } from './written-emails.ts'

/** The emails to a party whose night is moved, and then called off. */
async function writeMovedAndCalledOff(venue: Venue, now: Date): Promise<Written[]> {
  const deps = { ...venue.asStaff(), now }
  const db = venue.app().db
  const added = await addEvent(deps, newEvent({ soldOut: true }))
  if (!added.ok) throw new Error(added.reason.why)
  const { id, version, slug } = added.value
  await join(venue.app(), { event: { id, slug, startsAt: now, endsAt: now }, tables: [] }, { now })
  await sendQueued(venue, now)
  const form = newEvent({ soldOut: true, date: '2031-05-03' })
  await editEvent(deps, { id, version }, form)
  await offerFreeTables({ db, now })
  const written = await sendQueued(venue, now)
  await deleteEvent(deps, id)
  const later = addHours(now, 1)
  await offerFreeTables({ db, now: later })
  return [...written, ...(await sendQueued(venue, later))]
}

/** The emails of the waiting list, written late on the evening before the night. */
export async function writeWaiting(venue: Venue, now: Date): Promise<Written[]> {
  const { app, asStaff } = venue
  const written: Written[] = []
  const night = await findNight(app().db, now)
  const sold = await sellOut(app(), night)
  const party = { guestEmail: 'waits@example.com' }
  const entryId = await join(app(), night, { now, party })
  written.push(...(await sendQueued(venue, now)))
  for (const id of [...sold.values()].slice(0, 1)) {
    // oxlint-disable-next-line no-await-in-loop -- one table
    await cancel(app().db, id)
  }
  const [table] = await listOfferableTables(app().db, night.event.id, now)
  // By hand, because no offer is made by itself at this hour.
  await offerByStaff({ ...asStaff(), now }, entryId, { tableId: table?.id ?? null, reason: 'Regular' })
  written.push(...(await sendQueued(venue, now)))
  const later = addHours(now, 1)
  await app()
    .db.updateTable('reservations')
    .set({ status: 'cancelled', cancelReason: 'hold_expired' })
    .where('guestEmail', '=', party.guestEmail)
    .execute()
  await offerFreeTables({ db: app().db, now: later })
  written.push(...(await sendQueued(venue, later)))
  written.push(...(await writeMovedAndCalledOff(venue, later)))
  return written
}
