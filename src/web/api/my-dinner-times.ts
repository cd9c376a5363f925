import { data } from 'react-router'
import { readDate, readGuests, venueOfMove } from '#features/dining/rules.ts'
import { listTimes } from '#features/dining/service.ts'
import { findDinner } from '#features/dining/dinners/service.ts'
import { cacheControl } from '#page-cache/cache-control.ts'
import { withContext } from '#http/context.ts'
import type { Route } from './+types/my-dinner-times.ts'
import { followMerge } from '../site/my-reservation/guest-page.ts'

/** Dining times of one date that a dinner can be moved to; its own table counts as free. */
export const loader = withContext(async (deps, { params, request }: Route.LoaderArgs) => {
  const id = deps.tokens.read('guest', params.token)
  const { search, searchParams: query } = new URL(request.url)
  if (id !== null) await followMerge(deps, id, `/times${search}`)
  const date = readDate(query.get('date'))
  const dinner = id === null ? null : await findDinner(deps, id)
  if (!dinner || date === null) throw data('There is no such dinner.', { status: 404 })
  const party = { date, guests: readGuests(query.get('guests')) ?? dinner.guestCount, except: dinner.id }
  const venue = venueOfMove(await deps.loadVenue(), dinner)
  const serviceDay = await listTimes({ ...deps, venue }, party)
  return Response.json(serviceDay, {
    headers: { 'Cache-Control': cacheControl('fresh'), 'X-Robots-Tag': 'noindex, nofollow' },
  })
})
