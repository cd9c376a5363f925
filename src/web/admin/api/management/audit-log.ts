import { listAuditLog, listActors } from '#features/audit-log/service.ts'
import { isId } from '#lib/address.ts'
import { addDays, isCalendarDate, momentAt } from '#lib/venue-time.ts'
import { jsonResponse } from '#http/json-response.ts'
import { staffOnly } from '../staff-route.ts'

const MAX_SEARCH = 80

const idOf = (text: string | null): string | null => (text && isId(text) ? text : null)
const startOf = (date: string | null, days = 0): Date | null =>
  date && isCalendarDate(date) ? momentAt(addDays(date, days), '06:00') : null

export const activityRoutes = [
  staffOnly(['GET', '/admin/api/activity'], 'activity.read', async (deps, { query }) =>
    jsonResponse(
      await listAuditLog(deps, {
        entity: query.get('entity') || null,
        entityId: idOf(query.get('thing')),
        actorId: idOf(query.get('who')),
        search: query.get('q')?.trim().slice(0, MAX_SEARCH) || null,
        // A night's work belongs to the evening it began on.
        from: startOf(query.get('from')),
        until: startOf(query.get('until'), 1),
        after: idOf(query.get('after')),
      }),
    ),
  ),
  staffOnly(['GET', '/admin/api/activity/actors'], 'activity.read', async (deps) =>
    jsonResponse({ actors: await listActors(deps.db) }),
  ),
]
