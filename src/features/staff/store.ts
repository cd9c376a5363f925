import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { StaffRole } from '../permissions/schema.ts'

export const countStaff = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('staffUsers')
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

/** Number of active accounts that still have a generated password. */
export const countTemporaryPasswords = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('staffUsers')
    .select(db.fn.countAll<number>().as('count'))
    .where('mustChangePassword', '=', true)
    .where('banned', '=', false)
    .executeTakeFirstOrThrow()
  return row.count
}

type NewAccount = {
  readonly name: string
  readonly email: string
  readonly role: StaffRole
  readonly mustChangePassword: boolean
}

export const insertAccount = (db: Db, account: NewAccount): Promise<{ id: string }> =>
  db.insertInto('staffUsers').values(account).returning('id').executeTakeFirstOrThrow()

export const insertPassword = (db: Db, { userId, hash }: { userId: string; hash: string }) =>
  db
    .insertInto('staffAccounts')
    .values({ userId, accountId: userId, providerId: 'credential', password: hash })
    .execute()

/** Locks the account's row until the transaction ends. */
export const lockAccount = (db: Db, id: string) =>
  db
    .selectFrom('staffUsers')
    .select(['id', 'name', 'email', 'role', 'banned'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const findAccountByEmail = (db: Db, email: string) =>
  db
    .selectFrom('staffUsers')
    .select(['id', 'name', 'role', 'banned'])
    .where('email', '=', email)
    .executeTakeFirst()

/** Counts active owners and locks their rows until the transaction ends. */
export async function lockOwners(db: Db): Promise<number> {
  const owners = await db
    .selectFrom('staffUsers')
    .select('id')
    .where('role', '=', 'owner')
    .where('banned', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()
  return owners.length
}

export async function updateAccount(
  db: Db,
  id: string,
  { role, banned }: { role: StaffRole; banned: boolean },
): Promise<void> {
  await db
    .updateTable('staffUsers')
    .set({ role, banned, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute()
}

/**
 * Resets an account: new password to be changed at the next sign-in, access restored, two-factor authentication off.
 */
export async function resetAccount(db: Db, id: string, hash: string): Promise<void> {
  await db
    .updateTable('staffUsers')
    .set({ banned: false, mustChangePassword: true, twoFactorEnabled: false, updatedAt: sql`now()` })
    .where('id', '=', id)
    .execute()
  await db.updateTable('staffAccounts').set({ password: hash }).where('userId', '=', id).execute()
  await db.deleteFrom('staffTwoFactors').where('userId', '=', id).execute()
}

export async function endAllSessions(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('staffSessions').where('userId', '=', userId).execute()
  await db.deleteFrom('staffVerifications').where('value', '=', userId).execute()
  await db.deleteFrom('staffKnownDevices').where('userId', '=', userId).execute()
}

export const listAccounts = (db: Db) =>
  db
    .selectFrom('staffUsers as u')
    .select(['u.id', 'u.name', 'u.email', 'u.role', 'u.banned', 'u.twoFactorEnabled', 'u.mustChangePassword'])
    .select((it) =>
      it
        .selectFrom('staffSessions as s')
        .whereRef('s.userId', '=', 'u.id')
        .select((inner) => inner.fn.max('s.updatedAt').as('seenAt'))
        .as('seenAt'),
    )
    .orderBy('u.name')
    .orderBy('u.email')
    .execute()
