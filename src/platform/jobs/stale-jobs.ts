import type pg from 'pg'

type Client = Pick<pg.ClientBase, 'query'>

const HEARTBEAT = 'lounge jobs '
// By then, a queue that only lost its connection has a new one, and an email was sent or has failed.
const STALE_AFTER_S = 20

/**
 * Heartbeat: records that this queue's connection is open. The lock of a killed worker would otherwise last four
 * hours.
 */
export async function recordHeartbeat(client: Client, queueId: string): Promise<void> {
  await client.query("select set_config('application_name', $1, false)", [HEARTBEAT + queueId])
}

/** Releases the jobs of dead workers. Returns the number of those workers. */
export async function releaseStaleJobs(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct locked_by as id from graphile_worker.jobs
     where locked_by like 'pool-%' and locked_at < now() - make_interval(secs => $1)
       and not exists (
         select from pg_stat_activity where datname = current_database() and application_name = $2 || locked_by)`,
    [STALE_AFTER_S, HEARTBEAT],
  )
  const lost = rows.map(({ id }) => id)
  if (lost.length > 0) await client.query('select graphile_worker.force_unlock_workers($1::text[])', [lost])
  return lost.length
}

/** Releases jobs still locked by ended queues of this process. Returns their number. */
export async function releaseJobsOf(client: Client, queueIds: readonly string[]): Promise<number> {
  if (queueIds.length === 0) return 0
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from graphile_worker._private_jobs where locked_by = any($1)',
    [queueIds],
  )
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [queueIds])
  return rows[0]?.count ?? 0
}
