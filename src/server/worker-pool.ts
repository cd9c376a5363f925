import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FirstOwner } from '#features/staff/service.ts'
import type { Log } from '#platform/observability/log.ts'
import { countRestart } from '#platform/observability/metrics.ts'
import { StartError } from '#platform/config/start-error.ts'
import { readFromWorker, type StopKind, type ToWorker } from './process-messages.ts'

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 30_000
const SETTLED_MS = 60_000
/** Time limits for a worker to stop. A slower worker is killed; another worker releases its jobs as stale. */
export const STOP_LIMIT_MS = { now: 15_000, drain: 20_000, retire: 40_000 } as const satisfies Record<
  StopKind,
  number
>

type Options = {
  readonly count: number
  /** Resolves when the database runs. Workers start before that and connect after it. */
  readonly database: Promise<unknown>
  readonly env: Readonly<Record<string, string>>
  readonly drainMs: number
  readonly log: Log
  /** Called now and then while requests are served. */
  readonly onServed: () => void
}

type Slot = {
  readonly number: number
  worker: Worker | null
  failures: number
  timer: NodeJS.Timeout | null
}

type Pool = Options & {
  readonly slots: readonly Slot[]
  /** False before the first start and during the stop: a worker that exits is then not replaced. */
  isOpen: boolean
  firstOwner: FirstOwner | null
  replacing: Promise<void> | null
  /** A replacement was requested while another was running. */
  replacesAgain: boolean
}

export type WorkerPool = {
  /**
   * Starts all workers. Resolves with the owner account if an empty database was seeded; rejects if the database does not
   * start.
   */
  start(): Promise<FirstOwner | null>
  /** Replaces one worker after the other; each stops once its successor listens. */
  replaceAll(): Promise<void>
  stop(kind: 'drain' | 'now'): Promise<void>
  /** Kills all workers and resolves when they have exited. */
  kill(): Promise<void>
}

/** Pool of worker processes that share one port. A worker that exits is restarted with backoff. */
export function createWorkerPool(options: Options): WorkerPool {
  const pool: Pool = {
    ...options,
    slots: Array.from({ length: options.count }, (_, number) => ({
      number,
      worker: null,
      failures: 0,
      timer: null,
    })),
    isOpen: false,
    firstOwner: null,
    replacing: null,
    replacesAgain: false,
  }
  return {
    /** Starts the first worker alone: it migrates and seeds the database, and a mistake is reported only once. */
    async start() {
      const [first, ...others] = pool.slots
      const [started] = await Promise.all([first ? startIn(pool, first) : 'failed', pool.database])
      // Exit code 1: the worker already printed the reason.
      if (started !== 'listening')
        throw new StartError(started === 'explained' ? '' : 'The server did not start.')
      // One worker serves: another that fails from here on, as in an outage of the database, is restarted with backoff.
      pool.isOpen = true
      await Promise.all(others.map((slot) => startIn(pool, slot)))
      return pool.firstOwner
    },
    replaceAll() {
      pool.replacesAgain = pool.replacing !== null
      return (pool.replacing ??= replaceEach(pool))
    },
    async stop(kind) {
      close(pool)
      await Promise.all(allWorkers().map((worker) => end(pool, worker, kind)))
    },
    async kill() {
      close(pool)
      const gone = allWorkers().map((worker) => {
        const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
        worker.process.kill('SIGKILL')
        return ended
      })
      await Promise.all(gone)
    },
  }
}

const allWorkers = (): Worker[] => Object.values(cluster.workers ?? {}).flatMap((worker) => worker ?? [])

function close(pool: Pool): void {
  pool.isOpen = false
  for (const { timer } of pool.slots) if (timer) clearTimeout(timer)
}

