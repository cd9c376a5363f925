import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from '../db/db.ts'

export type Limit = {
  /** Number of requests. */
  readonly times: number
  /** Window in seconds. */
  readonly withinS: number
}

/** Messages with a link that one address or number gets on request, so that a form cannot be used to fill an inbox. */
export const LINKS_ON_REQUEST: readonly Limit[] = [
  { times: 1, withinS: 15 * 60 },
  { times: 5, withinS: 24 * 60 * 60 },
]

const TABLE = 'rate_limits'

/**
 * Rate limit shared by all processes: counts a request under the key, or refuses with the seconds until the next is
 * accepted.
 */
export async function countOne(db: Db, key: string, limit: Limit): Promise<Result<null, { waitS: number }>> {
  try {
    await limiterOf(db, limit).consume(key)
    return ok(null)
  } catch (error) {
    if (error instanceof RateLimiterRes) return no({ waitS: Math.ceil(error.msBeforeNext / 1000) })
    throw error
  }
}

/** Counts a request in several windows of one key; false where one refuses it. A later window does not count what an earlier one refused. */
export async function countInEach(db: Db, key: string, limits: readonly Limit[]): Promise<boolean> {
  for (const limit of limits)
    // oxlint-disable-next-line no-await-in-loop -- as above
    if (!(await countOne(db, `${key} ${limit.withinS}`, limit)).ok) return false
  return true
}

/** Undoes a count, for requests that were not carried out. */
export async function uncountOne(db: Db, key: string, limit: Limit): Promise<void> {
  await limiterOf(db, limit).reward(key)
}

/** Deletes expired counters. */
export async function deleteExpiredCounts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rateLimits').where('expire', '<', String(now.getTime())).execute()
}

// The rate limiter needs an object that runs queries: our pool with its timeouts.
const limiterOf = (db: Db, { times, withinS }: Limit): RateLimiterPostgres =>
  new RateLimiterPostgres({
    storeClient: {
      query: ({ text, values }: { text: string; values: unknown[] }) =>
        db.executeQuery(CompiledQuery.raw(text, values)),
    },
    storeType: 'client',
    tableName: TABLE,
    keyPrefix: 'form',
    tableCreated: true,
    clearExpiredByTimeout: false,
    points: times,
    duration: withinS,
  })
