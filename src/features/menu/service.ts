import { recordActivity } from '#features/audit-log/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { isId, isSlug } from '#lib/address.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { freeSlug, slugOf } from '#lib/text/slug.ts'
import { businessDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import { listDeleted, purgeDeleted, restoreDeleted, softDelete } from '#platform/db/soft-delete.ts'
import { updateVersioned } from '#platform/db/versioned.ts'
import type { MenuCategory, MenuItem, MenuItemForm, StaffMenuItem } from './schema.ts'
import {
  columnsOf,
  findDeletedItem,
  findItemBySlug,
  findItemSlug,
  findStaffItem,
  insertItem,
  listItems,
  listRelatedItems,
  listSlugsLike,
  listStaffItems,
  setOrder,
  setSlug,
  setSoldOut,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

export const loadMenu = ({ db, now }: Deps): Promise<MenuItem[]> => listItems(db, businessDate(now))

export type FoundItem =
  | { readonly kind: 'item'; readonly item: MenuItem; readonly related: MenuItem[] }
  | { readonly kind: 'moved'; readonly slug: string }

/** Finds an item by slug, with up to three others of its category. An id resolves to its slug for a redirect. */
export async function findMenuItem({ db, now }: Deps, address: string): Promise<FoundItem | null> {
  if (isId(address)) {
    const slug = await findItemSlug(db, address)
    return slug ? { kind: 'moved', slug } : null
  }
  if (!isSlug(address)) return null
  const item = await findItemBySlug(db, address, businessDate(now))
  if (!item) return null
  return { kind: 'item', item, related: await listRelatedItems(db, item, businessDate(now)) }
}

type ActorDeps = Deps & { readonly actor: Actor }

/** Reasons why an item could not be saved. A version conflict carries the current version. */
export type MenuRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'version_conflict'; readonly current: StaffMenuItem }

const NOT_ALLOWED = { why: 'not_allowed' } as const
const NOT_FOUND = { why: 'not_found' } as const

export const listMenuForStaff = ({ db, now }: Deps): Promise<StaffMenuItem[]> =>
  listStaffItems(db, businessDate(now))

/** Adds an item at the end of its category. */
export async function addMenuItem(
  { db, now, actor }: ActorDeps,
  form: MenuItemForm,
): Promise<Result<StaffMenuItem, MenuRefusal>> {
  if (!may(actor.role, 'menu.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const slug = slugOf(form.name)
    const { id } = await insertItem(trx, freeSlug(slug, await listSlugsLike(trx, slug)), form)
    const item = await findStaffItem(trx, id, businessDate(now))
    if (!item) throw new Error('a menu item that was just written is not there')
    await recordChange(trx, actor, { action: 'added', before: null, after: item })
    return ok(item)
  })
}

/** Updates an item if its version is still the editor's (optimistic lock). */
export async function editMenuItem(
  { db, now, actor }: ActorDeps,
  at: { id: string; version: number },
  form: MenuItemForm,
): Promise<Result<StaffMenuItem, MenuRefusal>> {
  if (!may(actor.role, 'menu.edit')) return no(NOT_ALLOWED)
  const today = businessDate(now)
  return db.transaction().execute(async (trx) => {
    const before = await findStaffItem(trx, at.id, today)
    if (!before) return no(NOT_FOUND)
    const updated = await updateVersioned(trx, 'menuItems', { ...at, values: columnsOf(form) })
    const after = await findStaffItem(trx, at.id, today)
    if (!after) return no(NOT_FOUND)
    if (!updated.ok) return no({ why: 'version_conflict', current: after })
    await recordChange(trx, actor, { action: 'updated', before, after })
    return ok(after)
  })
}

/** Marks an item as sold out for the rest of the business date, or as available again. */
export async function markSoldOut(
  { db, now, actor }: ActorDeps,
  id: string,
  isSoldOut: boolean,
): Promise<Result<StaffMenuItem, MenuRefusal>> {
  if (!may(actor.role, 'menu.sell_out')) return no(NOT_ALLOWED)
  const today = businessDate(now)
  return db.transaction().execute(async (trx) => {
    const before = await findStaffItem(trx, id, today)
    if (!before) return no(NOT_FOUND)
    await setSoldOut(trx, id, isSoldOut ? today : null)
    const after = await findStaffItem(trx, id, today)
    if (!after) return no(NOT_FOUND)
    await recordChange(trx, actor, {
      action: isSoldOut ? 'marked as sold out' : 'marked as available',
      before,
      after,
    })
    return ok(after)
  })
}

/** Sets the order of the items in a category. */
export async function arrangeMenu(
  { db, actor }: ActorDeps,
  category: MenuCategory,
  ids: readonly string[],
): Promise<Result<null, MenuRefusal>> {
  if (!may(actor.role, 'menu.edit')) return no(NOT_ALLOWED)
  await db.transaction().execute(async (trx) => {
    await setOrder(trx, category, ids)
    const entry = { action: 'arranged', entity: 'menu_item', entityId: null, after: { category } } as const
    await recordActivity(trx, { actor, ...entry })
  })
  return ok(null)
}

export async function deleteMenuItem(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, MenuRefusal>> {
  if (!may(actor.role, 'menu.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const before = await findStaffItem(trx, id, businessDate(now))
    if (!before || !(await softDelete(trx, 'menuItems', { id, now }))) return no(NOT_FOUND)
    await recordChange(trx, actor, { action: 'deleted', before, after: null })
    return ok(null)
  })
}

export async function restoreMenuItem(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, { readonly why: 'not_allowed' | 'not_found' }>> {
  if (!may(actor.role, 'menu.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const found = await findDeletedItem(trx, id)
    if (!found) return no(NOT_FOUND)
    // Another item may have taken the slug meanwhile.
    const slug = freeSlug(found.slug, await listSlugsLike(trx, found.slug))
    await setSlug(trx, id, slug)
    if (!(await restoreDeleted(trx, 'menuItems', id))) return no(NOT_FOUND)
    const after = await findStaffItem(trx, id, businessDate(now))
    if (after) await recordChange(trx, actor, { action: 'restored', before: null, after })
    return ok(null)
  })
}

export const listDeletedMenuItems = ({ db }: { readonly db: Db }) => listDeleted(db, 'menuItems', ['name'])

export const purgeMenuItems = ({ db }: { readonly db: Db }, before: Date): Promise<number> =>
  purgeDeleted(db, 'menuItems', before)

type Change = {
  readonly action: string
  readonly before: StaffMenuItem | null
  readonly after: StaffMenuItem | null
}

function recordChange(trx: Db, actor: Actor, { action, before, after }: Change): Promise<void> {
  const entityId = (after ?? before)?.id ?? null
  return recordActivity(trx, {
    actor,
    action,
    entity: 'menu_item',
    entityId,
    before: auditFields(before),
    after: auditFields(after),
  })
}

/** Fields of an item that the audit log stores. */
const auditFields = (item: StaffMenuItem | null) =>
  item && {
    name: item.name,
    description: item.description,
    priceCents: item.priceCents,
    category: item.category,
    pictureId: item.picture?.id ?? null,
    ingredients: item.ingredients,
    dietary: item.dietary,
    isSoldOutToday: item.isSoldOutToday,
  }
