import { useMemo, useSyncExternalStore } from 'react'

/** What a browser refuses to keep is kept for as long as the page is open. */
export const memory = new Map<string, string>()
/** Who draws what is kept, and has to hear of a change. */
export const listeners = new Set<() => void>()

/** Where the hold of a table of an event is kept. */
export const holdPlace = (eventId: string, tableId: string): string => `hold ${eventId} ${tableId}`

export function readStored(place: string): string | null {
  try {
    return localStorage.getItem(place) ?? memory.get(place) ?? null
  } catch {
    return memory.get(place) ?? null
  }
}

/** The places in use that begin with a text. */
export function listPlaces(beginning: string): string[] {
  let kept: string[] = []
  try {
    kept = Object.keys(localStorage)
  } catch {
    // Nothing is kept then.
  }
  return [...new Set([...kept, ...memory.keys()])].filter((place) => place.startsWith(beginning))
}

/** Calls when a hold is kept or forgotten, in this tab or another one. */
export function subscribe(hear: () => void): () => void {
  listeners.add(hear)
  addEventListener('storage', hear)
  return () => {
    listeners.delete(hear)
    removeEventListener('storage', hear)
  }
}

/** The tables of an event this browser holds, in this tab or another one. */
export function useOwnTables(eventId: string): ReadonlySet<string> {
  const beginning = holdPlace(eventId, '')
  const own = useSyncExternalStore(
    subscribe,
    () =>
      listPlaces(beginning)
        .map((place) => place.slice(beginning.length))
        .toSorted()
        .join(' '),
    () => '',
  )
  return useMemo(() => new Set(own ? own.split(' ') : []), [own])
}
