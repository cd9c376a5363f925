import { CompiledQuery } from 'kysely'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { no, ok, type Result } from '#lib/result.ts'
import type { Db } from '../db/db.ts'

export type Limit = {
  /** How often. */
  readonly times: number
  /** In so many seconds. */
  readonly withinS: number
}

const TABLE = 'form_counts'

/** Counts one more under this key; refused, it says in how many seconds another is taken. Every process counts together. */
export async function countOne(db: Db, key: string, limit: Limit): Promise<Result<null, { waitS: number }>> {
  try {
    await limiterOf(db, limit).consume(key)
    return ok(null)
  } catch (error) {
    if (error instanceof RateLimiterRes) return no({ waitS: Math.ceil(error.msBeforeNext / 1000) })
    throw error
  }
}

/** Takes back one that was counted and came to nothing. */
export async function uncountOne(db: Db, key: string, limit: Limit): Promise<void> {
  await limiterOf(db, limit).reward(key)
}

/** Forgets the counts whose time has passed. */
export async function deleteExpiredCounts(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('formCounts').where('expire', '<', String(now.getTime())).execute()
}

// The limiter speaks to whatever runs a query: the house's own handle, with its time-outs.
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
