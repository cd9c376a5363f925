import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'
import type { MenuCategory, MenuItem, MenuItemForm, StaffMenuItem } from './schema.ts'

const items = (db: Db, today: CalendarDate) =>
  db
    .selectFrom('menuItems as i')
    .leftJoin('media as m', 'm.id', 'i.imageId')
    .where('i.deletedAt', 'is', null)
    .select([
      'i.id',
      'i.slug',
      'i.name',
      'i.description',
      'i.priceCents',
      'i.category',
      'i.ingredients',
      'i.dietary',
      'm.id as mediaId',
      'm.width',
      'm.height',
      sql<boolean>`coalesce(i.sold_out_on = ${today}, false)`.as('isSoldOutToday'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof items>['execute']>>[number]

const toItem = ({ mediaId, width, height, ...row }: Row): MenuItem => ({
  ...row,
  picture: mediaId && width && height ? { id: mediaId, width, height } : null,
})

export async function listItems(db: Db, today: CalendarDate): Promise<MenuItem[]> {
  const rows = await items(db, today).orderBy('i.category').orderBy('i.position').orderBy('i.name').execute()
  return rows.map(toItem)
}

export async function findItemBySlug(db: Db, slug: string, today: CalendarDate): Promise<MenuItem | null> {
  const row = await items(db, today).where('i.slug', '=', slug).executeTakeFirst()
  return row ? toItem(row) : null
}

export async function findItemSlug(db: Db, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('menuItems')
    .select('slug')
    .where('id', '=', id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst()
  return row?.slug ?? null
}

export async function listRelatedItems(db: Db, item: MenuItem, today: CalendarDate): Promise<MenuItem[]> {
  const rows = await items(db, today)
    .where('i.category', '=', item.category)
    .where('i.id', '!=', item.id)
    .orderBy('i.position')
    .orderBy('i.name')
    .limit(3)
    .execute()
  return rows.map(toItem)
}

export async function listStaffItems(db: Db, today: CalendarDate): Promise<StaffMenuItem[]> {
  const rows = await items(db, today)
    .select('i.version')
    .orderBy('i.category')
    .orderBy('i.position')
    .orderBy('i.name')
    .execute()
  return rows.map(({ version, ...row }) => ({ ...toItem(row), version }))
}

export async function findStaffItem(db: Db, id: string, today: CalendarDate): Promise<StaffMenuItem | null> {
  const row = await items(db, today).select('i.version').where('i.id', '=', id).executeTakeFirst()
  if (!row) return null
  const { version, ...rest } = row
  return { ...toItem(rest), version }
}

/**
 * Slugs in use with this prefix. An advisory lock lasts until the transaction ends, so that two new items never share a
 * slug.
 */
export async function listSlugsLike(db: Db, slug: string): Promise<string[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended('menu slugs', 0))`.execute(db)
  const rows = await db
    .selectFrom('menuItems')
    .select('slug')
    .where('deletedAt', 'is', null)
    .where('slug', 'like', `${slug}%`)
    .execute()
  return rows.map((row) => row.slug)
}

export const columnsOf = ({ price, ...form }: MenuItemForm) => ({ ...form, priceCents: price })

export const insertItem = (db: Db, slug: string, form: MenuItemForm): Promise<{ id: string }> =>
  db
    .insertInto('menuItems')
    .values((it) => ({
      ...columnsOf(form),
      slug,
      position: it
        .selectFrom('menuItems as last')
        .select(sql<number>`coalesce(max(last.position), -1) + 1`.as('position')),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()

export async function setSoldOut(db: Db, id: string, on: CalendarDate | null): Promise<void> {
  await db.updateTable('menuItems').set({ soldOutOn: on }).where('id', '=', id).execute()
}

/** Sets the order of a category's items; ids of other categories are ignored. */
export async function setOrder(db: Db, category: MenuCategory, ids: readonly string[]): Promise<void> {
  await sql`
    update menu_items set position = wanted.position
    from unnest(${[...ids]}::uuid[]) with ordinality as wanted (id, position)
    where menu_items.id = wanted.id and category = ${category} and deleted_at is null
      and menu_items.position <> wanted.position`.execute(db)
}

export const setSlug = (db: Db, id: string, slug: string) =>
  db.updateTable('menuItems').set({ slug }).where('id', '=', id).execute()

export const findDeletedItem = (db: Db, id: string) =>
  db
    .selectFrom('menuItems')
    .select(['slug', 'name'])
    .where('id', '=', id)
    .where('deletedAt', 'is not', null)
    .executeTakeFirst()
