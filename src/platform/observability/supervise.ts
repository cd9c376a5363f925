import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseUnavailable } from '../db/db-errors.ts'
import type { Log } from './log.ts'
import { countRestart } from './metrics.ts'

/** One run of a component, from its start until it fails or is stopped. */
export type Run = {
  /** Rejects when the component fails. Resolving also counts as a failure. */
  readonly ended: Promise<unknown>
  /** Ends the run and frees its resources. Called once, also after a failure. */
  stop(): Promise<void>
}

type Options = {
  readonly log: Log
  readonly firstDelayMs?: number
  readonly maxDelayMs?: number
  /** After a run of at least this time the backoff starts from the beginning. */
  readonly settledMs?: number
}

// Connecting to an unavailable database costs little, and the component should be back as soon as it is.
const UNAVAILABLE_DELAY_MS = 200

export type Supervised = { stop(): Promise<void> }

/** Restarts a component whenever it fails, with exponential backoff up to a limit. */
export function supervise(component: string, start: () => Promise<Run>, options: Options): Supervised {
  const { log, firstDelayMs = 250, maxDelayMs = 2000, settledMs = 30_000 } = options
  const stopping = new AbortController()
  let run: Run | null = null
  let failures = 0

  /** Returns the error; null if the run ended by itself. */
  const runOnce = async (): Promise<Error | null> => {
    try {
      run = await start()
      if (failures > 1)
        log.warn({ event: 'component.restarted', component, failures }, 'a component runs again')
      failures = 0
      // A stop may arrive during the start.
      await Promise.race([run.ended, aborted(stopping.signal)])
      return null
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    } finally {
      const last = run
      run = null
      await last
        ?.stop()
        .catch((error: unknown) =>
          log.warn({ event: 'component.stop_failed', component, err: error }, 'a component did not stop'),
        )
    }
  }

  const keepRunning = async (): Promise<void> => {
    let delayMs = firstDelayMs
    while (!stopping.signal.aborted) {
      const startedAt = performance.now()
      // oxlint-disable-next-line no-await-in-loop -- one run after the other
      const error = await runOnce()
      if (stopping.signal.aborted) return
      if (performance.now() - startedAt > settledMs) delayMs = firstDelayMs
      countRestart(component)
      failures += 1
      // One line per outage; the number of attempts is logged when the component runs again.
      const isUnavailable = isDatabaseUnavailable(error)
      const waitMs = isUnavailable ? Math.min(UNAVAILABLE_DELAY_MS, firstDelayMs) : delayMs
      log[failures === 1 ? 'warn' : 'debug'](
        { event: 'component.restarting', component, ...(error ? { err: error } : {}), delayMs: waitMs },
        'a component failed and is started again',
      )
      // oxlint-disable-next-line no-await-in-loop
      await sleep(waitMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (!isUnavailable) delayMs = Math.min(maxDelayMs, delayMs * 2)
    }
  }

  const running = keepRunning()
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
