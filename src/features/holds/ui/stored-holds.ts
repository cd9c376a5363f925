/** Fallback storage where localStorage is blocked or full: entries last as long as the page is open. */
export const memory = new Map<string, string>()
/** Listeners for changes in this tab; the `storage` event reports those of other tabs only. */
export const listeners = new Set<() => void>()

/** Storage key of the hold of a table for an event. */
export const holdPlace = (eventId: string, tableId: string): string => `hold ${eventId} ${tableId}`

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

/** Calls back when a hold is stored or removed, in this tab or another one. */
export function subscribe(hear: () => void): () => void {
  listeners.add(hear)
  addEventListener('storage', hear)
  return () => {
    listeners.delete(hear)
    removeEventListener('storage', hear)
  }
}
