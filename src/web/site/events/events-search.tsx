import { type SubmitEvent, useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { readEventQuery } from '#features/events/rules.ts'
import type { EventFilter } from '#features/events/schema.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ALL_EVENTS, eventParams, eventsAddress } from './events-address.ts'

const DEBOUNCE_MS = 250

/** Debounced search while the guest types; a plain GET form without JavaScript. */
export function EventSearch({ filter }: { filter: EventFilter }) {
  const { field, searchSoon, searchNow } = useSearchField(filter.search)
  const { q: _typed, ...others } = eventParams(filter)
  return (
    <form
      role="search"
      method="get"
      action={`/events#${ALL_EVENTS}`}
      onSubmit={searchNow}
      className="flex min-w-0 flex-1 gap-2"
    >
      {Object.entries(others).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label className="relative min-w-0 flex-1">
        <span className="sr-only">Search events</span>
        <Icon
          name="search"
          className="pointer-events-none absolute top-1/2 left-4 size-5 -translate-y-1/2 text-dune"
        />
        <input
          ref={field}
          type="search"
          name="q"
          maxLength={100}
          defaultValue={filter.search}
          onChange={searchSoon}
          placeholder="Search events"
          autoComplete="off"
          enterKeyHint="search"
          className="h-12 w-full rounded-xl border border-clay bg-ember pr-3 pl-12 text-cream placeholder:text-dune focus-visible:border-brass"
        />
      </label>
      <Button type="submit" look="outline">
        Search
      </Button>
    </form>
  )
}

function useSearchField(searched: string) {
  const navigate = useNavigate()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<number>(undefined)
  const sent = useRef(searched)

  useEffect(() => () => window.clearTimeout(timer.current), [])
  useEffect(() => {
    // The field follows the URL after Back or a cleared filter, but not while its own search is still navigating.
    if (field.current && searched !== sent.current) field.current.value = searched
    sent.current = searched
  }, [searched])

  const search = (): void => {
    window.clearTimeout(timer.current)
    const text = field.current?.value.trim() ?? ''
    if (text === sent.current) return
    sent.current = text
    // The filter in the URL may have changed during the debounce.
    const { filter } = readEventQuery(new URLSearchParams(window.location.search))
    void navigate(eventsAddress({ ...filter, search: text }), { replace: true, preventScrollReset: true })
  }
  return {
    field,
    searchSoon: (): void => {
      window.clearTimeout(timer.current)
      timer.current = window.setTimeout(search, DEBOUNCE_MS)
    },
    searchNow: (event: SubmitEvent): void => {
      event.preventDefault()
      search()
    },
  }
}
