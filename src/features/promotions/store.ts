import type { Db } from '#platform/db.ts'
import type { HomeModal } from './schema.ts'

export async function listActiveModals(db: Db): Promise<HomeModal[]> {
  const rows = await db
    .selectFrom('homeModals as h')
    .leftJoin('media as m', 'm.id', 'h.imageId')
    .where('h.isActive', '=', true)
    .where('h.deletedAt', 'is', null)
    .select(['h.id', 'h.title', 'h.description'])
    .select([
      'h.primaryButtonText',
      'h.primaryButtonAction',
      'h.secondaryButtonText',
      'h.secondaryButtonAction',
    ])
    .select(['m.id as mediaId', 'm.width', 'm.height'])
    .orderBy('h.createdAt')
    .execute()
  return rows.map(({ mediaId, width, height, ...row }) => ({
    ...row,
    picture: mediaId && width && height ? { id: mediaId, width, height } : null,
  }))
}
