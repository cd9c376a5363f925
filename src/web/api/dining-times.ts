import { data } from 'react-router'
import { readDate, readGuests } from '#features/dining/rules.ts'
import { listTimes } from '#features/dining/service.ts'
import { withContext } from '#http/context.ts'
import type { Route } from './+types/dining-times.ts'

/** Dining times of one date for a party size, as JSON for the booking form. */
export const loader = withContext(async (deps, { request }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams
  const date = readDate(query.get('date'))
  const guests = readGuests(query.get('guests'))
  if (date === null || guests === null) throw data('Invalid date or party size.', { status: 400 })
  const serviceDay = await listTimes({ ...deps, venue: await deps.loadVenue() }, { date, guests })
  return Response.json(serviceDay, { headers: { 'Cache-Control': 'no-store' } })
})
