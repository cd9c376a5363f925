import { Counter, Gauge, Histogram, Registry } from 'prom-client'

/** Registry of all metrics. No label has values that a client can choose, which would create unlimited series. */
export const registry = new Registry()

/** Metrics of the primary alone. Those of workers are aggregated from their own registries. */
export const primaryRegistry = new Registry()

const registers = [registry]
const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
const WAITED = [0.1, 0.5, 1, 2.5, 5, 15, 60, 300, 1800, 7200]

const requests = new Counter({
  name: 'lounge_http_requests_total',
  help: 'Requests by route, method and status.',
  labelNames: ['route', 'method', 'status'],
  registers,
})
const answering = new Histogram({
  name: 'lounge_http_request_duration_seconds',
  help: 'Time from the arrival of a request to the end of its response.',
  labelNames: ['route', 'method'],
  buckets: SECONDS,
  registers,
})
const pages = new Counter({
  name: 'lounge_page_cache_total',
  help: 'Page cache lookups: served from memory (hit), rendered (miss) or rendered again because the entry was stale (stale).',
  labelNames: ['outcome'],
  registers,
})
const holds = new Counter({
  name: 'lounge_holds_total',
  help: 'Holds by outcome: taken, resumed by the same guest, refused with a reason, or expired unpaid.',
  labelNames: ['outcome', 'reason'],
  registers,
})
const payments = new Counter({
  name: 'lounge_payments_total',
  help: 'Payment attempts by outcome.',
  labelNames: ['outcome'],
  registers,
})
const jobs = new Counter({
  name: 'lounge_jobs_total',
  help: 'Jobs done and failed attempts.',
  labelNames: ['task', 'outcome'],
  registers,
})
const jobWait = new Histogram({
  name: 'lounge_job_wait_seconds',
  help: 'Time from when a job was due until it started.',
  labelNames: ['task'],
  buckets: WAITED,
  registers,
})
const jobDuration = new Histogram({
  name: 'lounge_job_duration_seconds',
  help: 'Run time of jobs.',
  labelNames: ['task'],
  buckets: SECONDS,
  registers,
})
const rejections = new Counter({
  name: 'lounge_unhandled_rejections_total',
  help: 'Rejected promises that nothing in the process handled.',
  registers,
})
const restarts = new Counter({
  name: 'lounge_component_restarts_total',
  help: 'How often a component of the process failed and was started again.',
  labelNames: ['component'],
  registers,
})
const primaryRestarts = new Counter({
  name: 'lounge_first_process_restarts_total',
  help: 'How often the embedded database, or a process of a cluster, ended and was started again.',
  labelNames: ['component'],
  registers: [primaryRegistry],
})
const primaryRejections = new Counter({
  name: 'lounge_first_process_unhandled_rejections_total',
  help: 'Rejected promises that nothing handled in the process that starts the others of a cluster.',
  registers: [primaryRegistry],
})
const OF_PRIMARY = new Set(['embedded_database', 'process'])
const unavailable = new Counter({
  name: 'lounge_unavailable_total',
  help: 'Requests that could not be served, by the component that was unavailable or overloaded.',
  labelNames: ['component'],
  registers,
})

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export type AnsweredRequest = {
  readonly route: string
  readonly method: string | undefined
  readonly status: number
  readonly ms: number
}

export function countRequest({ route, method = '', status, ms }: AnsweredRequest): void {
  const known = METHODS.has(method) ? method : 'other'
  requests.inc({ route, method: known, status })
  answering.observe({ route, method: known }, ms / 1000)
}

export const countPage = (outcome: 'hit' | 'miss' | 'stale'): void => pages.inc({ outcome })

export const countHold = (outcome: 'taken' | 'resumed' | 'refused', reason = ''): void =>
  holds.inc({ outcome, reason })

export const countExpiredHolds = (count: number): void => holds.inc({ outcome: 'lapsed', reason: '' }, count)

export const countPayment = (outcome: string): void => payments.inc({ outcome })

let isPrimary = false

/** Marks this process as the primary: `/metrics` then shows the workers' metrics and only the primary's own. */
export function markPrimary(): void {
  isPrimary = true
}

export const countUnhandledRejection = (): void => (isPrimary ? primaryRejections : rejections).inc()

export const countRestart = (component: string): void =>
  (OF_PRIMARY.has(component) ? primaryRestarts : restarts).inc({ component })

export const countUnavailable = (component: string): void => unavailable.inc({ component })

export type JobRun = {
  readonly task: string
  readonly outcome: 'done' | 'failed'
  readonly waitedMs: number
  readonly tookMs: number
}

export function countJob({ task, outcome, waitedMs, tookMs }: JobRun): void {
  jobs.inc({ task, outcome })
  jobWait.observe({ task }, waitedMs / 1000)
  jobDuration.observe({ task }, tookMs / 1000)
}

