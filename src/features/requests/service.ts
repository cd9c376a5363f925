import { recordActivity } from '#features/audit-log/service.ts'
import { may, type StaffAction } from '#features/permissions/rules.ts'
import type { Actor, StaffRole } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { formatPhone } from '#lib/phone.ts'
import { NOT_ALLOWED, NOT_FOUND } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { listDeleted, purgeDeleted, restoreDeleted, softDelete } from '#platform/db/soft-delete.ts'
import { updateVersioned } from '#platform/db/versioned.ts'
import { summariseApplication, summariseInquiry, summariseTableRequest } from './rules.ts'
import {
  type MatchingRequests,
  type RequestFilter,
  type RequestForm,
  type RequestKind,
  REQUESTS_A_PAGE,
  type StaffRequest,
} from './schema.ts'
import {
  findRow,
  findStaffRole,
  listDetails,
  listRows,
  listStaffWithAccess,
  listTableDetails,
  type RequestRow,
  tableOf,
} from './store.ts'

export {
  anonymiseSubmissions,
  countRequests,
  findSubmission,
  insertSubmission,
  listSubmissionsOf,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type ReadDeps = Pick<Deps, 'db'>

const READ_ACTIONS = {
  inquiry: 'inquiries.read',
  table_request: 'inquiries.read',
  application: 'applications.read',
} as const satisfies Record<RequestKind, StaffAction>

const EDIT_ACTIONS = {
  inquiry: 'inquiries.edit',
  table_request: 'inquiries.edit',
  application: 'applications.edit',
} as const satisfies Record<RequestKind, StaffAction>

/** Reasons why a request could not be saved. A version conflict carries the current version. */
export type RequestRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'no_such_assignee' }
  /** The assignee's role has no access to requests of this kind. */
  | { readonly why: 'assignee_cannot_read'; readonly name: string; readonly role: StaffRole }
  | { readonly why: 'version_conflict'; readonly current: StaffRequest }

/** One page of requests of a kind. */
export async function listRequests(
  { db }: ReadDeps,
  kind: RequestKind,
  filter: RequestFilter,
): Promise<StaffRequest[]> {
  const extent = { filter, limit: REQUESTS_A_PAGE, offset: (filter.page - 1) * REQUESTS_A_PAGE }
  return withSummaries(db, kind, await listRows(db, kind, extent))
}

/** The requests that match a filter, on whichever page, up to the limit. */
export async function listMatchingRequests(
  { db }: ReadDeps,
  { kind, filter, limit }: { kind: RequestKind; filter: Omit<RequestFilter, 'page'>; limit: number },
): Promise<MatchingRequests> {
  const rows = await listRows(db, kind, { filter, limit: limit + 1, offset: 0 })
  return { items: await withSummaries(db, kind, rows.slice(0, limit)), hasMore: rows.length > limit }
}

export async function findRequest(
  { db }: ReadDeps,
  kind: RequestKind,
  id: string,
): Promise<StaffRequest | null> {
  const row = await findRow(db, kind, id)
  const [found] = row ? await withSummaries(db, kind, [row]) : []
  return found ?? null
}

/** Staff members whose role gives access to requests, so that requests can be assigned to them. */
export async function listAssignees({ db }: ReadDeps) {
  const staff = await listStaffWithAccess(db)
  return staff
    .filter(({ role }) => may(role, 'inquiries.read') && may(role, 'applications.read'))
    .map(({ id, name, email }) => ({ id, name, email }))
}

/** Saves status, assignee and notes if the version is still the editor's (optimistic lock). */
export async function editRequest(
  { db, actor }: ActorDeps,
  at: { kind: RequestKind; id: string; version: number },
  form: RequestForm,
): Promise<Result<StaffRequest, RequestRefusal>> {
  if (!may(actor.role, EDIT_ACTIONS[at.kind])) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const before = await findRow(trx, at.kind, at.id)
    if (!before) return no(NOT_FOUND)
    const wrong = form.assignee === before.assignee ? null : await checkAssignee(trx, at.kind, form.assignee)
    if (wrong) return no(wrong)
    const { status, assignee, notes } = form
    const updated = await updateVersioned(trx, tableOf(at.kind), {
      id: at.id,
      version: at.version,
      values: { status, assignee, notes },
    })
    const after = await findRow(trx, at.kind, at.id)
    const [current] = after ? await withSummaries(trx, at.kind, [after]) : []
    if (!after || !current) return no(NOT_FOUND)
    if (!updated.ok) return no({ why: 'version_conflict', current })
    await recordChange(trx, actor, { action: 'updated', kind: at.kind, before, after })
    return ok(current)
  })
}

