import { QueueTimeout } from '#lib/semaphore.ts'
import { isDatabaseUnavailable } from '#platform/db/db-errors.ts'
import type { Log } from '#platform/observability/log.ts'
import { countUnavailable } from '#platform/observability/metrics.ts'
import { StorageUnavailable } from '#platform/storage/storage.ts'

/** An unavailable component. Each has its own response, log event and metric label. */
export type Unavailable = {
  readonly component: string
  /** Event code of the log line. */
  readonly event: string
  /** Error code of the JSON response. */
  readonly error: string
  readonly text: string
  readonly retryAfter: string
}

export const DATABASE_UNAVAILABLE = 'database_unavailable'

const DATABASE: Unavailable = {
  component: 'database',
  event: 'db.unavailable',
  error: DATABASE_UNAVAILABLE,
  text: 'The database is not available. Please try again in a moment.',
  retryAfter: '5',
}
const STORAGE: Unavailable = {
  component: 'storage',
  event: 'storage.unavailable',
  error: 'storage_unavailable',
  text: 'The picture storage does not answer. Please try again in a moment.',
  retryAfter: '5',
}
const FULL_QUEUES: Readonly<Record<string, Unavailable>> = {
  images: {
    component: 'images',
    event: 'images.queue_full',
    error: 'images_busy',
    text: 'Too many pictures are being prepared right now. Please try again.',
    retryAfter: '10',
  },
}

/** The answer to a guest whose request waited too long for its turn. */
export const BUSY_TEXT = 'Many guests are booking right now. Please try again.'

const fullQueue = (name: string): Unavailable =>
  FULL_QUEUES[name] ?? {
    component: name,
    event: `${name}.queue_full`,
    error: 'busy',
    text: BUSY_TEXT,
    retryAfter: '2',
  }

/** The unavailable component behind an error; null for any other error. */
export function unavailableOf(error: unknown): Unavailable | null {
  if (isDatabaseUnavailable(error)) return DATABASE
  if (error instanceof StorageUnavailable) return STORAGE
  return error instanceof QueueTimeout ? fullQueue(error.queue) : null
}

/** Logs and counts a request that could not be served. */
export function reportUnavailable(log: Log, { component, event }: Unavailable, error: unknown): void {
  countUnavailable(component)
  log.error({ event, component, err: error }, 'a request could not be served')
}
