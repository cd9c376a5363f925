import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { BackoffLimit } from './rules.ts'

/** Counts one attempt. A single upsert, so that concurrent attempts are all counted. */
export async function countInWindow(
  db: Db,
  key: string,
  { now, windowMs }: { now: Date; windowMs: number },
): Promise<{ attempts: number; resetsAt: Date }> {
  const resetsAt = new Date(now.getTime() + windowMs)
  return db
    .insertInto('signInAttempts')
    .values({ key, attempts: 1, resetsAt })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        attempts: sql`case when sign_in_attempts.resets_at <= ${now} then 1 else sign_in_attempts.attempts + 1 end`,
        resetsAt: sql`case when sign_in_attempts.resets_at <= ${now} then excluded.resets_at
          else sign_in_attempts.resets_at end`,
      }),
    )
    .returning(['attempts', 'resetsAt'])
    .executeTakeFirstOrThrow()
}

/**
 * Counts a sign-in attempt unless a backoff is active, and sets the next one. A single upsert: of two concurrent
 * attempts, the second sees the backoff set by the first. Returns null if allowed, else the end of the backoff.
 */
export async function countAttempt(
  db: Db,
  key: string,
  { now, wait: { free, firstMs, mostMs, windowMs } }: { now: Date; wait: BackoffLimit },
): Promise<Date | null> {
  const resetsAt = new Date(now.getTime() + windowMs)
  const isOver = sql`sign_in_attempts.resets_at <= ${now}::timestamptz`
  const attempts = sql`case when ${isOver} then 1 else sign_in_attempts.attempts + 1 end`
  const nextAt = (
    count: RawBuilder<unknown>,
  ) => sql<Date | null>`case when (${count}) < ${free}::int then null else
    ${now}::timestamptz + least(${mostMs}::float8, ${firstMs}::float8 * power(2, least((${count}) - ${free}::int, 20)))
      * interval '1 millisecond' end`
  const counted = await sql<{ attempts: number }>`
    insert into sign_in_attempts (key, attempts, resets_at, next_at)
    values (${key}, 1, ${resetsAt}, ${nextAt(sql`1`)})
    on conflict (key) do update set
      attempts = ${attempts}, next_at = ${nextAt(attempts)},
      resets_at = case when ${isOver} then excluded.resets_at else sign_in_attempts.resets_at end
    where ${isOver} or sign_in_attempts.next_at is null or sign_in_attempts.next_at <= ${now}::timestamptz
    returning attempts`.execute(db)
  if (counted.rows.length > 0) return null
  const waiting = await findAttempts(db, key)
  return waiting?.nextAt ?? now
}

export const findAttempts = (db: Db, key: string) =>
  db.selectFrom('signInAttempts').select(['attempts', 'nextAt']).where('key', '=', key).executeTakeFirst()

/** Takes back one correct attempt. Wrong ones stay counted, because they may come from an attacker. */
export async function returnAttemptTo(db: Db, key: string): Promise<void> {
  await db
    .updateTable('signInAttempts')
    .set({ attempts: sql`greatest(attempts - 1, 0)` })
    .where('key', '=', key)
    .execute()
}

export async function deleteAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('signInAttempts').where('key', '=', key).execute()
}

export async function deleteOver(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('signInAttempts').where('resetsAt', '<', before).execute()
}
