import { listAuditLog, listActors } from '#features/audit-log/service.ts'
import { isId } from '#lib/address.ts'
import { addDays, isCalendarDate, momentAt } from '#lib/venue-time.ts'
import { jsonResponse } from '#http/json-response.ts'
import { route } from '../route.ts'

const MAX_SEARCH = 80

const idOf = (text: string | null): string | null => (text && isId(text) ? text : null)
const startOf = (date: string | null, days = 0): Date | null =>
  date && isCalendarDate(date) ? momentAt(addDays(date, days), '06:00') : null

export const activityRoutes = [
  route(
    { method: 'GET', path: '/admin/api/activity', permission: 'activity.read' },
    async (deps, { query }) =>
      jsonResponse(
        await listAuditLog(deps, {
          entity: query.get('entity') || null,
          entityId: idOf(query.get('thing')),
          actorId: idOf(query.get('who')),
          search: query.get('q')?.trim().slice(0, MAX_SEARCH) || null,
          // Business dates: work after midnight belongs to the evening before.
          from: startOf(query.get('from')),
          until: startOf(query.get('until'), 1),
          after: idOf(query.get('after')),
        }),
      ),
  ),
  route({ method: 'GET', path: '/admin/api/activity/actors', permission: 'activity.read' }, async (deps) =>
    jsonResponse({ actors: await listActors(deps.db) }),
  ),
]
