import type { Db } from '#platform/db/db.ts'
import { may, type StaffAction } from './rules.ts'
import type { Actor } from './schema.ts'
import { listAccounts } from './store.ts'

/** Handles of a service that acts for a member of staff. */
export type ActorDeps = { readonly db: Db; readonly now: Date; readonly actor: Actor }

/** Email addresses of the members of staff who may do something. */
export const listEmailsOf = async (db: Db, action: StaffAction): Promise<string[]> =>
  (await listAccounts(db)).filter(({ role }) => may(role, action)).map(({ email }) => email)
