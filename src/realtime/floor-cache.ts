import { offSaleReason } from '#features/events/rules.ts'
import type { OffSale } from '#features/reservations/schema.ts'
import { findEvent } from '#features/events/service.ts'
import { type FloorReading, readFloorStates } from '#features/floor-plan/chart/service.ts'
import type { Db } from '#platform/db/db.ts'

/** Requests within this time share one reading, unless a change was notified in between. */
const FRESH_MS = 1000
/** Longest wait until the next reading; a timer cannot wait for an event that is months away. */
const MAX_VALID_MS = 3_600_000

type EventFloor =
  | { readonly status: 'missing' }
  | { readonly status: 'open' | 'ended'; readonly reading: FloorReading; readonly offSale: OffSale | null }

/** Floor of one event as it was read, with the number of changes notified until then. */
export type CachedFloor = EventFloor & { readonly readAt: number; readonly changes: number }

type Options = {
  readonly db: Db
  readonly clock: () => Date
  /** Called with each new reading, before the requests that wait for it resolve. */
  readonly onRead: (eventId: string) => void
  /** Called after each reading, failed ones included. */
  readonly onSettled: (eventId: string) => void
}

export type FloorCache = ReturnType<typeof createFloorCache>

/** Cache of the floor of each event. Concurrent requests share one database read. */
export function createFloorCache({ db, clock, onRead, onSettled }: Options) {
  const floors = new Map<string, CachedFloor>()
  const pending = new Map<string, { readonly floor: Promise<CachedFloor>; readonly changes: number }>()
  let changes = 0

  const msValid = (floor: CachedFloor): number => {
    const until = floor.status === 'missing' ? null : floor.reading.trueUntil
    return until ? Math.min(MAX_VALID_MS, until.getTime() - clock().getTime()) : MAX_VALID_MS
  }
  const isFresh = (floor: CachedFloor): boolean =>
    floor.changes === changes && performance.now() - floor.readAt < FRESH_MS && msValid(floor) > 0

  /** Floor after every change notified so far. A read begun before the last change is repeated. */
  const load = (id: string): Promise<CachedFloor> => {
    const current = pending.get(id)
    if (current?.changes === changes) return current.floor
    if (current) {
      const again = (): Promise<CachedFloor> => load(id)
      return current.floor.then(again, again)
    }
    const cached = floors.get(id)
    if (cached && isFresh(cached)) return Promise.resolve(cached)
    const seen = changes
    const floor = readEventFloor(db, clock(), id)
      .then((read) => {
        const entry = { ...read, changes: seen, readAt: performance.now() }
        floors.set(id, entry)
        onRead(id)
        return entry
      })
      .finally(() => {
        pending.delete(id)
        onSettled(id)
      })
    pending.set(id, { floor, changes: seen })
    return floor
  }
  return {
    load,
    find: (id: string): CachedFloor | null => floors.get(id) ?? null,
    isPending: (id: string): boolean => pending.has(id),
    pendingIds: (): string[] => [...pending.keys()],
    /** Time until the cached floor changes without a write, as when a hold expires; 0 without a cached floor. */
    msValid(id: string): number {
      const floor = floors.get(id)
      return floor ? msValid(floor) : 0
    },
    invalidate(): void {
      changes += 1
    },
    drop: (id: string): void => void floors.delete(id),
  }
}

async function readEventFloor(db: Db, now: Date, id: string): Promise<EventFloor> {
  const deps = { db, now }
  const named = await findEvent(deps, id)
  const found = named?.kind === 'moved' ? await findEvent(deps, named.slug) : named
  if (found?.kind !== 'event') return { status: 'missing' }
  return {
    status: found.hasEnded ? 'ended' : 'open',
    reading: await readFloorStates(deps, found.event),
    offSale: offSaleReason(found.event, now),
  }
}
