import type { Db } from '#platform/db.ts'

export type MediaRow = { id: string; storageKey: string; width: number; height: number }

export const findMedia = (db: Db, id: string): Promise<MediaRow | undefined> =>
  db
    .selectFrom('media')
    .select(['id', 'storageKey', 'width', 'height'])
    .where('id', '=', id)
    .executeTakeFirst()

export type NewMedia = {
  storageKey: string
  contentType: string
  width: number
  height: number
  byteSize: number
  colour: string
}

export const insertMedia = (db: Db, media: NewMedia): Promise<{ id: string }> =>
  db.insertInto('media').values(media).returning('id').executeTakeFirstOrThrow()

export const listMediaIds = (db: Db): Promise<{ id: string; width: number }[]> =>
  db.selectFrom('media').select(['id', 'width']).orderBy('createdAt').execute()
