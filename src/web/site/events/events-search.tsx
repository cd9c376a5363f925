import type { EventFilter } from '#features/events/schema.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ALL_EVENTS, eventParams } from './events-address.ts'

/** Search as a plain GET form; scripts/event-search.ts searches while the guest types. */
export function EventSearch({ filter }: { filter: EventFilter }) {
  const { q: _typed, ...others } = eventParams(filter)
  return (
    <form
      role="search"
      method="get"
      action={`/events#${ALL_EVENTS}`}
      data-live-search
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
          type="search"
          name="q"
          maxLength={100}
          defaultValue={filter.search}
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
