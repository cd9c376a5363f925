/** Fallback storage where localStorage is blocked or full: entries last as long as the page is open. */
export const memory = new Map<string, string>()
/** Listeners for changes in this tab; the `storage` event reports those of other tabs only. */
export const listeners = new Set<() => void>()

/** Storage key of the hold of a table for an event. */
export const holdPlace = (eventId: string, tableId: string): string => `hold ${eventId} ${tableId}`

/** Storage key of the idempotency key for a table of an event. Its value is the key and the time at which it was made. */
export const attemptPlace = (eventId: string, tableId: string): string => `attempt ${eventId} ${tableId}`

const ATTEMPT_MS = 30 * 60_000

/**
 * Whether a table that is held may be held by this browser: it asked for the table, and the answer was lost, as by a reload.
 * Booking it again resumes that hold.
 */
export function mayBeOwn(
  eventId: string,
  { id, state }: { readonly id: string; readonly state: string },
): boolean {
  const madeAt = Number(readStored(attemptPlace(eventId, id))?.split(' ')[1])
  return state === 'held' && Date.now() - madeAt < ATTEMPT_MS
}

export function readStored(place: string): string | null {
  try {
    return localStorage.getItem(place) ?? memory.get(place) ?? null
  } catch {
    return memory.get(place) ?? null
  }
}

/** Storage keys in use with a prefix. */
export function listPlaces(beginning: string): string[] {
  let kept: string[] = []
  try {
    kept = Object.keys(localStorage)
  } catch {
    // Storage is blocked: only the entries in memory count.
  }
  return [...new Set([...kept, ...memory.keys()])].filter((place) => place.startsWith(beginning))
}

/** Everything that is stored under keys with a prefix, as one text that changes with it. */
export const readAll = (beginning: string): string =>
  listPlaces(beginning)
    .toSorted()
    .map((place) => place + readStored(place))
    .join()

/** Calls back when a hold is stored or removed, in this tab or another one. */
export function subscribe(hear: () => void): () => void {
  listeners.add(hear)
  addEventListener('storage', hear)
  return () => {
    listeners.delete(hear)
    removeEventListener('storage', hear)
  }
}
