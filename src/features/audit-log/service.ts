import type { JsonRecord } from '#lib/changes.ts'
import type { Db } from '#platform/db/db.ts'
import { describeReservation, nameIn } from './rules.ts'
import type { AuditLogEntry, AuditLogFilter, AuditLogPage } from './schema.ts'
import { type AuditRow, listAuditEntries } from './store.ts'

export { clearAuditDetails, listActors, recordActivities, recordActivity } from './store.ts'

const PAGE = 50

const asRecord = (value: unknown): JsonRecord | null =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null

function toEntry(
  { createdAt, guestName, eventTitle, date, tableNumber, ...row }: AuditRow,
  now: Date,
): AuditLogEntry {
  const before = asRecord(row.before)
  const after = asRecord(row.after)
  const record = after ?? before ?? {}
  const subject =
    row.entity === 'reservation'
      ? describeReservation(record, { guestName, eventTitle, date, tableNumber }, now)
      : nameIn(record)
  return { ...row, at: createdAt.toISOString(), before, after, subject }
}

export async function listAuditLog(
  { db, now }: { readonly db: Db; readonly now: Date },
  filter: AuditLogFilter,
): Promise<AuditLogPage> {
  const found = await listAuditEntries(db, filter, PAGE + 1)
  const entries = found.slice(0, PAGE).map((row) => toEntry(row, now))
  return { entries, next: found.length > PAGE ? (entries.at(-1)?.id ?? null) : null }
}
