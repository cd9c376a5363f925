import { EVENT_CATEGORIES, type EventFilter, PRICE_FILTERS } from '#features/events/schema.ts'
import { Icon } from '#ui/icon.tsx'
import { eventsAddress } from './events-address.ts'
import { EventSearch } from './events-search.tsx'

const CATEGORIES = ['All', ...EVENT_CATEGORIES] as const

type Props = { readonly filter: EventFilter }

/** Search, category and price filters. Each choice is a link, so that it can be shared and undone with Back. */
export const EventFilters = ({ filter }: Props) => (
  <div className="flex flex-col gap-5">
    <div className="flex flex-col gap-4 sm:flex-row sm:items-center sm:gap-6">
      <EventSearch filter={filter} />
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

type Choice = { readonly label: string; readonly to: string; readonly isCurrent: boolean }

const Choices = ({ label, choices }: { label: string; choices: readonly Choice[] }) => (
  <nav aria-label={label} className="min-w-0">
    <p aria-hidden="true" className="mb-1.5 text-sm text-dune">
      {label}
    </p>
    <ul
      data-reveal-current
      className="-mx-4 flex gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0"
    >
      {choices.map((choice) => (
        <li key={choice.label} className="shrink-0">
          <a
            href={choice.to}
            aria-current={choice.isCurrent ? 'true' : undefined}
            className="inline-flex h-11 items-center gap-1.5 rounded-full border border-clay bg-ember px-4 text-sm font-semibold whitespace-nowrap text-sand transition-colors hover:border-brass hover:text-cream aria-[current=true]:border-brass aria-[current=true]:bg-brass aria-[current=true]:text-night"
          >
            {choice.label}
            {choice.isCurrent && choice.label !== 'All' ? <Icon name="close" className="size-3.5" /> : null}
          </a>
        </li>
      ))}
    </ul>
  </nav>
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
