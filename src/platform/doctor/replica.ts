import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import { explainDatabase } from '../db/connections/database-check.ts'
import { openDatabase } from '../db/db.ts'
import { hostsOf } from '../config/settings/database-url.ts'
import { fail, type CheckResult, reasonOf, warn, pass } from './check-result.ts'

/** Checks that the replica is reachable, a standby, and replicating. */
export async function checkReplica({ replica }: Config): Promise<CheckResult[]> {
  if (!replica) return []
  const where = hostsOf(replica.url)
  const advice = 'Public pages are read from the primary meanwhile. Check DATABASE_REPLICA_URL.'
  const database = openDatabase(replica.url, { max: 1, onLost: () => undefined })
  try {
    const { rows } = await sql<{ isReplica: boolean; isStreaming: boolean }>`
      select pg_is_in_recovery() as is_replica, exists (select from pg_stat_wal_receiver) as is_streaming`.execute(
      database.db,
    )
    if (!rows[0]?.isReplica)
      return [fail('Replica', { message: `DATABASE_REPLICA_URL: ${where} is no standby`, advice })]
    if (!rows[0].isStreaming)
      return [
        warn('Replica', { message: `${where} receives nothing from the primary at this moment`, advice }),
      ]
    return [pass('Replica', `${where} is a standby that receives what the primary writes`)]
  } catch (error) {
    const reason = explainDatabase(error) ?? reasonOf(error)
    return [fail('Replica', { message: `DATABASE_REPLICA_URL: ${where}: ${reason}`, advice })]
  } finally {
    await database.close()
  }
}
