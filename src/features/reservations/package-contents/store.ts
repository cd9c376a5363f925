import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { PackageContent, PackageKey, Words } from './schema.ts'

type StoredContent = Pick<PackageContent, 'name' | 'message' | 'hasPicture'>

/** Packages of a reservation with their content. */
export async function listPackageContents(db: Db, reservationId: string): Promise<PackageContent[]> {
  const { rows } = await sql<PackageContent>`
    select l.package_key as "key", l.label, p.needs_content as "need", coalesce(c.name, '') as "name",
      coalesce(c.message, '') as "message", c.picture_key is not null as "hasPicture"
    from reservation_lines l
    join packages p on p.key = l.package_key
    left join package_contents c on c.reservation_id = l.reservation_id and c.package_key = l.package_key
    where l.reservation_id = ${reservationId} and l.kind = 'package' order by l.package_key`.execute(db)
  return rows
}

export async function findPictureKey(db: Db, id: string, key: PackageKey): Promise<string | null> {
  const row = await db
    .selectFrom('packageContents')
    .where('reservationId', '=', id)
    .where('packageKey', '=', key)
    .select('pictureKey')
    .executeTakeFirst()
  return row?.pictureKey ?? null
}

/** Locks the reservation of a package until the transaction ends. Undefined if the package takes no content. */
export const lockReservationOf = (db: Db, id: string, key: PackageKey) =>
  db
    .selectFrom('reservations as r')
    .innerJoin('reservationLines as l', 'l.reservationId', 'r.id')
    .innerJoin('packages as p', 'p.key', 'l.packageKey')
    .where('r.id', '=', id)
    .where('r.deletedAt', 'is', null)
    .where('r.anonymisedAt', 'is', null)
    .where('l.packageKey', '=', key)
    .where('p.needsContent', '<>', 'none')
    .select(['r.id', 'r.status', 'r.startsAt', 'r.endsAt', 'p.needsContent as need'])
    .forUpdate('r')
    .executeTakeFirst()

/** The content that is stored for a package; its words are empty where nothing is. */
export async function findStored(db: Db, id: string, key: PackageKey): Promise<StoredContent> {
  const row = await db
    .selectFrom('packageContents')
    .where('reservationId', '=', id)
    .where('packageKey', '=', key)
    .select(['name', 'message', 'pictureKey'])
    .executeTakeFirst()
  return {
    name: row?.name ?? '',
    message: row?.message ?? '',
    hasPicture: (row?.pictureKey ?? null) !== null,
  }
}

type Written = Partial<Words> & {
  readonly id: string
  readonly key: PackageKey
  /** Null removes the picture; undefined leaves it unchanged. */
  readonly pictureKey: string | null | undefined
}

/** Writes what is given for a package, and leaves the rest as it is. */
export async function writeContent(db: Db, { id, key, pictureKey, ...words }: Written): Promise<void> {
  const columns = { ...words, ...(pictureKey === undefined ? {} : { pictureKey }) }
  await db
    .insertInto('packageContents')
    .values({ reservationId: id, packageKey: key, ...columns })
    .onConflict((it) =>
      it.columns(['reservationId', 'packageKey']).doUpdateSet({ ...columns, updatedAt: sql`now()` }),
    )
    .execute()
  if (pictureKey) await db.deleteFrom('discardedUploads').where('storageKey', '=', pictureKey).execute()
}

/** Records a storage key before its file is written: the purge job deletes the file if the upload is not completed. */
export async function announceUpload(db: Db, storageKey: string): Promise<void> {
  await db.insertInto('discardedUploads').values({ storageKey }).execute()
}

/** Storage keys recorded before a moment that no content refers to. */
export const listDiscarded = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('discardedUploads as d')
    .where('d.discardedAt', '<', before)
    .where(sql<boolean>`not exists (select from package_contents c where c.picture_key = d.storage_key)`)
    .select('d.storageKey')
    .limit(limit)
    .execute()

export async function deleteDiscarded(db: Db, storageKey: string): Promise<void> {
  await db.deleteFrom('discardedUploads').where('storageKey', '=', storageKey).execute()
}

/** Content of packages that a reservation has no longer, until it is deleted. */
export async function listUnbookedContents(
  db: Db,
  reservationId: string,
): Promise<Omit<PackageContent, 'label'>[]> {
  const { rows } = await sql<Omit<PackageContent, 'label'>>`
    select c.package_key as "key", 'none' as "need", c.name, c.message, c.picture_key is not null as "hasPicture"
    from package_contents c where c.reservation_id = ${reservationId}
      and not exists (select from reservation_lines l
        where l.reservation_id = c.reservation_id and l.package_key = c.package_key)`.execute(db)
  return rows
}

/** Deletes the content of packages that a reservation has no longer. A trigger records their files for the purge job. */
export async function deleteUnbookedContents(db: Db, reservationId: string): Promise<void> {
  await sql`delete from package_contents c where c.reservation_id = ${reservationId}
    and not exists (select from reservation_lines l
      where l.reservation_id = c.reservation_id and l.package_key = c.package_key)`.execute(db)
}

/** Moves content with the packages that moved to another reservation. */
export async function movePackageContents(db: Db, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update package_contents c set reservation_id = ${to} where c.reservation_id = ${from}
    and exists (select from reservation_lines l where l.reservation_id = ${to} and l.package_key = c.package_key)`.execute(
    db,
  )
}

/** Deletes the content of reservations that ended before a moment. A trigger records their files for the purge job. */
export async function deleteOldContents(db: Db, before: Date): Promise<void> {
  await sql`delete from package_contents c using reservations r
    where r.id = c.reservation_id and r.ends_at < ${before}`.execute(db)
}
