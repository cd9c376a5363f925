import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** Account with this email that has signed in on the device before. */
export const findKnownDevice = (db: Db, deviceId: string, email: string) =>
  db
    .selectFrom('staffKnownDevices as d')
    .innerJoin('staffUsers as u', 'u.id', 'd.userId')
    .where('d.deviceId', '=', deviceId)
    .where('u.email', '=', email)
    .select('d.userId')
    .executeTakeFirst()

export async function upsertDevice(
  db: Db,
  { deviceId, userId, at }: { deviceId: string; userId: string; at: Date },
): Promise<void> {
  await db
    .insertInto('staffKnownDevices')
    .values({ deviceId, userId, createdAt: at, lastUsedAt: at })
    .onConflict((conflict) => conflict.columns(['deviceId', 'userId']).doUpdateSet({ lastUsedAt: at }))
    .execute()
}

/** Deletes all but the account's most recently used devices. */
export async function deleteOldest(db: Db, userId: string, kept: number): Promise<void> {
  await sql`
    delete from staff_known_devices where user_id = ${userId} and device_id in (
      select device_id from staff_known_devices where user_id = ${userId}
      order by last_used_at desc, device_id offset ${kept})`.execute(db)
}

/** Deletes the known devices of an account, except the current one. */
export async function deleteKnownDevices(
  db: Db,
  userId: string,
  exceptId: string | null = null,
): Promise<void> {
  let deleting = db.deleteFrom('staffKnownDevices').where('userId', '=', userId)
  if (exceptId) deleting = deleting.where('deviceId', '!=', exceptId)
  await deleting.execute()
}

export async function deleteUnusedSince(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('staffKnownDevices').where('lastUsedAt', '<', before).execute()
}
