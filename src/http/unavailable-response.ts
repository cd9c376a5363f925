import { QueueTimeout } from '#lib/semaphore.ts'
import { isDatabaseUnavailable } from '#platform/db/db-errors.ts'
import type { Log } from '#platform/observability/log.ts'
import { countUnavailable } from '#platform/observability/metrics.ts'
import { StorageUnavailable } from '#platform/storage/storage.ts'

/** A component that cannot serve just now. Each is told, logged and counted as itself, never as another. */
export type Unavailable = {
  readonly component: string
  /** Stable code of the log line. */
  readonly event: string
  /** Code of a JSON answer. */
  readonly error: string
  readonly text: string
  readonly retryAfter: string
}

export const DATABASE_UNAVAILABLE = 'database-away'

const DATABASE: Unavailable = {
  component: 'database',
  event: 'db.unavailable',
  error: 'database_away',
  text: 'The database is away for a moment.',
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
    text: 'Too many pictures are being prepared at this moment. Please try again.',
    retryAfter: '10',
  },
}

const fullQueue = (name: string): Unavailable =>
  FULL_QUEUES[name] ?? {
    component: name,
    event: `${name}.queue_full`,
    error: 'busy',
    text: 'Very many guests are booking at this moment. Please try again.',
    retryAfter: '2',
  }

/** Which component an error says is unavailable; null for any other error. */
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