function fork(pool: Pool, slot: Slot): Worker {
  const startedAt = performance.now()
  const worker = cluster.fork(pool.env)
  worker.on('error', () => undefined)
  pool.database.then(
    () => worker.isConnected() && worker.send({ databaseRuns: true } satisfies ToWorker),
    () => undefined,
  )
  worker.on('message', (received) => onMessage(pool, slot, { worker, received }))
  worker.once('exit', (code, signal) => {
    if (!pool.isOpen || slot.worker !== worker) return
    slot.worker = null
    slot.failures = performance.now() - startedAt > SETTLED_MS ? 0 : slot.failures + 1
    const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, slot.failures - 1))
    countRestart('process')
    pool.log.error(
      { event: 'process.restarting', place: slot.number, code, signal, waitMs },
      'a process ended; another takes its place',
    )
    slot.timer = setTimeout(() => void startIn(pool, slot), waitMs)
  })
  return worker
}

type Received = { readonly worker: Worker; readonly received: unknown }

function onMessage(pool: Pool, slot: Slot, { worker, received }: Received): void {
  const message = readFromWorker(received)
  if (!message) return
  if ('requestsServed' in message) pool.onServed()
  else if ('firstOwner' in message) pool.firstOwner = message.firstOwner
  else if (slot.worker === worker) replaceLogged(pool, slot).catch(() => undefined)
}

type Started = 'listening' | 'explained' | 'failed'

function startIn(pool: Pool, slot: Slot): Promise<Started> {
  slot.timer = null
  slot.worker = fork(pool, slot)
  return waitUntilListening(slot.worker)
}

const waitUntilListening = (worker: Worker): Promise<Started> =>
  new Promise((resolve) => {
    worker.once('listening', () => resolve('listening'))
    worker.once('exit', (code) => resolve(code === 1 ? 'explained' : 'failed'))
  })

async function replaceEach(pool: Pool): Promise<void> {
  do {
    pool.replacesAgain = false
    let areReplaced = true
    for (const slot of pool.slots)
      // oxlint-disable-next-line no-await-in-loop -- replaces one worker at a time
      areReplaced = areReplaced && (await replaceLogged(pool, slot))
    if (areReplaced) pool.log.info({ event: 'process.replaced' }, 'every process was replaced')
  } while (pool.replacesAgain && pool.isOpen)
  pool.replacing = null
}

async function replaceLogged(pool: Pool, slot: Slot): Promise<boolean> {
  if (await replace(pool, slot)) return true
  pool.log.error(
    { event: 'process.replace_failed', place: slot.number },
    'a new process did not start; the one before it goes on',
  )
  return false
}

/** Starts a successor and stops the worker once the successor listens. False, and no change, if it does not start. */
async function replace(pool: Pool, slot: Slot): Promise<boolean> {
  const old = slot.worker
  // A worker that exited by itself is restarted anyway.
  if (!pool.isOpen || !old) return true
  const next = fork(pool, slot)
  if ((await waitUntilListening(next)) !== 'listening') return false
  if (!pool.isOpen) return true
  if (slot.timer) clearTimeout(slot.timer)
  slot.timer = null
  const before = slot.worker
  slot.worker = next
  if (before) await end(pool, before, 'retire')
  return true
}

/** Asks a worker to stop and kills it after the time limit. */
async function end(pool: Pool, worker: Worker, kind: StopKind): Promise<void> {
  if (worker.isDead()) return
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  if (worker.isConnected()) worker.send({ stop: kind } satisfies ToWorker)
  else worker.process.kill('SIGKILL')
  const limit = new AbortController()
  const limitMs = STOP_LIMIT_MS[kind] + (kind === 'drain' ? pool.drainMs : 0)
  const isLate = await Promise.race([
    gone.then(() => false),
    sleep(limitMs, true, { signal: limit.signal }).catch(() => false),
  ])
  limit.abort()
  if (!isLate) return
  pool.log.error({ event: 'process.killed', kind, limitMs }, 'a process did not stop in time and was killed')
  worker.process.kill('SIGKILL')
  await gone
}
