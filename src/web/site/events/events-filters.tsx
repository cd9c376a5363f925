import { ANY_DAY } from '#features/events/dates/rules.ts'
import { EVENT_CATEGORIES, type EventFilter, PRICE_FILTERS } from '#features/events/schema.ts'
import type { EventCalendar } from '#features/events/service.ts'
import { Choices } from '../page/choices.tsx'
import { SearchForm } from '../page/search-form.tsx'
import { ALL_EVENTS, eventParams, listAddress } from './events-address.ts'
import { EventMonth } from './events-month.tsx'

const CATEGORIES = ['All', ...EVENT_CATEGORIES] as const

type Props = { readonly filter: EventFilter }
type FiltersProps = Props & { readonly calendar: EventCalendar | null; readonly isCalendarOpen: boolean }

/** Search, category and price filters. Each choice is a link, so that it can be shared and undone with Back. */
export const EventFilters = ({ filter, calendar, isCalendarOpen }: FiltersProps) => (
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
      {calendar ? <DayChoices filter={filter} calendar={calendar} isOpen={isCalendarOpen} /> : null}
      <Choices
        label="Category"
        choices={CATEGORIES.map((category) => {
          const isCurrent = filter.category === category
          return {
            label: category,
            isCurrent,
            to: listAddress({ ...filter, category: isCurrent ? 'All' : category }),
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
            to: listAddress({ ...filter, price: isCurrent ? 'All' : price }),
          }
        })}
      />
    </div>
  </div>
)

type DayProps = Props & { readonly calendar: EventCalendar; readonly isOpen: boolean }

const DayChoices = ({ filter, calendar, isOpen }: DayProps) => (
  <>
    <Choices
      label="When"
      choices={calendar.choices.map(({ when, label }) => {
        const isCurrent = filter.when === when
        // Tonight and the weekend are still to come.
        const chosen = { ...filter, past: false, when: isCurrent ? ANY_DAY : when }
        return { label, isCurrent, to: listAddress(chosen) }
      })}
    />
    <EventMonth filter={filter} calendar={calendar} isOpen={isOpen} />
  </>
)

const PastSwitch = ({ filter }: Props) => (
  <a
    href={listAddress({ ...filter, past: !filter.past, when: ANY_DAY })}
    aria-current={filter.past ? 'true' : undefined}
    data-keeps-search
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
