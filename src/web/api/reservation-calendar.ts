import { data } from 'react-router'
import { findReservation, makeReservationCalendar } from '#features/reservations/service.ts'
import { withDeps } from '../context.ts'
import { guestPath } from '../site/confirmation-words.ts'
import type { Route } from './+types/reservation-calendar.ts'

/** The night as a file for the guest's calendar; of a cancelled one, the file that takes it out again. */
export const loader = withDeps(async (deps, { params }: Route.LoaderArgs) => {
  const id = deps.tokens.read('guest', params.token)
  const reservation = id === null ? null : await findReservation(deps, id)
  if (!reservation || reservation.status === 'pending') throw data('Reservation not found', { status: 404 })
  const venue = await deps.loadVenue()
  const link = deps.origin + guestPath(deps, reservation.id)
  return new Response(makeReservationCalendar({ reservation, venue, link, now: deps.now }), {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${reservation.event.slug}.ics"`,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'same-origin',
      'X-Robots-Tag': 'noindex, nofollow',
    },
  })
})
