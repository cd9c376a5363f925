import { addDays, businessDate, momentOf, type WallTime, wallClock, weekdayOf } from '#lib/venue-time.ts'

const DAILY = 7
const WEEKLY = 4
const RECENT_MS = 48 * 3600_000

/** Name and time of a backup, as the retention rule needs it. */
export type Dated = { readonly name: string; readonly madeAt: Date }

/** Latest due time at or before `now`, in venue time. */
export function lastDueAt(at: WallTime, now: Date): Date {
  const today = businessDate(now)
  for (let day = 1; ; day -= 1) {
    const due = momentOf(addDays(today, day), at)
    if (due <= now) return due
  }
}

/** Whether the backup of the latest due time is missing, which is also the case after a downtime. */
export const isDue = (at: WallTime, { now, lastGoodAt }: { now: Date; lastGoodAt: Date | null }): boolean =>
  lastGoodAt === null || lastGoodAt < lastDueAt(at, now)

const dayOf = ({ madeAt }: Dated): string => wallClock(madeAt).date

/** Monday of the backup's week in venue time. */
const weekOf = (backup: Dated): string => {
  const day = dayOf(backup)
  return addDays(day, -((weekdayOf(day) + 6) % 7))
}

const newestFirst = <T extends Dated>(backups: readonly T[]): T[] =>
  backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())

/** Newest backup of each of the last `count` days or weeks that have one. */
function newestOfEach<T extends Dated>(
  sorted: readonly T[],
  periodOf: (it: T) => string,
  count: number,
): T[] {
  const newest = new Map<string, T>()
  for (const backup of sorted) {
    const period = periodOf(backup)
    if (!newest.has(period)) newest.set(period, backup)
  }
  return [...newest.values()].slice(0, count)
}

/** Daily backups to retain. Days without a backup do not count, so a gap removes nothing. */
export const newestPerDay = <T extends Dated>(backups: readonly T[]): T[] =>
  newestOfEach(newestFirst(backups), dayOf, DAILY)

/**
 * Retention of backups: those of the last two days and the newest of 7 days and 4 weeks are kept, the others returned.
 * A backup made after a mistake must not displace the one of that morning. The newest backup is never removed.
 */
export function removable<T extends Dated>(backups: readonly T[]): T[] {
  const sorted = newestFirst(backups)
  const recent = (sorted[0]?.madeAt.getTime() ?? 0) - RECENT_MS
  const kept = new Set([...newestPerDay(sorted), ...newestOfEach(sorted, weekOf, WEEKLY)])
  return backups.filter((it) => !kept.has(it) && it.madeAt.getTime() < recent)
}
