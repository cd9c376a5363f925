import { Logger, runOnce } from 'graphile-worker'
import pg from 'pg'
import type { Task } from '#platform/jobs/job-worker.ts'

const quiet = new Logger(() => () => undefined)

/** Runs every due job, as the worker would, until the queue is empty. */
export async function doJobs(url: string, tasks: Readonly<Record<string, Task>>): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: url, max: 3 })
  pgPool.on('connect', (client) => client.on('error', () => undefined))
  pgPool.on('error', () => undefined)
  try {
    await runOnce({ pgPool, logger: quiet, noHandleSignals: true, concurrency: 1, taskList: { ...tasks } })
  } finally {
    await pgPool.end()
  }
}
