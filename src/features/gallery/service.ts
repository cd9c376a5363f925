import { recordActivity } from '#features/audit-log/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from '#platform/db/db.ts'
import { deleteMarked, markDeleted, unmarkDeleted } from '#platform/db/soft-delete.ts'
import type { GalleryBulk, GalleryForm, GalleryItem, StaffGalleryItem } from './schema.ts'
import {
  findStaffItem,
  insertItems,
  listDeletedRows,
  listShownItems,
  listStaffItems,
  updateItem,
} from './store.ts'

type Deps = { readonly db: Db }
type ActorDeps = Deps & { readonly now: Date; readonly actor: Actor }

/** The pictures guests may see. */
export const loadGallery = ({ db }: Deps): Promise<GalleryItem[]> => listShownItems(db)

/** Why a picture could not be written. Where somebody else changed it meanwhile, their version comes with it. */
export type GalleryRefusal =
  | { readonly why: 'not_allowed' | 'gone' }
  | { readonly why: 'changed'; readonly current: StaffGalleryItem }

const NOT_ALLOWED = { why: 'not_allowed' } as const
const GONE = { why: 'gone' } as const
const TITLE_LENGTH = 120

/** Every picture, archived ones too, newest first. */
export const listGalleryForStaff = ({ db }: Deps): Promise<StaffGalleryItem[]> => listStaffItems(db)

const withAlt = (form: GalleryForm): GalleryForm => ({ ...form, alt: form.alt || form.title })

/** Hangs one picture. */
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

/** Hangs many pictures at once: all of them, or none. */
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
      await note(trx, actor, { action: 'added', before: null, after: item })
    }
    return ok(added)
  })
}

/** Changes a picture of the gallery, if it is still as its editor saw it. */
export async function editGalleryItem(
  { db, actor }: ActorDeps,
  at: { id: string; version: number },
  form: GalleryForm,
): Promise<Result<StaffGalleryItem, GalleryRefusal>> {
  if (!may(actor.role, 'gallery.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const before = await findStaffItem(trx, at.id)
    if (!before) return no(GONE)
    const isWritten = await updateItem(trx, at, withAlt(form))
    const after = await findStaffItem(trx, at.id)
    if (!after) return no(GONE)
    if (!isWritten) return no({ why: 'changed', current: after })
    await note(trx, actor, { action: 'updated', before, after })
    return ok(after)
  })
}

/** Takes a picture off its wall and puts it into the bin. */
export async function deleteGalleryItem(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, GalleryRefusal>> {
  if (!may(actor.role, 'gallery.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const before = await findStaffItem(trx, id)
    if (!before || !(await markDeleted(trx, 'gallery_items', { id, now }))) return no(GONE)
    await note(trx, actor, { action: 'deleted', before, after: null })
    return ok(null)
  })
}

/** Takes a picture out of the bin and hangs it again. */
export async function restoreGalleryItem(
  { db, actor }: ActorDeps,
  id: string,
): Promise<Result<null, { readonly why: 'not_allowed' | 'gone' }>> {
  if (!may(actor.role, 'gallery.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    if (!(await unmarkDeleted(trx, 'gallery_items', id))) return no(GONE)
    await note(trx, actor, { action: 'restored', before: null, after: await findStaffItem(trx, id) })
    return ok(null)
  })
}

/** What is in the bin. */
export const listDeletedGalleryItems = ({ db }: Deps) => listDeletedRows(db)

/** Throws away what has been in the bin since before a moment. */
export const purgeGalleryItems = ({ db }: Deps, before: Date): Promise<number> =>
  deleteMarked(db, 'gallery_items', before)

type Noted = {
  readonly action: string
  readonly before: StaffGalleryItem | null
  readonly after: StaffGalleryItem | null
}

function note(trx: Db, actor: Actor, { action, before, after }: Noted): Promise<void> {
  const entityId = (after ?? before)?.id ?? null
  const told = { before: problemTextOf(before), after: problemTextOf(after) }
  return recordActivity(trx, { actor, action, entity: 'gallery_item', entityId, ...told })
}

/** What somebody who reads the record wants to know of a picture. */
const problemTextOf = (item: StaffGalleryItem | null) => {
  if (!item) return null
  const { id: _id, version: _version, createdAt: _createdAt, picture, ...rest } = item
  return { ...rest, pictureId: picture.id }
}
