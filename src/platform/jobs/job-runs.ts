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
  /** The jobs that are being done. */
  readonly underWay: Set<Promise<unknown>>
  readonly stopping: AbortSignal
}

/** The tasks as the queue calls them: with a trace, counted, logged, and tried again during a short outage. */
export const asTaskList = (tasks: Readonly<Record<string, Task>>, options: Options): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      async (payload: unknown, { job }: JobHelpers) => {
        const { underWay } = options
        const trace = beginContext({
          requestId: textOf(payload, 'requestId'),
          reservationId: textOf(payload, 'reservationId'),
          job: { name, id: job.id },
        })
        const doing = runWithContext(trace, () => doJob({ name, task, payload, job }, options))
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
    // As a failure it would count as an attempt, and after a few short outages the next attempt would be minutes away.
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

/** A text that a job was given beside what it needs. */
function textOf(payload: unknown, name: 'requestId' | 'reservationId'): string | null {
  if (typeof payload !== 'object' || payload === null || !(name in payload)) return null
  const value: unknown = Reflect.get(payload, name)
  return typeof value === 'string' ? value : null
}
