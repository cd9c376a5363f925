import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Config, testPagesOf } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import { countRestart, markFirstOfCluster } from '#platform/metrics.ts'
import { serveGatheredFigures } from '#platform/metrics-server.ts'
import { StartError } from '#platform/start-error.ts'
import type { Greeting } from './greeting.ts'
import { closeAll, type Closing, openGround } from './ground.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
const SETTLED_MS = 60_000
/** What a process is given to finish what it is at. */
const PATIENCE_MS = 30_000

export type SeveralHouses = Greeting & { stop(): Promise<void> }

/**
 * Opens the ground once, and on it as many processes as the settings want, on one port. One that dies is followed by
 * another; SIGUSR2 replaces them one after the other, so that somebody serves all the while.
 */
export async function openSeveralHouses(config: Config, log: Log): Promise<SeveralHouses> {
  const closing: Closing = []
  markFirstOfCluster()
  try {
    const { databaseKind, firstOwner, payments } = await openGround({ config, log }, closing)
    // The test provider has one set of books: this process keeps them for all.
    const env = payments.testProviderUrl ? { TEST_PAYMENTS_URL: payments.testProviderUrl } : {}
    const crew = createCrew({ count: config.processes, env, log })
    closing.push(() => crew.stop())
    await crew.start()
    if (config.metrics) {
      const server = await serveGatheredFigures(config.metrics)
      closing.push(() => server.close())
    }
    process.on('SIGUSR2', () => void crew.replaceAll())
    return {
      origin: config.origin,
      databaseKind,
      paymentsKind: payments.kind,
      mailKind: config.mail.kind,
      testPages: testPagesOf(config),
      firstOwner,
      warnings: config.warnings,
      stop: () => closeAll(closing),
    }
  } catch (error) {
    await closeAll(closing)
    throw error
  }
}

type CrewOptions = {
  readonly count: number
  readonly env: Readonly<Record<string, string>>
  readonly log: Log
}

type Place = {
  readonly number: number
  worker: Worker | null
  failures: number
  timer: NodeJS.Timeout | null
}

const waitAfter = (failures: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1))

/** The processes that serve, each in its place. */
function createCrew({ count, env, log }: CrewOptions) {
  const empty = { worker: null, failures: 0, timer: null }
  const places: Place[] = Array.from({ length: count }, (_, number) => ({ ...empty, number }))
  let isOpen = false
  let replacing: Promise<void> | null = null

  const open = (place: Place): Promise<boolean> => {
    const openedAt = performance.now()
    // Pictures are made ahead by one of them: the others would only make the same ones.
    const worker = cluster.fork({ ...env, ...(place.number === 0 ? {} : { PICTURES_AHEAD: 'false' }) })
    place.worker = worker
    worker.on('error', () => undefined)
    worker.once('exit', (code, signal) => {
      if (!isOpen || place.worker !== worker) return
      place.worker = null
      place.failures = performance.now() - openedAt > SETTLED_MS ? 0 : place.failures + 1
      const waitMs = waitAfter(place.failures)
      countRestart('process')
      const told = { event: 'process.restarting', place: place.number, code, signal, waitMs }
      log.error(told, 'a process ended; another takes its place')
      place.timer = setTimeout(() => void open(place), waitMs)
    })
    return untilItListens(worker)
  }

  const replace = async (place: Place): Promise<void> => {
    const old = place.worker
    if (!isOpen || !old) return
    if (!(await open(place))) throw new Error(`the new process in place ${place.number} does not start`)
    await end(old)
  }

  return {
    /** Opens the first alone: what keeps it from starting would keep all of them, and is told once. */
    async start(): Promise<void> {
      for (const group of [places.slice(0, 1), places.slice(1)]) {
        // oxlint-disable-next-line no-await-in-loop -- the others follow the first
        const opened = await Promise.all(group.map(open))
        if (opened.includes(false)) throw new StartError('The server did not start.')
      }
      isOpen = true
    },
    replaceAll(): Promise<void> {
      const work = async (): Promise<void> => {
        try {
          // oxlint-disable-next-line no-await-in-loop -- one after the other is the point
          for (const place of places) await replace(place)
          log.info('every process was replaced')
        } catch (error) {
          log.error({ err: error }, 'the processes were not all replaced')
        } finally {
          replacing = null
        }
      }
      return (replacing ??= work())
    },
    async stop(): Promise<void> {
      isOpen = false
      for (const { timer } of places) if (timer) clearTimeout(timer)
      await Promise.all(
        Object.values(cluster.workers ?? {}).flatMap((worker) => (worker ? [end(worker)] : [])),
      )
    },
  }
}

const untilItListens = (worker: Worker): Promise<boolean> =>
  new Promise((resolve) => {
    worker.once('listening', () => resolve(true))
    worker.once('exit', () => resolve(false))
  })

/** Asks a process to finish what it is at and go; one that does not is ended. */
async function end(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const gone = new Promise((resolve) => worker.once('exit', resolve))
  worker.process.kill('SIGTERM')
  const patience = new AbortController()
  const isGone = await Promise.race([
    gone.then(() => true),
    sleep(PATIENCE_MS, false, { signal: patience.signal, ref: false }).catch(() => true),
  ])
  patience.abort()
  if (!isGone) worker.process.kill('SIGKILL')
  await gone
}
