import { type FetchQueryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useIsWideScreen } from '#ui/admin/lists/wide-screen.ts'
import { currentQuery, useSetQuery } from './use-url-filter.ts'

const PARAM = 'open'
// The id of a record, or the date of a day's figures.
const ID = /^([0-9a-f-]{36}|\d{4}-\d{2}-\d{2})$/

/**
 * The record that is open beside its list, kept in the URL. Back closes it, and the next record takes its place. On a narrow
 * screen the URL leads to the record's page below `path` instead, with the query that the page has; a list without a path shows
 * the record itself there.
 */
export function useSidePanel(path: string | null, pageQuery = '') {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const setQuery = useSetQuery()
  const isWide = useIsWideScreen()
  const wanted = search.get(PARAM) ?? ''
  const id = ID.test(wanted) ? wanted : null
  useEffect(() => {
    if (id !== null && path !== null && !isWide) void navigate(`${path}/${id}${pageQuery}`, { replace: true })
  }, [id, isWide, navigate, path, pageQuery])
  const go = useCallback(
    (next: string | null) => {
      // Read when it is needed: a callback that changed with every filter would render the whole table again.
      const query = currentQuery()
      const isOpen = query.has(PARAM)
      // The router answers a navigation to the same URL by reloading it, and then replaces the entry of a dialog opened since.
      if (query.get(PARAM) === next) return
      if (next === null) query.delete(PARAM)
      else query.set(PARAM, next)
      void setQuery(query, { replace: isOpen })
    },
    [setQuery],
  )
  const close = useCallback(() => go(null), [go])
  const openRow = useMemo(() => ({ id, onOpen: go }), [id, go])
  return { id, openRow, close }
}

const FRESH_MS = 15_000

/**
 * Loads the records before and after the open one ahead, so that the arrow keys show them at once. `queryOf` is the query of
 * one record.
 */
export function useNeighbors<Data, Key extends QueryKey>(
  id: string | null,
  records: readonly { readonly id: string }[] | undefined,
  queryOf: (id: string) => FetchQueryOptions<Data, Error, Data, Key>,
): void {
  const queries = useQueryClient()
  const at = id === null ? -1 : (records?.findIndex((it) => it.id === id) ?? -1)
  const next = at === -1 ? undefined : records?.[at + 1]?.id
  const previous = at === -1 ? undefined : records?.[at - 1]?.id
  useEffect(() => {
    for (const near of [next, previous])
      if (near !== undefined) void queries.prefetchQuery({ ...queryOf(near), staleTime: FRESH_MS })
  }, [queries, queryOf, next, previous])
}
