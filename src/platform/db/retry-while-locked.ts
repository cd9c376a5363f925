import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../observability/log.ts'
import { MigrationError } from './migration-error.ts'

const LOCK_NOT_AVAILABLE = '55P03'
const DEADLOCK = '40P01'

export type LockLimits = {
  /**
   * Limit on the wait of a statement for a lock. The statements of the version that serves queue behind it, and end after
   * 8 s. It is longer than the second after which PostgreSQL ends an autovacuum that is in the way.
   */
  readonly lockTimeoutMs: number
  /** Pause between two attempts, in which the statements that waited are done. */
  readonly pauseMs: number
  /** A dump of a large database holds its locks for minutes. */
  readonly giveUpAfterMs: number
}

export const LOCK_LIMITS: LockLimits = { lockTimeoutMs: 2000, pauseMs: 5000, giveUpAfterMs: 600_000 }

type Waiting = { readonly name: string; readonly limits: LockLimits; readonly log: Log | undefined }

/** Repeats an attempt, which leaves nothing when it fails, while another session holds a lock that it needs. */
export async function retryWhileLocked<Value>(
  { name, limits, log }: Waiting,
  attempt: () => Promise<Value>,
): Promise<Value> {
  const startedAt = performance.now()
  for (;;) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- the next attempt follows the last
      return await attempt()
    } catch (error) {
      if (!isLocked(error)) throw error
      const ms = Math.round(performance.now() - startedAt)
      if (ms >= limits.giveUpAfterMs) throw explainLock(name, ms, error)
      log?.warn(
        { event: 'db.migration_waiting', name, ms },
        'a migration waits for a lock and is tried again',
      )
    }
    // oxlint-disable-next-line no-await-in-loop -- the pause comes before the next attempt
    await sleep(limits.pauseMs)
  }
}

/** True if another session held a lock for too long, or the two of them waited for each other. */
export const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === LOCK_NOT_AVAILABLE || error.code === DEADLOCK)

const explainLock = (name: string, ms: number, cause: unknown): MigrationError =>
  new MigrationError(
    `${name}: for ${Math.round(ms / 1000)} s another session held a lock that the migration needs, such as a dump or a long statement. Nothing was changed. Start again when that session has ended.`,
    { cause },
  )
