import {
  agreedHoursForm,
  bookingRulesForm,
  closeOutForm,
  diningForm,
  identityForm,
  retentionForm,
  packageForm,
  SERVICES,
} from '#features/venue/settings/schema.ts'
import {
  changeBookingRules,
  changeCloseOut,
  changeDining,
  changeIdentity,
  changeRetention,
  changePackage,
  listSettings,
} from '#features/venue/settings/service.ts'
import { specialDayForm } from '#features/reservation-management/special-days/schema.ts'
import {
  clearSpecialDay,
  listSpecialDays,
  setSpecialDay,
  undoSpecialDay,
} from '#features/reservation-management/special-days/service.ts'
import { changeWeeklyHours } from '#features/waiting-list/weekly-hours/service.ts'
import { PACKAGE_KEYS } from '#features/reservations/package-contents/schema.ts'
import { isCalendarDate } from '#lib/venue-time.ts'
import { no } from '#lib/result.ts'
import { jsonResponse, errorResponse } from '#http/json-response.ts'
import { editResponse } from '../edit-response.ts'
import { route } from '../route.ts'

const PATH = '/admin/api/settings'

/** Error of closing a day with events or reservations; `current` lists them. */
const AFFECTED = {
  error: 'concerned',
  title: 'Events and reservations that day',
  text: 'There are events or reservations on that day. Choose what happens to them.',
}

export const settingsRoutes = [
  route({ method: 'GET', path: PATH, permission: 'settings.read' }, async (deps) =>
    jsonResponse({ items: await listSettings(deps) }),
  ),
  route(
    { method: 'PUT', path: `${PATH}/identity`, permission: 'settings.edit', body: identityForm },
    async (deps, { body }) => editResponse(await changeIdentity(deps, body)),
  ),
  ...SERVICES.map((service) =>
    route(
      { method: 'PUT', path: `${PATH}/hours/${service}`, permission: 'settings.edit', body: agreedHoursForm },
      async (deps, { body }) => editResponse(await changeWeeklyHours(deps, service, body)),
    ),
  ),
  route(
    { method: 'PUT', path: `${PATH}/booking-rules`, permission: 'settings.edit', body: bookingRulesForm },
    async (deps, { body }) => editResponse(await changeBookingRules(deps, body)),
  ),
  route(
    { method: 'PUT', path: `${PATH}/dining`, permission: 'settings.edit', body: diningForm },
    async (deps, { body }) => editResponse(await changeDining(deps, body)),
  ),
  route(
    { method: 'PUT', path: `${PATH}/close-out`, permission: 'settings.edit', body: closeOutForm },
    async (deps, { body }) => editResponse(await changeCloseOut(deps, body)),
  ),
  route(
    { method: 'PUT', path: `${PATH}/guest-data`, permission: 'settings.edit', body: retentionForm },
    async (deps, { body }) => editResponse(await changeRetention(deps, body)),
  ),
  ...PACKAGE_KEYS.map((key) =>
    route(
      { method: 'PUT', path: `${PATH}/packages/${key}`, permission: 'settings.edit', body: packageForm },
      async (deps, { body }) => editResponse(await changePackage(deps, key, body)),
    ),
  ),
  route({ method: 'GET', path: `${PATH}/special-days`, permission: 'settings.read' }, async (deps) =>
    jsonResponse({ items: await listSpecialDays(deps) }),
  ),
  route(
    { method: 'POST', path: `${PATH}/special-days`, permission: 'settings.edit', body: specialDayForm },
    async (deps, { body }) => {
      const set = await setSpecialDay(deps, body)
      if (set.ok) return editResponse(set)
      return set.reason.why === 'concerned'
        ? errorResponse(409, { ...AFFECTED, current: set.reason.affected })
        : editResponse(no(set.reason))
    },
  ),
  route(
    { method: 'DELETE', path: `${PATH}/special-days/:date/:service`, permission: 'settings.edit' },
    async (deps, { params }) => {
      const service = SERVICES.find((it) => it === params['service'])
      const date = params['date'] ?? ''
      if (!service || !isCalendarDate(date)) return editResponse({ ok: false, reason: { why: 'not_found' } })
      return editResponse(await clearSpecialDay(deps, { date, service }))
    },
  ),
  route(
    { method: 'POST', path: `${PATH}/special-days/:date/:service/undo`, permission: 'settings.edit' },
    async (deps, { params }) => {
      const service = SERVICES.find((it) => it === params['service'])
      const date = params['date'] ?? ''
      if (!service || !isCalendarDate(date)) return editResponse(no({ why: 'not_found' }))
      return editResponse(await undoSpecialDay(deps, { date, service }))
    },
  ),
]
