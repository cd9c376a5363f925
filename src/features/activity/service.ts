import type { JsonRecord } from '#lib/changes.ts'
import type { Db } from '#platform/db.ts'
import type { ActivityFilter, ActivityPage, Deed } from './schema.ts'
import { insertDeed, listActors, listDeeds } from './store.ts'

const PAGE = 50

/** Writes down who changed what, in the transaction of the change: what was not written down did not happen. */
export const recordActivity = (trx: Db, deed: Deed): Promise<void> => insertDeed(trx, deed)

const asRecord = (value: unknown): JsonRecord | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null

/** A page of what was done, newest first. */
export async function listActivity(
  { db }: { readonly db: Db },
  filter: ActivityFilter,
): Promise<ActivityPage> {
  const found = await listDeeds(db, filter, PAGE + 1)
  const entries = found.slice(0, PAGE).map(({ createdAt, before, after, ...rest }) => ({
    ...rest,
    at: createdAt.toISOString(),
    before: asRecord(before),
    after: asRecord(after),
  }))
  return { entries, next: found.length > PAGE ? (entries.at(-1)?.id ?? null) : null }
}

/** Everyone whose deeds can be asked for. */
export const listDoers = ({ db }: { readonly db: Db }) => listActors(db)
