import type { JsonRecord } from '#lib/changes.ts'
import type { Db } from '#platform/db/db.ts'
import { describeReservation, nameIn } from './rules.ts'
import type { ActivityEntry, ActivityFilter, ActivityPage, Deed } from './schema.ts'
import { type DeedRow, insertDeed, listActors, listDeeds } from './store.ts'

const PAGE = 50

/** Writes down who changed what, in the transaction of the change: what was not written down did not happen. */
export const recordActivity = (trx: Db, deed: Deed): Promise<void> => insertDeed(trx, deed)

const asRecord = (value: unknown): JsonRecord | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null

function toEntry({ createdAt, guestName, eventTitle, date, tableNumber, ...row }: DeedRow): ActivityEntry {
  const before = asRecord(row.before)
  const after = asRecord(row.after)
  const record = after ?? before ?? {}
  const subject =
    row.entity === 'reservation'
      ? describeReservation(record, { guestName, eventTitle, date, tableNumber })
      : nameIn(record)
  return { ...row, at: createdAt.toISOString(), before, after, subject }
}

/** A page of what was done, newest first. */
export async function listActivity(
  { db }: { readonly db: Db },
  filter: ActivityFilter,
): Promise<ActivityPage> {
  const found = await listDeeds(db, filter, PAGE + 1)
  const entries = found.slice(0, PAGE).map(toEntry)
  return { entries, next: found.length > PAGE ? (entries.at(-1)?.id ?? null) : null }
}

/** Everyone whose deeds can be asked for. */
export const listDoers = ({ db }: { readonly db: Db }) => listActors(db)
