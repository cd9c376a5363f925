import { data } from 'react-router'
import { readMonth } from '#features/dining/calendar/rules.ts'
import { listTimesOrNext, loadDiningMonth } from '#features/dining/calendar/service.ts'
import { readDate, readGuests } from '#features/dining/rules.ts'
import { isMonth } from '#lib/calendar-month.ts'
import { businessDate } from '#lib/venue-time.ts'
import { cacheControl } from '#page-cache/cache-control.ts'
import { type RequestContext, withContext } from '#http/context.ts'
import type { Route } from './+types/dining-times.ts'

/** Dining times of one date for a party size, or the dates of a month, as JSON for the booking form. */
export const loader = withContext(async (deps, { request }: Route.LoaderArgs) => {
  const query = new URL(request.url).searchParams
  return Response.json(await findTimes(deps, query), { headers: { 'Cache-Control': cacheControl('fresh') } })
})

async function findTimes(context: RequestContext, query: URLSearchParams) {
  const guests = readGuests(query.get('guests'))
  const date = readDate(query.get('date'))
  const month = query.get('month')
  const deps = { ...context, venue: await context.loadVenue() }
  if (guests !== null && date !== null) return listTimesOrNext(deps, { date, guests })
  if (guests === null || month === null || !isMonth(month))
    throw data('Invalid date or party size.', { status: 400 })
  const shown = readMonth(deps.venue, { month, date: businessDate(deps.now) }, deps.now)
  return loadDiningMonth(deps, { month: shown, guests })
}
