import { sql } from 'kysely'
import { addHours, addMinutes } from '#lib/venue-time.ts'
import type { Db } from './db.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** An idempotency key belongs to the member of staff whose browser made it. */
export type OwnKey = { readonly staffId: string; readonly key: string }

/** An answer as it was given. */
export type Answer = { readonly status: number; readonly body: string }

export type Claim =
  | { readonly state: 'claimed' }
  | { readonly state: 'working' }
  | { readonly state: 'answered'; readonly answer: Answer; readonly isSameRequest: boolean }

const GIVEN_UP_AFTER_MIN = 1
const KEPT_HOURS = 24

/**
 * Claims an idempotency key for a request: only one request at a time works under it. A claim without an answer after a minute is
 * that of a process that was killed, and is claimed anew.
 */
export async function claimKey(
  { db, now }: Deps,
  { staffId, key, fingerprint }: OwnKey & { readonly fingerprint: string },
): Promise<Claim> {
  const claimed = await sql`
    insert into idempotency_keys as k (staff_id, key, fingerprint, claimed_at)
    values (${staffId}, ${key}, ${fingerprint}, ${now})
    on conflict (staff_id, key) do update set fingerprint = excluded.fingerprint, claimed_at = excluded.claimed_at
      where k.status is null and k.claimed_at < ${addMinutes(now, -GIVEN_UP_AFTER_MIN)}
    returning 1`.execute(db)
  if (claimed.rows.length > 0) return { state: 'claimed' }
  const known = await db
    .selectFrom('idempotencyKeys')
    .where('staffId', '=', staffId)
    .where('key', '=', key)
    .select(['fingerprint', 'status', 'body'])
    .executeTakeFirst()
  if (!known || known.status === null || known.body === null) return { state: 'working' }
  const answer = { status: known.status, body: known.body }
  return { state: 'answered', answer, isSameRequest: known.fingerprint === fingerprint }
}

/** Keeps the answer of a request, which is given again to each that follows under its key. */
export async function keepAnswer({ db }: Deps, { staffId, key }: OwnKey, answer: Answer): Promise<void> {
  await db
    .updateTable('idempotencyKeys')
    .set(answer)
    .where('staffId', '=', staffId)
    .where('key', '=', key)
    .execute()
}

/** Gives a key back whose request wrote nothing: it was refused, or failed. */
export async function releaseKey({ db }: Deps, { staffId, key }: OwnKey): Promise<void> {
  await db.deleteFrom('idempotencyKeys').where('staffId', '=', staffId).where('key', '=', key).execute()
}

export async function purgeIdempotencyKeys({ db, now }: Deps): Promise<void> {
  await db.deleteFrom('idempotencyKeys').where('claimedAt', '<', addHours(now, -KEPT_HOURS)).execute()
}
