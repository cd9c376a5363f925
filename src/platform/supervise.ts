import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from './log.ts'
import { countRestart } from './metrics.ts'

/** One run of a component, from its start until it fails or is stopped. */
export type Run = {
  /** Rejected when the component failed; fulfilled when it ended by itself, which is a failure too. */
  readonly ended: Promise<unknown>
  /** Ends the run and frees what it holds. Called once, also after it failed. */
  stop(): Promise<void>
}

type Options = {
  readonly log: Log
  readonly firstDelayMs?: number
  readonly maxDelayMs?: number
  /** A run that lasted so long starts the delays anew. */
  readonly settledMs?: number
}

export type Supervised = { stop(): Promise<void> }

/** Keeps a component running: whenever it fails it is started again, after a delay that doubles up to a limit. */
export function supervise(component: string, start: () => Promise<Run>, options: Options): Supervised {
  const { log, firstDelayMs = 250, maxDelayMs = 2000, settledMs = 30_000 } = options
  const stopping = new AbortController()
  let run: Run | null = null

  /** Answers why it ended. */
  const runOnce = async (): Promise<Error> => {
    try {
      run = await start()
      // A stop that came while it started has to reach it as well.
      await Promise.race([run.ended, aborted(stopping.signal)])
      return new Error(`${component} ended`)
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error))
    } finally {
      const last = run
      run = null
      await last
        ?.stop()
        .catch((error: unknown) => log.warn({ err: error, component }, 'a component did not stop'))
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
      log.warn(
        { event: 'component.restarting', component, err: error, delayMs },
        'a component failed and is started again',
      )
      // oxlint-disable-next-line no-await-in-loop
      await sleep(delayMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      delayMs = Math.min(maxDelayMs, delayMs * 2)
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
