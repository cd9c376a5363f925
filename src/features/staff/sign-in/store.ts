import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'

/** Marks a code as used; false if it was used before (replay protection). */
export async function markCodeUsed(
  db: Db,
  { userId, codeHash, at }: { userId: string; codeHash: string; at: Date },
): Promise<boolean> {
  const inserted = await db
    .insertInto('usedTotpCodes')
    .values({ userId, codeHash, usedAt: at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('userId')
    .executeTakeFirst()
  return inserted !== undefined
}

export async function deleteExpiredSignIns(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('usedTotpCodes').where('usedAt', '<', before).execute()
  await db.deleteFrom('staffSessions').where('expiresAt', '<', before).execute()
  await db.deleteFrom('staffVerifications').where('expiresAt', '<', before).execute()
}

export const findPassword = (db: Db, userId: string) =>
  db
    .selectFrom('staffAccounts')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()

export async function setPassword(db: Db, userId: string, hash: string): Promise<void> {
  await db
    .updateTable('staffAccounts')
    .set({ password: hash, updatedAt: sql`now()` })
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .execute()
  await db
    .updateTable('staffUsers')
    .set({ mustChangePassword: false, updatedAt: sql`now()` })
    .where('id', '=', userId)
    .execute()
}

/** Ends the sessions and pending verifications of an account, optionally except one session. */
export async function endSessions(db: Db, userId: string, exceptToken: string | null = null): Promise<void> {
  let ending = db.deleteFrom('staffSessions').where('userId', '=', userId)
  if (exceptToken) ending = ending.where('token', '!=', exceptToken)
  await ending.execute()
  await db.deleteFrom('staffVerifications').where('value', '=', userId).execute()
}

export async function endSession(db: Db, token: string): Promise<void> {
  await db.deleteFrom('staffSessions').where('token', '=', token).execute()
}
