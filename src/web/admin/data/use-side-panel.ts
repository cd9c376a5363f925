import { useCallback, useEffect, useMemo } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useIsWideScreen } from '#ui/admin/lists/wide-screen.ts'

const PARAM = 'open'
const ID = /^[0-9a-f-]{36}$/

/**
 * The record that is open beside its list, kept in the URL. Back closes it, and the next record takes its place. On a narrow
 * screen the URL leads to the record's page below `path` instead.
 */
export function useSidePanel(path: string) {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const isWide = useIsWideScreen()
  const wanted = search.get(PARAM) ?? ''
  const id = ID.test(wanted) ? wanted : null
  useEffect(() => {
    if (id !== null && !isWide) void navigate(`${path}/${id}`, { replace: true })
  }, [id, isWide, navigate, path])
  const go = useCallback(
    (next: string | null) => {
      // Read when it is needed: a callback that changed with every filter would render the whole table again.
      const query = new URLSearchParams(window.location.search)
      const isOpen = query.has(PARAM)
      if (next === null) query.delete(PARAM)
      else query.set(PARAM, next)
      void navigate({ search: query.toString() }, { replace: isOpen, preventScrollReset: true })
    },
    [navigate],
  )
  const close = useCallback(() => go(null), [go])
  const openRow = useMemo(() => ({ id, onOpen: go }), [id, go])
  return { id, openRow, close }
}
