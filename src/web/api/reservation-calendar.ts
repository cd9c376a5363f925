import { data } from 'react-router'
import { findDinner, hasCalendarEntry, makeDinnerCalendar } from '#features/dining/dinners/service.ts'
import { findReservation, makeReservationCalendar } from '#features/reservations/service.ts'
import { type RequestContext, withContext } from '#http/context.ts'
import { followMerge, guestPath } from '../site/payment/confirmation-copy.ts'
import type { Route } from './+types/reservation-calendar.ts'

/** Calendar file of a reservation; for a cancelled one, the file that removes the calendar entry. */
export const loader = withContext(async (deps, { params }: Route.LoaderArgs) => {
  const id = deps.tokens.read('guest', params.token)
  if (id !== null) await followMerge(deps, id, '/calendar.ics')
  const file = id === null ? null : await fileOf(deps, id)
  if (!file) throw data('Reservation not found', { status: 404 })
  return new Response(file.text, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${file.name}.ics"`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex, nofollow',
    },
  })
})

async function fileOf(deps: RequestContext, id: string): Promise<{ name: string; text: string } | null> {
  const venue = await deps.loadVenue()
  const link = deps.origin + guestPath(deps, id)
  const reservation = await findReservation(deps, id)
  if (reservation) {
    if (reservation.status === 'pending') return null
    const text = makeReservationCalendar({ reservation, venue, link, now: deps.now })
    return { name: reservation.event.slug, text }
  }
  const dinner = await findDinner(deps, id)
  if (!dinner || !hasCalendarEntry(dinner, venue)) return null
  return { name: 'dinner', text: makeDinnerCalendar({ dinner, venue, link, now: deps.now }) }
}
