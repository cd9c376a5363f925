import type pg from 'pg'

type Client = Pick<pg.ClientBase, 'query'>

const MARK = 'lounge jobs '
// A queue that only lost its connection has it back by then, and a letter is sent or given up.
const LOST_AFTER_S = 20

/**
 * Shows in the database that a queue lives, for as long as this connection of it stands. Whoever is killed cannot tell, and
 * the lock on what it was doing would otherwise hold for four hours.
 */
export async function markAlive(client: Client, queueId: string): Promise<void> {
  await client.query("select set_config('application_name', $1, false)", [MARK + queueId])
}

/** Gives jobs back to the queue whose worker died while it did them. Answers how many workers that were. */
export async function releaseStaleJobs(client: Client): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `select distinct locked_by as id from graphile_worker.jobs
     where locked_by like 'pool-%' and locked_at < now() - make_interval(secs => $1)
       and not exists (
         select from pg_stat_activity where datname = current_database() and application_name = $2 || locked_by)`,
    [LOST_AFTER_S, MARK],
  )
  const lost = rows.map(({ id }) => id)
  if (lost.length > 0) await client.query('select graphile_worker.force_unlock_workers($1::text[])', [lost])
  return lost.length
}

/** Gives back the jobs that queues of this process still hold, which have ended. Answers how many jobs that were. */
export async function releaseJobsOf(client: Client, queueIds: readonly string[]): Promise<number> {
  if (queueIds.length === 0) return 0
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from graphile_worker._private_jobs where locked_by = any($1)',
    [queueIds],
  )
  await client.query('select graphile_worker.force_unlock_workers($1::text[])', [queueIds])
  return rows[0]?.count ?? 0
}
