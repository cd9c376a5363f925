import type { ChildProcess } from 'node:child_process'
import type { Log } from '#platform/observability/log.ts'
import { startChild } from './child-process.ts'
import type { ToWorker } from './process-messages.ts'

/** Leaves the processor to the first guests after a start. */
const START_AFTER_MS = 5000
const FIRST_RETRY_MS = 30_000
const LONGEST_RETRY_MS = 3_600_000

export type ImagePregeneration = {
  start(): void
  /** Pauses the child while there is traffic. */
  requestsServed(): void
  stop(): Promise<void>
}

/** Runs the child process that pre-generates image renditions, and restarts it with backoff until all exist. */
export function startImagePregeneration(log: Log): ImagePregeneration {
  let child: ChildProcess | null = null
  let timer: NodeJS.Timeout | null = null
  let retryMs = FIRST_RETRY_MS
  let isStopping = false

  const run = (): void => {
    const started = startChild('pictures')
    child = started
    started.once('error', () => undefined)
    started.once('exit', (code) => {
      child = null
      if (code === 0 || isStopping) return
      log.warn(
        { event: 'images.pregenerate_failed', code, retryMs },
        'images were not pre-generated; they are rendered on request, and it is retried',
      )
      timer = setTimeout(run, retryMs).unref()
      retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2)
    })
  }

  return {
    start() {
      timer = setTimeout(run, START_AFTER_MS).unref()
    },
    requestsServed() {
      if (child?.connected) child.send({ requestsServed: true } satisfies ToWorker, () => undefined)
    },
    async stop() {
      isStopping = true
      if (timer) clearTimeout(timer)
      const running = child
      if (!running) return
      const gone = new Promise<void>((resolve) => running.once('exit', () => resolve()))
      running.kill('SIGTERM')
      await gone
    },
  }
}