type Pool = { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number }

/** Registers gauges of the connection pool, read on each scrape. */
export function watchPool(pool: Pool): void {
  registry.removeSingleMetric('lounge_database_connections')
  const gauge = new Gauge({
    name: 'lounge_database_connections',
    help: 'Connections of the pool: total, idle, and requests waiting for one.',
    labelNames: ['state'],
    registers,
    collect() {
      this.set({ state: 'total' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waiting' }, pool.waitingCount)
    },
  })
  // Initial value, so that the series exists before the first scrape.
  gauge.set({ state: 'waiting' }, 0)
}

/** Registers the gauge of open SSE streams. */
export function watchStreams(count: () => number): void {
  registry.removeSingleMetric('lounge_event_streams')
  const gauge = new Gauge({
    name: 'lounge_event_streams',
    help: 'Event streams that are open: charts of guests and screens of staff.',
    registers,
    collect() {
      this.set(count())
    },
  })
  gauge.set(0)
}

export type QueueState = {
  readonly task: string
  readonly waiting: number
  readonly failed: number
  readonly lagSeconds: number
}

const show = (gauge: Gauge): void => registry.registerMetric(gauge)

const QUEUE_GAUGES = ['lounge_database_up', 'lounge_queue_lag_seconds', 'lounge_queue_jobs']

/**
 * Registers gauges of the job queue, read on each scrape. All processes read the same queue, so the highest value wins
 * when they are aggregated.
 */
export function watchQueue(readQueue: () => Promise<readonly QueueState[]>): void {
  for (const name of QUEUE_GAUGES) registry.removeSingleMetric(name)
  let reading: Promise<readonly QueueState[] | null> | null = null
  // The gauges are collected at the same time and share one query.
  const look = (): Promise<readonly QueueState[] | null> =>
    (reading ??= readQueue()
      .catch(() => null)
      .finally(() => (reading = null)))
  show(
    new Gauge({
      name: 'lounge_database_up',
      help: 'Whether the database answers.',
      registers: [],
      aggregator: 'min',
      async collect() {
        this.set((await look()) === null ? 0 : 1)
      },
    }),
  )
  show(
    new Gauge({
      name: 'lounge_queue_lag_seconds',
      help: 'For how long the oldest job that is due has been waiting.',
      labelNames: ['task'],
      registers: [],
      aggregator: 'max',
      async collect() {
        const states = await look()
        this.reset()
        for (const { task, lagSeconds } of states ?? []) this.set({ task }, lagSeconds)
      },
    }),
  )
  show(
    new Gauge({
      name: 'lounge_queue_jobs',
      help: 'Jobs that are waiting, and jobs that failed in all of their attempts.',
      labelNames: ['task', 'state'],
      registers: [],
      aggregator: 'max',
      async collect() {
        const states = await look()
        this.reset()
        for (const { task, waiting, failed } of states ?? []) {
          this.set({ task, state: 'waiting' }, waiting)
          this.set({ task, state: 'failed' }, failed)
        }
      },
    }),
  )
}

/** Amounts in cents: of the current night, and of today's payments and refunds. */
export type MoneyState = {
  readonly night: Readonly<Record<string, number>>
  readonly moved: Readonly<Record<string, number>>
}

const MONEY_GAUGES = ['lounge_money_night_cents', 'lounge_money_moved_cents']

/**
 * Registers gauges of today's money. All processes read the same ledger, so the highest value wins when they are
 * aggregated.
 */
export function watchMoney(readMoney: () => Promise<MoneyState>): void {
  for (const name of MONEY_GAUGES) registry.removeSingleMetric(name)
  let reading: Promise<MoneyState | null> | null = null
  const look = (): Promise<MoneyState | null> =>
    (reading ??= readMoney()
      .catch(() => null)
      .finally(() => (reading = null)))
  show(
    new Gauge({
      name: 'lounge_money_night_cents',
      help: 'For the night of the current business day: received, refunded, lost in disputes, cover, and kept.',
      labelNames: ['part'],
      registers: [],
      aggregator: 'max',
      async collect() {
        const state = await look()
        this.reset()
        for (const [part, cents] of Object.entries(state?.night ?? {})) this.set({ part }, cents)
      },
    }),
  )
  show(
    new Gauge({
      name: 'lounge_money_moved_cents',
      help: 'Moved on the current business day, for whatever night, by method.',
      labelNames: ['method'],
      registers: [],
      aggregator: 'max',
      async collect() {
        const state = await look()
        this.reset()
        for (const [method, cents] of Object.entries(state?.moved ?? {})) this.set({ method }, cents)
      },
    }),
  )
}
