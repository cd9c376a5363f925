import {
  diningForm,
  figuresForm,
  hoursForm,
  identityForm,
  retentionForm,
  packageForm,
  SERVICES,
} from '#features/venue/settings/schema.ts'
import {
  changeDining,
  changeFigures,
  changeHours,
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
} from '#features/reservation-management/special-days/service.ts'
import { isCalendarDate } from '#lib/venue-time.ts'
import { no } from '#lib/result.ts'
import { jsonResponse, errorResponse } from '#http/json-response.ts'
import { editResponse } from '#web/admin/data/edit-responses.ts'
import { staffOnly, staffSends } from '../staff-route.ts'

const PATH = '/admin/api/settings'
const PACKAGES = ['birthday_shoutout', 'screen_display'] as const

/** Comes with what the closed day concerns. */
const CONCERNED = {
  error: 'concerned',
  title: 'Events and reservations that day',
  text: 'Events or reservations stand on that day. Say what becomes of them.',
}

export const settingsRoutes = [
  staffOnly(['GET', PATH], 'settings.read', async (deps) =>
    jsonResponse({ items: await listSettings(deps) }),
  ),
  staffSends(
    ['PUT', `${PATH}/identity`],
    'settings.edit',
    identityForm,
  )(async (deps, { body }) => editResponse(await changeIdentity(deps, body))),
  ...SERVICES.map((service) =>
    staffSends(
      ['PUT', `${PATH}/hours/${service}`],
      'settings.edit',
      hoursForm,
    )(async (deps, { body }) => editResponse(await changeHours(deps, service, body))),
  ),
  staffSends(
    ['PUT', `${PATH}/figures`],
    'settings.edit',
    figuresForm,
  )(async (deps, { body }) => editResponse(await changeFigures(deps, body))),
  staffSends(
    ['PUT', `${PATH}/dining`],
    'settings.edit',
    diningForm,
  )(async (deps, { body }) => editResponse(await changeDining(deps, body))),
  staffSends(
    ['PUT', `${PATH}/keeping`],
    'settings.edit',
    retentionForm,
  )(async (deps, { body }) => editResponse(await changeRetention(deps, body))),
  ...PACKAGES.map((key) =>
    staffSends(
      ['PUT', `${PATH}/packages/${key}`],
      'settings.edit',
      packageForm,
    )(async (deps, { body }) => editResponse(await changePackage(deps, key, body))),
  ),
  staffOnly(['GET', `${PATH}/special-days`], 'settings.read', async (deps) =>
    jsonResponse({ items: await listSpecialDays(deps) }),
  ),
  staffSends(
    ['POST', `${PATH}/special-days`],
    'settings.edit',
    specialDayForm,
  )(async (deps, { body }) => {
    const set = await setSpecialDay(deps, body)
    if (set.ok) return editResponse(set)
    return set.reason.why === 'concerned'
      ? errorResponse(409, { ...CONCERNED, current: set.reason.affected })
      : editResponse(no(set.reason))
  }),
  staffOnly(['DELETE', `${PATH}/special-days/:date/:service`], 'settings.edit', async (deps, { params }) => {
    const service = SERVICES.find((it) => it === params['service'])
    const date = params['date'] ?? ''
    if (!service || !isCalendarDate(date)) return editResponse({ ok: false, reason: { why: 'not_found' } })
    return editResponse(await clearSpecialDay(deps, { date, service }))
  }),
]
