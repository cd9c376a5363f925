import type { Db } from '#platform/db/db.ts'

/** Email and role of each member of staff with access, by email. */
export const listAccounts = (db: Db) =>
  db.selectFrom('staffUsers').where('banned', '=', false).select(['email', 'role']).orderBy('email').execute()
