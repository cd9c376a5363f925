import { readDate } from '#features/dining/rules.ts'
import { dinnerForm, nightForm, NOW } from '#features/reservation-management/staff-bookings/schema.ts'
import {
  addDinner,
  addNight,
  listNightChoices,
  loadDinnerContext,
  loadNightContext,
} from '#features/reservation-management/staff-bookings/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { no, ok } from '#lib/result.ts'
import { businessDate } from '#lib/venue-time.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '#web/admin/data/edit-responses.ts'
import { idOf, staffOnly, staffSends, type StaffDeps } from '../staff-route.ts'

const withVenue = async (deps: StaffDeps) => ({ ...deps, venue: await loadVenue(deps) })

/** A party as it stands in an address; two where nothing that makes sense does. */
const guestsOf = (text: string | null): number => {
  const guests = /^\d{1,2}$/.test(text ?? '') ? Number(text) : 0
  return guests >= 1 && guests <= 50 ? guests : 2
}
const timeOf = (text: string | null): string =>
  /^([01]\d|2[0-3]):[0-5]\d$/.test(text ?? '') ? (text ?? '') : NOW

export const staffBookingRoutes = [
  staffOnly(['GET', '/admin/api/staff-bookings/dinners'], 'reservations.read', async (deps, { query }) =>
    jsonResponse(
      await loadDinnerContext(await withVenue(deps), {
        date: readDate(query.get('date')) ?? businessDate(deps.now),
        guests: guestsOf(query.get('guests')),
        time: timeOf(query.get('time')),
      }),
    ),
  ),
  staffOnly(['GET', '/admin/api/staff-bookings/nights'], 'reservations.read', async (deps) =>
    jsonResponse({ nights: await listNightChoices(deps) }),
  ),
  staffOnly(['GET', '/admin/api/staff-bookings/nights/:id'], 'reservations.read', async (deps, asked) => {
    const night = await loadNightContext(await withVenue(deps), idOf(asked))
    return editResponse(night ? ok(night) : no({ why: 'not_found' }))
  }),
  staffSends(
    ['POST', '/admin/api/staff-bookings/dinners'],
    'reservations.edit',
    dinnerForm,
  )(async (deps, { body }) => editResponse(await addDinner(await withVenue(deps), body), 201)),
  staffSends(
    ['POST', '/admin/api/staff-bookings/nights'],
    'reservations.edit',
    nightForm,
  )(async (deps, { body }) => editResponse(await addNight(await withVenue(deps), body), 201)),
]
