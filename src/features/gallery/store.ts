import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { GalleryForm, GalleryItem, StaffGalleryItem } from './schema.ts'

const items = (db: Db) =>
  db
    .selectFrom('galleryItems as g')
    .innerJoin('media as m', 'm.id', 'g.imageId')
    .where('g.deletedAt', 'is', null)
    .select(['g.id', 'g.alt', 'g.title', 'g.description', 'g.category', 'g.galleryType'])
    .select(['m.id as mediaId', 'm.width', 'm.height'])

/** Items visible to guests, by tab and position. */
export async function listGalleryItems(db: Db): Promise<GalleryItem[]> {
  const rows = await items(db).orderBy('g.galleryType').orderBy('g.position').orderBy('g.createdAt').execute()
  return rows.flatMap(({ mediaId, width, height, galleryType, ...row }) =>
    galleryType === 'archive' ? [] : [{ ...row, galleryType, picture: { id: mediaId, width, height } }],
  )
}

const staffItems = (db: Db) => items(db).select(['g.version', 'g.createdAt'])
type Row = Awaited<ReturnType<ReturnType<typeof staffItems>['execute']>>[number]

const toStaffItem = ({ mediaId, width, height, createdAt, ...row }: Row): StaffGalleryItem => ({
  ...row,
  picture: { id: mediaId, width, height },
  createdAt: createdAt.toISOString(),
})

/** Newest first. Items of one bulk upload share a creation time, so their position breaks the tie. */
export async function listStaffGalleryItems(db: Db): Promise<StaffGalleryItem[]> {
  const rows = await staffItems(db)
    .orderBy('g.createdAt', 'desc')
    .orderBy('g.position')
    .orderBy('g.id')
    .execute()
  return rows.map(toStaffItem)
}

export async function findStaffItem(db: Db, id: string): Promise<StaffGalleryItem | null> {
  const row = await staffItems(db).where('g.id', '=', id).executeTakeFirst()
  return row ? toStaffItem(row) : null
}

/** Inserts an item at the end of the gallery. */
export const insertItem = (db: Db, form: GalleryForm): Promise<{ id: string }> =>
  db
    .insertInto('galleryItems')
    .values((it) => ({
      ...form,
      position: it
        .selectFrom('galleryItems as last')
        .select(sql<number>`coalesce(max(last.position), -1) + 1`.as('position')),
    }))
    .returning('id')
    .executeTakeFirstOrThrow()
