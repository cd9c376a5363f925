import { readDate } from '#features/dining/rules.ts'
import { dinnerForm, nightForm, NOW } from '#features/reservation-management/staff-bookings/schema.ts'
import {
  listNightChoices,
  loadDinnerContext,
  loadNightContext,
} from '#features/reservation-management/staff-bookings/options/service.ts'
import { addDinner, addNight } from '#features/reservation-management/staff-bookings/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import { no, ok } from '#lib/result.ts'
import { businessDate, isWallTime } from '#lib/venue-time.ts'
import { jsonResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { recordToldConsent } from '../guests/guest-texts.ts'
import { idOf, route, type StaffContext } from '../route.ts'

const withVenue = async (deps: StaffContext) => ({ ...deps, venue: await loadVenue(deps) })

/** Party size in a query; two for an invalid one. */
const guestsOf = (text: string | null): number => {
  const guests = /^\d{1,2}$/.test(text ?? '') ? Number(text) : 0
  return guests >= 1 && guests <= 50 ? guests : 2
}
const timeOf = (text: string | null): string => (text !== null && isWallTime(text) ? text : NOW)

type Contact = {
  readonly phone: string | null
  readonly email: string | null
  readonly agreesToTexts?: boolean | undefined
}

/** Records consent to texts with a reservation that was added, and sends its code to a guest without email. */
async function withTexts<Added extends Awaited<ReturnType<typeof addDinner>>>(
  deps: StaffContext,
  { phone, email, agreesToTexts }: Contact,
  added: Added,
): Promise<Added> {
  if (added.ok && agreesToTexts === true && phone !== null)
    await recordToldConsent(deps, {
      subject: 'reservation',
      id: added.value.id,
      code: email === null ? { kind: 'reservation_code' } : null,
    })
  return added
}

export const staffBookingRoutes = [
  route(
    { method: 'GET', path: '/admin/api/staff-bookings/dinners', permission: 'reservations.read' },
    async (deps, { query }) =>
      jsonResponse(
        await loadDinnerContext(await withVenue(deps), {
          date: readDate(query.get('date')) ?? businessDate(deps.now),
          guests: guestsOf(query.get('guests')),
          time: timeOf(query.get('time')),
        }),
      ),
  ),
  route(
    { method: 'GET', path: '/admin/api/staff-bookings/nights', permission: 'reservations.read' },
    async (deps) => jsonResponse({ nights: await listNightChoices(deps) }),
  ),
  route(
    { method: 'GET', path: '/admin/api/staff-bookings/nights/:id', permission: 'reservations.read' },
    async (deps, request) => {
      const night = await loadNightContext(await withVenue(deps), idOf(request))
      return editResponse(night ? ok(night) : no({ why: 'not_found' }))
    },
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/staff-bookings/dinners',
      permission: 'reservations.edit',
      body: dinnerForm,
    },
    async (deps, { body }) =>
      editResponse(await withTexts(deps, body, await addDinner(await withVenue(deps), body)), 201),
  ),
  route(
    {
      method: 'POST',
      path: '/admin/api/staff-bookings/nights',
      permission: 'reservations.edit',
      body: nightForm,
    },
    async (deps, { body }) =>
      editResponse(await withTexts(deps, body, await addNight(await withVenue(deps), body)), 201),
  ),
]
