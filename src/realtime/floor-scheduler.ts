import type { Log } from '#platform/observability/log.ts'
import { createCoalescedRefresh } from './coalesced-refresh.ts'
import type { FloorCache } from './floor-cache.ts'
import type { FloorSubscribers } from './floor-subscribers.ts'

/** Covers every statement of one booking, so that they cause one refresh. */
const COALESCE_MS = 30
const RETRY_MS = 2000
/** An event without subscribers is dropped from the cache after this time. */
const DROP_AFTER_MS = 1000
/** Timers may fire a little early. */
const TIMER_SLACK_MS = 50
const CONCURRENT_READS = 4

type Options = {
  readonly cache: FloorCache
  readonly subscribers: FloorSubscribers
  readonly log: Log
}

export type FloorScheduler = {
  /** Sets the timer of an event: the next refresh, or its removal from the cache without subscribers. */
  schedule(eventId: string): void
  /** Refreshes every event with subscribers, coalesced. */
  refreshAll(): void
  close(): void
}

/** Reads events again, a few at a time. Returns whether every one could be read. */
async function refresh(
  { cache, log }: Pick<Options, 'cache' | 'log'>,
  ids: Iterable<string>,
): Promise<boolean> {
  const waiting = [...ids]
  const errors: unknown[] = []
  const readNext = async (): Promise<void> => {
    for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
      // oxlint-disable-next-line no-await-in-loop -- leaves database connections for other requests
      await cache.load(id).catch((error: unknown) => errors.push(error))
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_READS }, readNext))
  if (errors.length > 0)
    log.warn(
      { event: 'live_floor.refresh_failed', err: errors[0] },
      'open seating charts could not be refreshed',
    )
  return errors.length === 0
}

/** Decides when the floor of an event is read again: after a change, when a hold expires, and as a retry. */
export function createFloorScheduler({ cache, subscribers, log }: Options): FloorScheduler {
  const timers = new Map<string, NodeJS.Timeout>()
  let retry: NodeJS.Timeout | null = null
  let isClosed = false

  const drop = (id: string): void => {
    if (subscribers.has(id) || cache.isPending(id)) return
    timers.delete(id)
    cache.drop(id)
  }

  const coalesced = createCoalescedRefresh(
    async () => {
      if (await refresh({ cache, log }, new Set([...subscribers.eventIds(), ...cache.pendingIds()]))) return
      // The database may be back before any change is notified.
      retry ??= setTimeout(() => {
        retry = null
        coalesced.signal()
      }, RETRY_MS).unref()
    },
    COALESCE_MS,
    (error) =>
      log.error(
        { event: 'live_floor.refresh_failed', err: error },
        'open seating charts could not be refreshed',
      ),
  )

  return {
    schedule(id) {
      clearTimeout(timers.get(id))
      if (isClosed) return
      if (!subscribers.has(id)) {
        timers.set(id, setTimeout(() => drop(id), DROP_AFTER_MS).unref())
        return
      }
      const valid = cache.msValid(id)
      const wait = valid > 0 ? valid + TIMER_SLACK_MS : RETRY_MS
      timers.set(id, setTimeout(() => void refresh({ cache, log }, [id]), wait).unref())
    },
    refreshAll: () => coalesced.signal(),
    close() {
      isClosed = true
      coalesced.close()
      if (retry) clearTimeout(retry)
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}
