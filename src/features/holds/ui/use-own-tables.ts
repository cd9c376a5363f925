import { useMemo, useSyncExternalStore } from 'react'
import { holdPlace, listPlaces, readAll, subscribe } from './stored-holds.ts'

/** Ids of the tables of an event that this browser holds, in this tab or another one. */
export function useOwnTables(eventId: string): ReadonlySet<string> {
  const beginning = holdPlace(eventId, '')
  const stored = useSyncExternalStore(
    subscribe,
    () => readAll(beginning),
    () => '',
  )
  return useMemo(
    () => new Set(stored && listPlaces(beginning).map((place) => place.slice(beginning.length))),
    [stored, beginning],
  )
}
