import type { JobHelpers, TaskList } from 'graphile-worker'
import { LAST } from './jobs.ts'
import type { Log } from '../observability/log.ts'
import { countJob } from '../observability/metrics.ts'
import { retryWhileUnavailable } from '../db/outage.ts'
import { beginContext, runWithContext } from '../observability/request-context.ts'
import { waitUntilIdle } from './wait-until-idle.ts'

export type Task = (payload: unknown) => Promise<void>

type Options = {
  readonly log: Log
  /** Promises of running jobs. */
  readonly underWay: Set<Promise<unknown>>
  readonly stopping: AbortSignal
}

/** Wraps tasks for graphile-worker: request context, metrics, log lines, and retries during a short database outage. */
export const asTaskList = (tasks: Readonly<Record<string, Task>>, options: Options): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, { job }: JobHelpers) => {
        const { underWay } = options
        const context = beginContext({
          requestId: textOf(payload, 'requestId'),
          reservationId: textOf(payload, 'reservationId'),
          job: { name, id: job.id },
        })
        const doing = runWithContext(context, () => doJob({ name, task, payload, job }, options))
        underWay.add(doing)
        try {
          await doing
        } finally {
          underWay.delete(doing)
        }
      },
    ]),
  )

type Doing = {
  readonly name: string
  readonly task: Task
  readonly payload: unknown
  readonly job: JobHelpers['job']
}

async function doJob({ name, task, payload, job }: Doing, { log, stopping }: Options): Promise<void> {
  if (job.priority === LAST) await waitUntilIdle()
  const started = performance.now()
  const waitedMs = Math.max(0, Date.now() - job.run_at.getTime())
  try {
    // Retried within the attempt: a counted failure would be retried with the queue's backoff, minutes after a few
    // short outages.
    await retryWhileUnavailable(() => task(payload), stopping)
  } catch (error) {
    countJob({ task: name, outcome: 'failed', waitedMs, tookMs: performance.now() - started })
    log.warn({ event: 'job.failed', err: error, attempt: job.attempts }, 'job failed')
    throw error
  }
  const tookMs = performance.now() - started
  countJob({ task: name, outcome: 'done', waitedMs, tookMs })
  log.info({ event: 'job.done', ms: Math.round(tookMs), waitedMs }, 'job done')
}

/** Reads the cause of a job, which is stored in the payload beside its input. */
function textOf(payload: unknown, name: 'requestId' | 'reservationId'): string | null {
  if (typeof payload !== 'object' || payload === null || !(name in payload)) return null
  const value: unknown = Reflect.get(payload, name)
  return typeof value === 'string' ? value : null
}
