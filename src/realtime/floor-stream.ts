import type { IncomingMessage, ServerResponse } from 'node:http'
import { TRUST_NONE, type TrustProxy } from '#platform/network/client-address.ts'
import type { Db } from '#platform/db/db.ts'
import type { Log } from '#platform/observability/log.ts'
import { createFloorCache } from './floor-cache.ts'
import { FLOOR_PATH, type FloorEndpoint, handleFloorRequest, sendFloorError } from './floor-endpoint.ts'
import { createFloorScheduler } from './floor-scheduler.ts'
import { createFloorSubscribers } from './floor-subscribers.ts'
import { createSseStreams, type SseLimits } from './sse.ts'

type Options = {
  readonly db: Db
  readonly log: Log
  readonly clock?: (() => Date) | undefined
  readonly trustProxy?: TrustProxy
  readonly limits?: Partial<SseLimits>
}

export type FloorStream = {
  /** Serves a request below /live/floor; false for any other path. */
  handle(incoming: IncomingMessage, outgoing: ServerResponse): boolean
  /** Notifies that a table may have another state. */
  floorChanged(): void
  /** Number of open streams. */
  count(): number
  /** Ends every stream and admits no more. */
  close(): void
}

/** Live table states on the seating charts of guests, as server-sent events. */
export function createFloorStream({ db, log, clock, trustProxy = TRUST_NONE, limits }: Options): FloorStream {
  const streams = createSseStreams(limits)
  const cache = createFloorCache({
    db,
    clock: clock ?? (() => new Date()),
    onRead: (id) =>
      void subscribers
        .publish(id)
        .catch((error: unknown) =>
          log.error({ event: 'live_floor.send_failed', err: error }, 'a seating chart could not be sent'),
        ),
    onSettled: (id) => scheduler.schedule(id),
  })
  const subscribers = createFloorSubscribers(cache.find)
  const scheduler = createFloorScheduler({ cache, subscribers, log })
  const endpoint: FloorEndpoint = { cache, subscribers, scheduler, streams, trustProxy, isClosed: false }
  return {
    handle(incoming, outgoing) {
      if (!incoming.url?.startsWith(FLOOR_PATH)) return false
      handleFloorRequest(endpoint, incoming, outgoing).catch((error: unknown) =>
        sendFloorError(log, outgoing, error),
      )
      return true
    },
    floorChanged() {
      cache.invalidate()
      if (streams.count > 0) scheduler.refreshAll()
    },
    count: () => streams.count,
    close() {
      endpoint.isClosed = true
      scheduler.close()
      streams.close()
    },
  }
}
