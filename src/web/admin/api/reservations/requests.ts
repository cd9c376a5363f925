import {
  type RequestFilter,
  REQUEST_STATUSES,
  requestEdit,
  type RequestKind,
} from '#features/requests/schema.ts'
import {
  countRequests,
  deleteRequest,
  editRequest,
  listAssignees,
  listRequests,
} from '#features/requests/service.ts'
import { isId } from '#lib/address.ts'
import { jsonResponse, errorResponse } from '#http/json-response.ts'
import { editResponse } from '#web/admin/data/edit-responses.ts'
import { idOf, staffOnly, staffSends } from '../staff-route.ts'

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
    page: pageOf(query.get('page')),
  }
}

const NO_SUCH_ASSIGNEE = {
  error: 'invalid',
  title: 'Error',
  text: 'This person is no longer on the staff.',
  fields: { assignee: 'Choose somebody who is on the staff.' },
}

const WHAT_IS_READ: Readonly<Record<RequestKind, string>> = {
  inquiry: 'inquiries',
  table_request: 'table requests',
  application: 'applications',
}

function refuseAssignee(kind: RequestKind, name: string): Response {
  const text = `${name} is a host and cannot read ${WHAT_IS_READ[kind]}. Choose a manager or an owner.`
  return errorResponse(422, { error: 'invalid', title: 'Error', text, fields: { assignee: text } })
}

type Needs = 'inquiries' | 'applications'

const routesOf = (kind: RequestKind, path: string, needs: Needs) => [
  staffOnly(['GET', path], `${needs}.read`, async (deps, { query }) =>
    jsonResponse({ items: await listRequests(deps, kind, filterOf(query)) }),
  ),
  staffOnly(['GET', `${path}/counts`], `${needs}.read`, async (deps, { query }) =>
    jsonResponse(await countRequests(deps.db, kind, filterOf(query))),
  ),
  staffSends(
    ['PUT', `${path}/:id`],
    `${needs}.edit`,
    requestEdit,
  )(async (deps, asked) => {
    const { version, ...form } = asked.body
    const done = await editRequest(deps, { kind, id: idOf(asked), version }, form)
    if (done.ok) return editResponse(done)
    const { reason } = done
    switch (reason.why) {
      case 'no_such_assignee':
        return errorResponse(422, NO_SUCH_ASSIGNEE)
      case 'assignee_cannot_read':
        return refuseAssignee(kind, reason.name)
      case 'not_allowed':
      case 'not_found':
      case 'version_conflict':
        return editResponse({ ok: false, reason })
    }
  }),
  staffOnly(['DELETE', `${path}/:id`], `${needs}.edit`, async (deps, asked) =>
    editResponse(await deleteRequest(deps, kind, idOf(asked))),
  ),
]

export const requestRoutes = [
  ...routesOf('inquiry', '/admin/api/inquiries', 'inquiries'),
  ...routesOf('table_request', '/admin/api/table-requests', 'inquiries'),
  ...routesOf('application', '/admin/api/applications', 'applications'),
  staffOnly(['GET', '/admin/api/assignees'], 'inquiries.read', async (deps) =>
    jsonResponse({ assignees: await listAssignees(deps) }),
  ),
]
