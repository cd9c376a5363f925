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
import { answer, refuse } from '../../json-answers.ts'
import { answerEdit } from '../edit-answers.ts'
import { idOf, staffOnly, staffSends } from '../staff-route.ts'

const MAX_SEARCH = 80
const LAST_PAGE = 10_000

const pageOf = (text: string | null): number =>
  /^[1-9]\d{0,4}$/.test(text ?? '') ? Math.min(LAST_PAGE, Number(text)) : 1

function filterOf(query: URLSearchParams): RequestFilter {
  const assignee = query.get('assignee') ?? ''
  return {
    status: REQUEST_STATUSES.find((it) => it === query.get('status')) ?? null,
    assignee: assignee === 'nobody' || isId(assignee) ? assignee : null,
    search: query.get('q')?.trim().slice(0, MAX_SEARCH) || null,
    page: pageOf(query.get('page')),
  }
}

const NO_SUCH_ASSIGNEE = {
  error: 'invalid',
  title: 'Error',
  text: 'Whoever it was given to is no longer of the staff.',
  fields: { assignee: 'Please choose somebody of the staff.' },
}

type Needs = 'inquiries' | 'applications'

const routesOf = (kind: RequestKind, path: string, needs: Needs) => [
  staffOnly(['GET', path], `${needs}.read`, async (deps, { query }) =>
    answer({ items: await listRequests(deps, kind, filterOf(query)) }),
  ),
  staffOnly(['GET', `${path}/counts`], `${needs}.read`, async (deps, { query }) =>
    answer(await countRequests(deps, kind, filterOf(query))),
  ),
  staffSends(
    ['PUT', `${path}/:id`],
    `${needs}.edit`,
    requestEdit,
  )(async (deps, asked) => {
    const { version, ...form } = asked.body
    const done = await editRequest(deps, { kind, id: idOf(asked), version }, form)
    if (done.ok) return answerEdit(done)
    const { reason } = done
    return reason.why === 'no_such_assignee'
      ? refuse(422, NO_SUCH_ASSIGNEE)
      : answerEdit({ ok: false, reason })
  }),
  staffOnly(['DELETE', `${path}/:id`], `${needs}.edit`, async (deps, asked) =>
    answerEdit(await deleteRequest(deps, kind, idOf(asked))),
  ),
]

export const requestRoutes = [
  ...routesOf('inquiry', '/admin/api/inquiries', 'inquiries'),
  ...routesOf('table_request', '/admin/api/table-requests', 'inquiries'),
  ...routesOf('application', '/admin/api/applications', 'applications'),
  staffOnly(['GET', '/admin/api/assignees'], 'inquiries.read', async (deps) =>
    answer({ assignees: await listAssignees(deps) }),
  ),
]
