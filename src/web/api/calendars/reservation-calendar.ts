import { data } from 'react-router'
import { findDinner, hasCalendarEntry, makeDinnerCalendar } from '#features/dining/dinners/service.ts'
import { OTHER_LABELS } from '#features/reservations/evening/rules.ts'
import type { EveningLink } from '#features/reservations/evening/schema.ts'
import { findEvening } from '#features/reservations/evening/service.ts'
import { guestPath } from '#features/reservations/guest-links/service.ts'
import { findReservation, makeReservationCalendar } from '#features/reservations/service.ts'
import { type RequestContext, withContext } from '#http/context.ts'
import type { Route } from './+types/reservation-calendar.ts'
import { calendarResponse } from './calendar-response.ts'
import { followMerge } from '../../site/my-reservation/guest-page.ts'

/** Calendar file of a reservation; for a cancelled one, the file that removes the calendar entry. */
export const loader = withContext(async (deps, { params }: Route.LoaderArgs) => {
  const id = deps.tokens.read('guest', params.token)
  if (id !== null) await followMerge(deps, id, '/calendar.ics')
  const file = id === null ? null : await fileOf(deps, id)
  if (!file) throw data('Reservation not found', { status: 404 })
  return calendarResponse(file)
})

/** The other reservation of the evening, where the holder of this link holds that one, too. */
async function findOther(deps: RequestContext, id: string): Promise<EveningLink | null> {
  const other = (await findEvening(deps, id, 'holder'))?.other
  return other ? { label: OTHER_LABELS[other.type], link: deps.origin + guestPath(deps, other.id) } : null
}

async function fileOf(deps: RequestContext, id: string): Promise<{ name: string; text: string } | null> {
  const venue = await deps.loadVenue()
  const link = deps.origin + guestPath(deps, id)
  const evening = await findOther(deps, id)
  const reservation = await findReservation(deps, id)
  if (reservation) {
    if (reservation.status === 'pending') return null
    const text = makeReservationCalendar({ reservation, venue, link, evening, now: deps.now })
    return { name: reservation.event.slug, text }
  }
  const dinner = await findDinner(deps, id)
  if (!dinner || !hasCalendarEntry(dinner)) return null
  return { name: 'dinner', text: makeDinnerCalendar({ dinner, venue, link, evening, now: deps.now }) }
}
