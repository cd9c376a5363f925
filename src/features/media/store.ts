import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

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

/** Sets or clears the time since when an image has no references. */
export async function markUnused(db: Db, now: Date): Promise<void> {
  await sql`
    with used as materialized (select distinct id from media_in_use() as id)
    update media set unused_since = case when exists (select from used where used.id = media.id) then null else ${now}::timestamptz end
    where (unused_since is null) <> exists (select from used where used.id = media.id)`.execute(db)
}

export const listUnusedSince = (db: Db, before: Date): Promise<{ id: string; storageKey: string }[]> =>
  db.selectFrom('media').select(['id', 'storageKey']).where('unusedSince', '<', before).execute()

/** Deletes an image unless it gained a reference in the meantime. */
export async function deleteUnused(db: Db, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from media where id = ${id} and unused_since is not null and id not in (select media_in_use())`.execute(
    db,
  )
  return numAffectedRows === 1n
}

/** Keys of the newest images, plus a random sample. */
export async function listSomeMediaKeys(db: Db, atMost: number): Promise<string[]> {
  const half = Math.ceil(atMost / 2)
  const newest = await db
    .selectFrom('media')
    .select('storageKey')
    .orderBy('createdAt', 'desc')
    .limit(half)
    .execute()
  const any = await db
    .selectFrom('media')
    .select('storageKey')
    .orderBy(sql`random()`)
    .limit(atMost)
    .execute()
  return [...new Set([...newest, ...any].map(({ storageKey }) => storageKey))].slice(0, atMost)
}
