import type { Db } from '#platform/db.ts'

export const countStaff = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('staffUsers')
    .select(db.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

export const insertOwner = (db: Db, owner: { name: string; email: string }): Promise<{ id: string }> =>
  db
    .insertInto('staffUsers')
    .values({ ...owner, role: 'owner', mustChangePassword: true })
    .returning('id')
    .executeTakeFirstOrThrow()

export const insertPassword = (db: Db, { userId, hash }: { userId: string; hash: string }) =>
  db
    .insertInto('staffAccounts')
    .values({ userId, accountId: userId, providerId: 'credential', password: hash })
    .execute()
