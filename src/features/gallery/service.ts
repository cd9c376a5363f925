import { recordActivity } from '#features/audit-log/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from '#platform/db/db.ts'
import { listDeleted, purgeDeleted, restoreDeleted, softDelete } from '#platform/db/soft-delete.ts'
import { updateVersioned } from '#platform/db/versioned.ts'
import type { GalleryBulk, GalleryForm, StaffGalleryItem } from './schema.ts'
import { findStaffItem, insertItems } from './store.ts'

export { listGalleryItems, listStaffGalleryItems } from './store.ts'

type Deps = { readonly db: Db }
type ActorDeps = Deps & { readonly now: Date; readonly actor: Actor }

/** Reasons why an item could not be saved. A version conflict carries the current version. */
export type GalleryRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'version_conflict'; readonly current: StaffGalleryItem }

const NOT_ALLOWED = { why: 'not_allowed' } as const
const NOT_FOUND = { why: 'not_found' } as const
const TITLE_LENGTH = 120

const withAlt = (form: GalleryForm): GalleryForm => ({ ...form, alt: form.alt || form.title })

export async function addGalleryItem(
  deps: ActorDeps,
  form: GalleryForm,
): Promise<Result<StaffGalleryItem, GalleryRefusal>> {
  const added = await addForms(deps, [form])
  if (!added.ok) return added
  const [item] = added.value
  if (!item) throw new Error('a picture that was just hung is not there')
  return ok(item)
}

/** Adds several items in one transaction. */
export const addGalleryItems = (
  deps: ActorDeps,
  { items }: GalleryBulk,
): Promise<Result<StaffGalleryItem[], GalleryRefusal>> =>
  addForms(
    deps,
    items.map((item) => ({ ...item, title: item.alt.slice(0, TITLE_LENGTH), description: '' })),
  )

async function addForms(
  { db, actor }: ActorDeps,
  forms: readonly GalleryForm[],
): Promise<Result<StaffGalleryItem[], GalleryRefusal>> {
  if (!may(actor.role, 'gallery.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const ids = await insertItems(trx, forms.map(withAlt))
    const added: StaffGalleryItem[] = []
    for (const { id } of ids) {
      // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection: they queue anyway
      const item = await findStaffItem(trx, id)
      if (!item) continue
      added.push(item)
      // oxlint-disable-next-line no-await-in-loop
      await recordChange(trx, actor, { action: 'added', before: null, after: item })
    }
    return ok(added)
  })
}

/** Updates an item if its version is still the editor's (optimistic lock). */
export async function editGalleryItem(
  { db, actor }: ActorDeps,
  at: { id: string; version: number },
  form: GalleryForm,
): Promise<Result<StaffGalleryItem, GalleryRefusal>> {
  if (!may(actor.role, 'gallery.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const before = await findStaffItem(trx, at.id)
    if (!before) return no(NOT_FOUND)
    const updated = await updateVersioned(trx, 'galleryItems', { ...at, values: withAlt(form) })
    const after = await findStaffItem(trx, at.id)
    if (!after) return no(NOT_FOUND)
    if (!updated.ok) return no({ why: 'version_conflict', current: after })
    await recordChange(trx, actor, { action: 'updated', before, after })
    return ok(after)
  })
}

export async function deleteGalleryItem(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, GalleryRefusal>> {
  if (!may(actor.role, 'gallery.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const before = await findStaffItem(trx, id)
    if (!before || !(await softDelete(trx, 'galleryItems', { id, now }))) return no(NOT_FOUND)
    await recordChange(trx, actor, { action: 'deleted', before, after: null })
    return ok(null)
  })
}

export async function restoreGalleryItem(
  { db, actor }: ActorDeps,
  id: string,
): Promise<Result<null, { readonly why: 'not_allowed' | 'not_found' }>> {
  if (!may(actor.role, 'gallery.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    if (!(await restoreDeleted(trx, 'galleryItems', id))) return no(NOT_FOUND)
    await recordChange(trx, actor, { action: 'restored', before: null, after: await findStaffItem(trx, id) })
    return ok(null)
  })
}

export async function listDeletedGalleryItems({ db }: Deps) {
  const rows = await listDeleted(db, 'galleryItems', ['title'])
  return rows.map(({ title, ...row }) => ({ ...row, name: title }))
}

export const purgeGalleryItems = ({ db }: Deps, before: Date): Promise<number> =>
  purgeDeleted(db, 'galleryItems', before)

type Change = {
  readonly action: string
  readonly before: StaffGalleryItem | null
  readonly after: StaffGalleryItem | null
}

function recordChange(trx: Db, actor: Actor, { action, before, after }: Change): Promise<void> {
  const entityId = (after ?? before)?.id ?? null
  const entry = { before: auditFields(before), after: auditFields(after) }
  return recordActivity(trx, { actor, action, entity: 'gallery_item', entityId, ...entry })
}

/** Fields of an item that the audit log stores. */
const auditFields = (item: StaffGalleryItem | null) => {
  if (!item) return null
  const { id: _id, version: _version, createdAt: _createdAt, picture, ...rest } = item
  return { ...rest, pictureId: picture.id }
}
