import { useMemo, useSyncExternalStore } from 'react'
import { attemptPlace, holdPlace, listPlaces, mayBeOwn, readAll, subscribe } from './stored-holds.ts'

type Table = { readonly id: string; readonly state: string }

const NONE: readonly Table[] = []

/**
 * Ids of the tables of an event that this browser holds, in this tab or another one, and of those among `tables` that it may
 * hold. The server rendered none.
 */
export function useOwnTables(eventId: string, tables = NONE): ReadonlySet<string> {
  const beginning = holdPlace(eventId, '')
  const stored = useSyncExternalStore(
    subscribe,
    () => readAll(beginning) + readAll(attemptPlace(eventId, '')),
    () => '',
  )
  return useMemo(() => {
    if (stored === '') return new Set<string>()
    const held = listPlaces(beginning).map((place) => place.slice(beginning.length))
    const asked = tables.filter((it) => mayBeOwn(eventId, it)).map(({ id }) => id)
    return new Set([...held, ...asked])
  }, [stored, beginning, eventId, tables])
}
