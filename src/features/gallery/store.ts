import type { Db } from '#platform/db.ts'
import type { GalleryItem } from './schema.ts'

/** Everything guests may see, type by type, in the order of each wall. */
export async function listShownItems(db: Db): Promise<GalleryItem[]> {
  const rows = await db
    .selectFrom('galleryItems as g')
    .innerJoin('media as m', 'm.id', 'g.imageId')
    .where('g.deletedAt', 'is', null)
    .select(['g.id', 'g.alt', 'g.title', 'g.description', 'g.category', 'g.galleryType'])
    .select(['m.id as mediaId', 'm.width', 'm.height'])
    .orderBy('g.galleryType')
    .orderBy('g.position')
    .orderBy('g.createdAt')
    .execute()
  return rows.flatMap(({ mediaId, width, height, galleryType, ...row }) =>
    galleryType === 'archive' ? [] : [{ ...row, galleryType, picture: { id: mediaId, width, height } }],
  )
}
