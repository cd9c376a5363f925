import type { Db } from '#platform/db/db.ts'
import type { Actor } from './schema.ts'

/** Handles of a service that acts for a member of staff. */
export type ActorDeps = { readonly db: Db; readonly now: Date; readonly actor: Actor }
