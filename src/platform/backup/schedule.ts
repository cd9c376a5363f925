import { addDays, businessDate, momentOf, type WallTime, wallClock, weekdayOf } from '#lib/venue-time.ts'

const DAILY = 7
const WEEKLY = 4
const RECENT_MS = 48 * 3600_000

/** A kept backup, as far as the rules care: its name and the moment it was made. */
export type Dated = { readonly name: string; readonly madeAt: Date }

/** The latest moment at or before `now` at which a backup is due, by the clock of the venue. */
export function lastDueAt(at: WallTime, now: Date): Date {
  const today = businessDate(now)
  for (let day = 1; ; day -= 1) {
    const due = momentOf(addDays(today, day), at)
    if (due <= now) return due
  }
}

/** Whether the backup of the latest due moment is missing: after its hour, or after a time in which no server ran. */
export const isDue = (at: WallTime, { now, lastGoodAt }: { now: Date; lastGoodAt: Date | null }): boolean =>
  lastGoodAt === null || lastGoodAt < lastDueAt(at, now)

const dayOf = ({ madeAt }: Dated): string => wallClock(madeAt).date

/** The Monday of the week, as the venue's calendar has it. */
const weekOf = (backup: Dated): string => {
  const day = dayOf(backup)
  return addDays(day, -((weekdayOf(day) + 6) % 7))
}

const newestFirst = <T extends Dated>(backups: readonly T[]): T[] =>
  backups.toSorted((a, b) => b.madeAt.getTime() - a.madeAt.getTime())

/** The newest backup of each of the latest `count` days or weeks that have one. */
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

/** The daily backups that are kept. Days without a backup do not count, so that a gap removes nothing. */
export const newestPerDay = <T extends Dated>(backups: readonly T[]): T[] =>
  newestOfEach(newestFirst(backups), dayOf, DAILY)

/**
 * The backups that may be removed: all but those of the last two days and the newest of 7 days and of 4 weeks. Whoever
 * makes a backup after a mistake must not lose the one of that morning by it. The newest of all is never removed.
 */
export function removable<T extends Dated>(backups: readonly T[]): T[] {
  const sorted = newestFirst(backups)
  const recent = (sorted[0]?.madeAt.getTime() ?? 0) - RECENT_MS
  const kept = new Set([...newestPerDay(sorted), ...newestOfEach(sorted, weekOf, WEEKLY)])
  return backups.filter((it) => !kept.has(it) && it.madeAt.getTime() < recent)
}
