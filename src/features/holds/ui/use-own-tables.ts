import { useMemo, useSyncExternalStore } from 'react'
import { holdPlace, listPlaces, subscribe } from './stored-holds.ts'

/** Ids of the tables of an event that this browser holds, in this tab or another one. */
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
