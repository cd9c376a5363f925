import { sql } from 'kysely'
import type { Database, Db } from '../db.ts'
import type { Log } from '#platform/observability/log.ts'

export type Replica = {
  /** The replica, if it has every announced change and little lag; null to read from the primary. */
  pick(): Db | null
  /** Records a write: the replica is not read again until it has replayed it. */
  noteChange(): void
  /** Records a failed query: the replica is not read again until the next check succeeds. */
  noteFailure(): void
  close(): Promise<void>
}

type Options = {
  readonly replica: Database
  readonly primary: Db
  readonly maxLagMs: number
  readonly log: Log
  readonly lookMs?: number
  readonly waitMs?: number
}

/** WAL position of the primary at one moment. A replica that replayed this far has every earlier write. */
type Goal = { readonly lsn: string; readonly changes: number; readonly at: number }

const LOOK_MS = 1000
const WAIT_MS = 100
// After a failover the log goes on from an earlier place: what the former primary had written is never reached.
const GOAL_MS = 30_000

/**
 * Decides whether a page for everybody may be read from the replica. Each look asks the primary how far its log is and then
 * waits until the replica has replayed that much: nothing compares clocks, and a write is never missing from a page that is
 * rendered after it was announced.
 */
export function createReplica(options: Options): Replica {
  const { replica, primary, maxLagMs, log, lookMs = LOOK_MS, waitMs = WAIT_MS } = options
  let changes = 0
  let reached: Goal | null = null
  let isHealthy = false
  let timer: NodeJS.Timeout | null = null
  let isClosed = false
  /** Nothing is waited for: the next look is a whole interval away. */
  let isIdle = false

  /** Answers the goal that was not reached yet. */
  const look = async (goal: Goal | null): Promise<Goal | null> => {
    const isCurrent = goal !== null && performance.now() - goal.at < GOAL_MS
    const next = isCurrent ? goal : await readGoal(primary, changes)
    if (!(await hasReplayed(replica.db, next.lsn))) return next
    reached = next
    return null
  }

  const pollUntilWritable = async (goal: Goal | null = null): Promise<void> => {
    isIdle = false
    const next = await look(goal).catch((error: unknown) => {
      reached = null
      log.debug({ event: 'replica.check_failed', err: error }, 'the replica could not be checked')
      return null
    })
    if (isClosed) return
    const isNow = reached !== null && performance.now() - reached.at < maxLagMs
    if (isNow !== isHealthy) {
      isHealthy = isNow
      const event = isNow ? 'replica.used' : 'replica.left'
      log.info({ event }, `public pages are read from the ${isNow ? 'replica' : 'primary'}`)
    }
    const isBehind = next !== null || (reached !== null && reached.changes !== changes)
    isIdle = !isBehind
    timer = setTimeout(() => void pollUntilWritable(next), isBehind ? waitMs : lookMs).unref()
  }

  timer = setTimeout(() => void pollUntilWritable(), 0)
  return {
    pick() {
      const isReadable = reached?.changes === changes && performance.now() - reached.at < maxLagMs
      return isReadable ? replica.db : null
    },
    noteChange() {
      changes += 1
      if (!isIdle || isClosed) return
      isIdle = false
      if (timer) clearTimeout(timer)
      timer = setTimeout(() => void pollUntilWritable(), waitMs).unref()
    },
    noteFailure() {
      reached = null
      log.warn({ event: 'replica.failed' }, 'a page could not be read from the replica')
    },
    async close() {
      isClosed = true
      if (timer) clearTimeout(timer)
      await replica.close()
    },
  }
}

async function readGoal(primary: Db, changes: number): Promise<Goal> {
  const at = performance.now()
  const { rows } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary)
  return { lsn: rows[0]?.lsn ?? '', changes, at }
}

/** A server that is no standby is no replica: it was promoted, or never was one. */
async function hasReplayed(replica: Db, lsn: string): Promise<boolean> {
  const { rows } = await sql<{ isReplica: boolean; hasReplayed: boolean | null }>`
    select pg_is_in_recovery() as is_replica, pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as has_replayed`.execute(
    replica,
  )
  if (!rows[0]?.isReplica) throw new Error('the server of DATABASE_REPLICA_URL is no standby')
  return rows[0].hasReplayed === true
}
