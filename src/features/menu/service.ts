import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { type ListRefusal, staffList } from '#features/staff-lists/service.ts'
import { isId, isSlug } from '#lib/address.ts'
import { NOT_ALLOWED, NOT_FOUND } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { freeSlug, slugOf } from '#lib/text/slug.ts'
import { businessDate } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { type MenuCategory, type MenuItem, menuItemEdit, menuItemForm, type StaffMenuItem } from './schema.ts'
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

type MenuRefusal = ListRefusal<StaffMenuItem>

export const menuList = staffList({
  name: 'menu',
  table: 'menuItems',
  nameColumn: 'name',
  form: menuItemForm,
  edit: menuItemEdit,
  list: (db, now) => listStaffItems(db, businessDate(now)),
  find: (db, id, now) => findStaffItem(db, id, businessDate(now)),
  /** Adds an item at the end of its category. */
  async insert(db, form) {
    const slug = slugOf(form.name)
    return insertItem(db, freeSlug(slug, await listSlugsLike(db, slug)), form)
  },
  valuesOf: columnsOf,
  auditFields: (item: StaffMenuItem) => ({
    name: item.name,
    description: item.description,
    priceCents: item.priceCents,
    category: item.category,
    pictureId: item.picture?.id ?? null,
    ingredients: item.ingredients,
    dietary: item.dietary,
    isSoldOutToday: item.isSoldOutToday,
  }),
  /** Another item may have taken the slug meanwhile. */
  async beforeRestore(trx, id) {
    const found = await findDeletedItem(trx, id)
    if (found) await setSlug(trx, id, freeSlug(found.slug, await listSlugsLike(trx, found.slug)))
  },
})

/** Marks an item as sold out for the rest of the business date, or as available again. */
export async function markSoldOut(
  { db, now, actor }: ActorDeps,
  id: string,
  isSoldOut: boolean,
): Promise<Result<StaffMenuItem, MenuRefusal>> {
  if (!may(actor.role, 'menu.sell_out')) return no(NOT_ALLOWED)
  const today = businessDate(now)
  return inTransaction(db, async (trx) => {
    const before = await findStaffItem(trx, id, today)
    if (!before) return no(NOT_FOUND)
    await setSoldOut(trx, id, isSoldOut ? today : null)
    const after = await findStaffItem(trx, id, today)
    if (!after) return no(NOT_FOUND)
    await menuList.recordChange(trx, actor, {
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
  await inTransaction(db, async (trx) => {
    await setOrder(trx, category, ids)
    await menuList.recordListChange(trx, actor, { action: 'arranged', after: { category } })
  })
  return ok(null)
}
