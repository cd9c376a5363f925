import { EVENT_CATEGORIES, type EventFilter, PRICE_FILTERS } from '#features/events/schema.ts'
import { Choices } from '../page/choices.tsx'
import { SearchForm } from '../page/search-form.tsx'
import { ALL_EVENTS, eventParams, eventsAddress } from './events-address.ts'

const CATEGORIES = ['All', ...EVENT_CATEGORIES] as const

type Props = { readonly filter: EventFilter }

/** Search, category and price filters. Each choice is a link, so that it can be shared and undone with Back. */
export const EventFilters = ({ filter }: Props) => (
  <div className="flex flex-col gap-5">
    <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-6">
      <SearchForm
        label="Search events"
        action={`/events#${ALL_EVENTS}`}
        search={filter.search}
        kept={eventParams({ ...filter, search: '' })}
      />
      <PastSwitch filter={filter} />
    </div>
    <div className="flex flex-col gap-3">
      <Choices
        label="Category"
        choices={CATEGORIES.map((category) => {
          const isCurrent = filter.category === category
          return {
            label: category,
            isCurrent,
            to: eventsAddress({ ...filter, category: isCurrent ? 'All' : category }),
          }
        })}
      />
      <Choices
        label="Price"
        choices={PRICE_FILTERS.map((price) => {
          const isCurrent = filter.price === price
          return {
            label: price,
            isCurrent,
            to: eventsAddress({ ...filter, price: isCurrent ? 'All' : price }),
          }
        })}
      />
    </div>
  </div>
)

const PastSwitch = ({ filter }: Props) => (
  <a
    href={eventsAddress({ ...filter, past: !filter.past })}
    aria-current={filter.past ? 'true' : undefined}
    className="group inline-flex min-h-11 items-center gap-3 self-start font-semibold text-sand hover:text-cream aria-[current=true]:text-cream"
  >
    <span
      aria-hidden="true"
      className="flex h-7 w-12 items-center rounded-full border border-clay bg-ember p-1 transition-colors group-aria-[current=true]:border-brass group-aria-[current=true]:bg-brass"
    >
      <span className="size-4.5 rounded-full bg-dune transition-transform group-aria-[current=true]:translate-x-5 group-aria-[current=true]:bg-night" />
    </span>
    Past events
  </a>
)
