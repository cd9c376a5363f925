import { useSearchParams } from 'react-router'

/** The filters of a list, kept in the URL. An empty value removes one. */
export function useUrlFilter() {
  const [search, setSearch] = useSearchParams()
  const set = (name: string, value: string): void => {
    const next = new URLSearchParams(search)
    if (value) next.set(name, value)
    else next.delete(name)
    setSearch(next, { replace: true, preventScrollReset: true })
  }
  return { search, set }
}
