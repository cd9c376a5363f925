import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db.ts'
import type { MenuItem } from './schema.ts'

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
