import { setImmediate as nextTick } from 'node:timers/promises'
import type { FloorSnapshot } from '#features/floor-plan/chart/schema.ts'
import type { CachedFloor } from './floor-cache.ts'
import type { SseStream } from './sse.ts'

const WRITES_PER_TICK = 500

type Subscriber = { readonly stream: SseStream; sent: Buffer }

/** Subscribers of one chart variant, and its current frame, which all of them share. */
type Chart = {
  readonly variant: number
  readonly subscribers: Set<Subscriber>
  floor: CachedFloor | null
  json: string
  frame: Buffer
}

export type FloorSubscribers = ReturnType<typeof createFloorSubscribers>

type KnownFloor = Exclude<CachedFloor, { status: 'missing' }>

/** JSON of the table states on one chart variant. */
export const snapshotJson = ({ reading, offSale }: KnownFloor, variant: number): string =>
  JSON.stringify({ tables: reading.statesOf(variant), offSale } satisfies FloorSnapshot)

function chartOf(events: Map<string, Map<number, Chart>>, id: string, variant: number): Chart {
  const charts = events.get(id) ?? new Map<number, Chart>()
  const none = { variant, subscribers: new Set<Subscriber>(), floor: null, json: '', frame: Buffer.alloc(0) }
  const chart = charts.get(variant) ?? none
  events.set(id, charts.set(variant, chart))
  return chart
}

/** Open event streams by event and chart variant. `findFloor` is the cached floor of an event. */
export function createFloorSubscribers(findFloor: (eventId: string) => CachedFloor | null) {
  const events = new Map<string, Map<number, Chart>>()
  let lastId = 0

  /** SSE frame of one chart variant. Memoised while the floor is unchanged. */
  const frameOf = (id: string, chart: Chart): Buffer => {
    const floor = findFloor(id)
    if (!floor || floor.status === 'missing' || chart.floor === floor) return chart.frame
    const json = snapshotJson(floor, chart.variant)
    if (json !== chart.json) {
      lastId += 1
      chart.json = json
      chart.frame = Buffer.from(`id: ${lastId}\ndata: ${json}\n\n`)
    }
    chart.floor = floor
    return chart.frame
  }

  function* subscribersOf(id: string): Generator<[Chart, Subscriber]> {
    for (const chart of events.get(id)?.values() ?? [])
      for (const subscriber of chart.subscribers) yield [chart, subscriber]
  }

  return {
    has: (id: string): boolean => events.has(id),
    eventIds: (): string[] => [...events.keys()],
    /** Adds a stream. Returns its first frame and the function that removes it. */
    add(id: string, variant: number, stream: SseStream): { frame: Buffer; remove: () => void } {
      const chart = chartOf(events, id, variant)
      const subscriber = { stream, sent: frameOf(id, chart) }
      chart.subscribers.add(subscriber)
      return {
        frame: subscriber.sent,
        remove() {
          const charts = events.get(id)
          chart.subscribers.delete(subscriber)
          if (chart.subscribers.size === 0) charts?.delete(variant)
          if (charts?.size === 0) events.delete(id)
        },
      }
    },
    /** Sends the changed frames of an event, and ends its streams once it is over. */
    async publish(id: string): Promise<void> {
      let written = 0
      for (const [chart, subscriber] of subscribersOf(id)) {
        // Computed for each subscriber: a newer floor may have been read during the pauses.
        const frame = frameOf(id, chart)
        if (subscriber.sent !== frame) {
          subscriber.sent = frame
          subscriber.stream.send(frame)
          written += 1
          // oxlint-disable-next-line no-await-in-loop -- other requests run in between
          if (written % WRITES_PER_TICK === 0) await nextTick()
        }
        if (findFloor(id)?.status !== 'open') subscriber.stream.end()
      }
    },
  }
}
