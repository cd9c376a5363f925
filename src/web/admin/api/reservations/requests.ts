import type { StaffRole } from '#features/permissions/schema.ts'
import {
  type RequestFilter,
  REQUEST_SORTS,
  REQUEST_STATUSES,
  requestEdit,
  type RequestKind,
} from '#features/requests/schema.ts'
import {
  countRequests,
  deleteRequest,
  editRequest,
  findRequest,
  listAssignees,
  listMatchingRequests,
  listRequests,
} from '#features/requests/service.ts'
import { isId } from '#lib/address.ts'
import { MAX_SELECTED } from '#lib/selection-limit.ts'
import { errorResponse, jsonResponse, type JsonResponse } from '#http/json-response.ts'
import { editResponse, foundResponse } from '../edit-response.ts'
import { idOf, route } from '../route.ts'

const MAX_SEARCH = 80
const LAST_PAGE = 10_000

const pageOf = (text: string | null): number =>
  /^[1-9]\d{0,4}$/.test(text ?? '') ? Math.min(LAST_PAGE, Number(text)) : 1

function filterOf(query: URLSearchParams): RequestFilter {
  const assignee = query.get('assignee') ?? ''
  return {
    status: REQUEST_STATUSES.find((it) => it === query.get('status')) ?? null,
    assignee: assignee === 'unassigned' || isId(assignee) ? assignee : null,
    search: query.get('q')?.trim().slice(0, MAX_SEARCH) || null,
    sort: REQUEST_SORTS.find((it) => it === query.get('sort')) ?? 'newest',
    page: pageOf(query.get('page')),
  }
}

const NO_SUCH_ASSIGNEE = {
  error: 'invalid',
  title: 'Error',
  text: 'This person is no longer on the staff.',
  fields: { assignee: 'Choose a member of the staff.' },
}

const KIND_LABELS: Readonly<Record<RequestKind, string>> = {
  inquiry: 'inquiries',
  table_request: 'table requests',
  application: 'applications',
}

type Assignee = { readonly name: string; readonly role: StaffRole }

function assigneeError(kind: RequestKind, { name, role }: Assignee): JsonResponse<never> {
  const text = `${name} has the role ${role}, which cannot read ${KIND_LABELS[kind]}. Choose a manager or an owner.`
  return errorResponse(422, { error: 'invalid', title: 'Error', text, fields: { assignee: text } })
}

const routesOf = <const Path extends string>(
  kind: RequestKind,
  path: Path,
  needs: 'inquiries' | 'applications',
) => [
  route({ method: 'GET', path: path, permission: `${needs}.read` }, async (deps, { query }) =>
    jsonResponse({ items: await listRequests(deps, kind, filterOf(query)) }),
  ),
  route({ method: 'GET', path: `${path}/counts`, permission: `${needs}.read` }, async (deps, { query }) =>
    jsonResponse(await countRequests(deps.db, kind, filterOf(query))),
  ),
  route({ method: 'GET', path: `${path}/matching`, permission: `${needs}.read` }, async (deps, { query }) =>
    jsonResponse(await listMatchingRequests(deps, { kind, filter: filterOf(query), limit: MAX_SELECTED })),
  ),
  route({ method: 'GET', path: `${path}/:id`, permission: `${needs}.read` }, async (deps, request) =>
    foundResponse(await findRequest(deps, kind, idOf(request))),
  ),
  route(
    { method: 'PUT', path: `${path}/:id`, permission: `${needs}.edit`, body: requestEdit },
    async (deps, request) => {
      const { version, ...form } = request.body
      const done = await editRequest(deps, { kind, id: idOf(request), version }, form)
      if (done.ok) return editResponse(done)
      const { reason } = done
      switch (reason.why) {
        case 'no_such_assignee':
          return errorResponse(422, NO_SUCH_ASSIGNEE)
        case 'assignee_cannot_read':
          return assigneeError(kind, reason)
        case 'not_allowed':
        case 'not_found':
        case 'version_conflict':
          return editResponse({ ok: false, reason })
      }
    },
  ),
  route({ method: 'DELETE', path: `${path}/:id`, permission: `${needs}.edit` }, async (deps, request) =>
    editResponse(await deleteRequest(deps, kind, idOf(request))),
  ),
]

export const requestRoutes = [
  ...routesOf('inquiry', '/admin/api/inquiries', 'inquiries'),
  ...routesOf('table_request', '/admin/api/table-requests', 'inquiries'),
  ...routesOf('application', '/admin/api/applications', 'applications'),
  route({ method: 'GET', path: '/admin/api/assignees', permission: 'inquiries.read' }, async (deps) =>
    jsonResponse({ assignees: await listAssignees(deps) }),
  ),
]
