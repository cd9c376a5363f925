import { useCallback } from 'react'
import { type NavigateOptions, useNavigate, useSearchParams } from 'react-router'

/** The query of a navigation that is under way. */
let coming: URLSearchParams | null = null

/**
 * The query of the URL, or the one that it is about to have. A list may need a moment to be drawn for a filter, and the next
 * filter must not undo the first.
 */
export const currentQuery = (): URLSearchParams => new URLSearchParams(coming ?? window.location.search)

/** The current query with one value set, or removed where it is empty. */
export function queryWith(name: string, value: string): URLSearchParams {
  const query = currentQuery()
  if (value) query.set(name, value)
  else query.delete(name)
  return query
}

/** Writes the query of the URL. */
export function useSetQuery() {
  const navigate = useNavigate()
  return useCallback(
    async (query: URLSearchParams, options: NavigateOptions) => {
      coming = query
      await navigate({ search: query.toString() }, { preventScrollReset: true, ...options })
      if (coming === query) coming = null
    },
    [navigate],
  )
}

/** The filters of a list, kept in the URL. An empty value removes one. */
export function useUrlFilter() {
  const [search] = useSearchParams()
  const setQuery = useSetQuery()
  const set = (name: string, value: string): void => {
    const query = queryWith(name, value)
    // The router answers a navigation to the same URL by reading the session anew.
    if (query.toString() !== currentQuery().toString()) void setQuery(query, { replace: true })
  }
  return { search, set }
}
