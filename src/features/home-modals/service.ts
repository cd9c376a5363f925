import { recordActivity } from '#features/audit-log/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from '#platform/db/db.ts'
import { listDeleted, purgeDeleted, restoreDeleted, softDelete } from '#platform/db/soft-delete.ts'
import { updateVersioned } from '#platform/db/versioned.ts'
import type { ModalForm, StaffModal } from './schema.ts'
import { findStaffModal, insertModal } from './store.ts'

export { listActiveModals, listStaffModals } from './store.ts'

type Deps = { readonly db: Db }
type ActorDeps = Deps & { readonly now: Date; readonly actor: Actor }

/** Reasons why a modal could not be saved. A version conflict carries the current version. */
export type ModalRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'version_conflict'; readonly current: StaffModal }

const NOT_ALLOWED = { why: 'not_allowed' } as const
const NOT_FOUND = { why: 'not_found' } as const

export async function addModal(
  { db, actor }: ActorDeps,
  form: ModalForm,
): Promise<Result<StaffModal, ModalRefusal>> {
  if (!may(actor.role, 'modals.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const { id } = await insertModal(trx, form)
    const modal = await findStaffModal(trx, id)
    if (!modal) throw new Error('a modal that was just written is not there')
    await recordChange(trx, actor, { action: 'added', before: null, after: modal })
    return ok(modal)
  })
}

/** Updates a modal if its version is still the editor's (optimistic lock). */
export async function editModal(
  { db, actor }: ActorDeps,
  at: { id: string; version: number },
  form: ModalForm,
): Promise<Result<StaffModal, ModalRefusal>> {
  if (!may(actor.role, 'modals.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const before = await findStaffModal(trx, at.id)
    if (!before) return no(NOT_FOUND)
    const updated = await updateVersioned(trx, 'homeModals', { ...at, values: form })
    const after = await findStaffModal(trx, at.id)
    if (!after) return no(NOT_FOUND)
    if (!updated.ok) return no({ why: 'version_conflict', current: after })
    await recordChange(trx, actor, { action: 'updated', before, after })
    return ok(after)
  })
}

export async function deleteModal(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, ModalRefusal>> {
  if (!may(actor.role, 'modals.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const before = await findStaffModal(trx, id)
    if (!before || !(await softDelete(trx, 'homeModals', { id, now }))) return no(NOT_FOUND)
    await recordChange(trx, actor, { action: 'deleted', before, after: null })
    return ok(null)
  })
}

export async function restoreModal(
  { db, actor }: ActorDeps,
  id: string,
): Promise<Result<null, { readonly why: 'not_allowed' | 'not_found' }>> {
  if (!may(actor.role, 'modals.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    if (!(await restoreDeleted(trx, 'homeModals', id))) return no(NOT_FOUND)
    await recordChange(trx, actor, { action: 'restored', before: null, after: await findStaffModal(trx, id) })
    return ok(null)
  })
}

export async function listDeletedModals({ db }: Deps) {
  const rows = await listDeleted(db, 'homeModals', ['title'])
  return rows.map(({ title, ...row }) => ({ ...row, name: title }))
}

export const purgeModals = ({ db }: Deps, before: Date): Promise<number> =>
  purgeDeleted(db, 'homeModals', before)

type Change = {
  readonly action: string
  readonly before: StaffModal | null
  readonly after: StaffModal | null
}

function recordChange(trx: Db, actor: Actor, { action, before, after }: Change): Promise<void> {
  const entityId = (after ?? before)?.id ?? null
  const entry = { before: auditFields(before), after: auditFields(after) }
  return recordActivity(trx, { actor, action, entity: 'modal', entityId, ...entry })
}

/** Fields of a modal that the audit log stores. */
const auditFields = (modal: StaffModal | null) => {
  if (!modal) return null
  const { id: _id, version: _version, createdAt: _createdAt, picture, ...rest } = modal
  return { ...rest, pictureId: picture?.id ?? null }
}