/** Checks a new assignee; null if they may read the request. An existing assignee may stay. */
async function checkAssignee(trx: Db, kind: RequestKind, id: string | null): Promise<RequestRefusal | null> {
  if (!id) return null
  const found = await findStaffRole(trx, id)
  if (!found) return { why: 'no_such_assignee' }
  return may(found.role, READ_ACTIONS[kind]) ? null : { why: 'assignee_cannot_read', ...found }
}

export async function deleteRequest(
  { db, now, actor }: ActorDeps,
  kind: RequestKind,
  id: string,
): Promise<Result<null, { readonly why: 'not_allowed' | 'not_found' }>> {
  if (!may(actor.role, EDIT_ACTIONS[kind])) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const before = await findRow(trx, kind, id)
    if (!before || !(await softDelete(trx, tableOf(kind), { id, now }))) return no(NOT_FOUND)
    await recordChange(trx, actor, { action: 'deleted', kind, before, after: null })
    return ok(null)
  })
}

export async function restoreRequest(
  { db, actor }: ActorDeps,
  kind: RequestKind,
  id: string,
): Promise<Result<null, { readonly why: 'not_allowed' | 'not_found' }>> {
  if (!may(actor.role, EDIT_ACTIONS[kind])) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    if (!(await restoreDeleted(trx, tableOf(kind), id))) return no(NOT_FOUND)
    const after = await findRow(trx, kind, id)
    if (after) await recordChange(trx, actor, { action: 'restored', kind, before: null, after })
    return ok(null)
  })
}

export const listDeletedRequests = ({ db }: ReadDeps, kind: RequestKind) =>
  listDeleted(db, tableOf(kind), ['name'])

/** Purges requests deleted before the given time. Their emails are deleted with them (foreign key). */
export const purgeRequests = ({ db }: ReadDeps, kind: RequestKind, before: Date): Promise<number> =>
  purgeDeleted(db, tableOf(kind), before)

type Summary = Pick<StaffRequest, 'about' | 'facts'>

async function summariesOf(db: Db, kind: RequestKind, ids: readonly string[]): Promise<Map<string, Summary>> {
  if (ids.length === 0) return new Map()
  switch (kind) {
    case 'inquiry':
      return new Map((await listDetails(db, 'inquiry', ids)).map((it) => [it.id, summariseInquiry(it)]))
    case 'table_request':
      return new Map((await listTableDetails(db, ids)).map((it) => [it.id, summariseTableRequest(it)]))
    case 'application':
      return new Map(
        (await listDetails(db, 'application', ids)).map((it) => [it.id, summariseApplication(it)]),
      )
  }
}

async function withSummaries(
  db: Db,
  kind: RequestKind,
  rows: readonly RequestRow[],
): Promise<StaffRequest[]> {
  const ids = rows.map(({ id }) => id)
  const summaries = await summariesOf(db, kind, ids)
  return rows.map((row) => ({
    ...row,
    ...(summaries.get(row.id) ?? { about: '', facts: [] }),
    phone: formatPhone(row.phone),
    createdAt: row.createdAt.toISOString(),
  }))
}

type Change = {
  readonly action: string
  readonly kind: RequestKind
  readonly before: RequestRow | null
  readonly after: RequestRow | null
}

const recordChange = (trx: Db, actor: Actor, { action, kind, before, after }: Change): Promise<void> =>
  recordActivity(trx, {
    actor,
    action,
    entity: kind,
    entityId: (after ?? before)?.id ?? null,
    before: auditFields(before),
    after: auditFields(after),
  })

/** Fields of a request that the audit log stores. */
const auditFields = (row: RequestRow | null) =>
  row && { name: row.name, status: row.status, assignee: row.assigneeName, notes: row.notes }
