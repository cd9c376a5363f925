import {
  type ReservationListSummary,
  RESERVATION_STATUSES,
  RESERVATION_TYPES,
  type Sort,
} from '#features/reservation-management/list/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import { SelectField } from '#ui/admin/forms/field.tsx'
import type { Sorting } from '#ui/admin/lists/dense-table.tsx'
import { businessDate, type CalendarDate, formatDay } from '#lib/venue-time.ts'
import { FilterBar, SearchField } from '#ui/admin/lists/filter-bar.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { serverNow } from '#web/admin/clock/server-clock.ts'
import { ALL_DATES, DateFilter, dateFilter } from './filters/date-filter.tsx'
import { EventFilter } from './filters/event-filter.tsx'
import { useSummary } from './use-reservation-list.ts'

const all = (values: readonly string[]) => ['all', ...values].map((value) => ({ value, label: value }))
const TYPES = all(RESERVATION_TYPES)
const STATUSES = all(RESERVATION_STATUSES)
const SORTS: readonly { readonly value: Sort; readonly label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'latest', label: 'Date, latest first' },
  { value: 'soonest', label: 'Date, earliest first' },
  { value: 'name', label: 'Guest name' },
  { value: 'total', label: 'Total, highest first' },
]

const CARDS: readonly { label: string; of: (summary: ReservationListSummary) => string | null }[] = [
  { label: 'Total', of: ({ total }) => total.toLocaleString('en-US') },
  { label: 'Dining', of: ({ dining }) => dining.toLocaleString('en-US') },
  { label: 'Nightlife', of: ({ nightlife }) => nightlife.toLocaleString('en-US') },
  { label: 'Confirmed', of: ({ confirmed }) => confirmed.toLocaleString('en-US') },
  { label: 'Pending', of: ({ pending }) => pending.toLocaleString('en-US') },
  {
    label: 'Total Revenue',
    of: ({ revenueCents }) => (revenueCents === null ? null : formatUsd(revenueCents)),
  },
]

/** The order of the list changes no sum. */
function withoutSort(filter: string): string {
  const filters = new URLSearchParams(filter)
  filters.delete('sort')
  return filters.toString()
}

/** Text of a card whose search finds more reservations than are counted: only how many there are at least. */
const partText = (label: string, text: string | null): string | null =>
  label === 'Total' && text !== null ? `over ${text}` : null

const DETAIL = 'text-sm text-dune'

/** Other money of the night, below the revenue of its reservations. */
function RevenueNotes({ summary }: { summary: ReservationListSummary }) {
  const { deletedRevenueCents: deleted, coverCents: cover } = summary
  return (
    <>
      {deleted ? <dd className={DETAIL}>and {formatUsd(deleted)} kept from deleted reservations</dd> : null}
      {cover ? <dd className={DETAIL}>and {formatUsd(cover)} cover of that night</dd> : null}
    </>
  )
}

/** Summary cards: counts and revenue of the filtered reservations. */
export function SummaryCards({ filter }: { filter: string }) {
  const eventId = new URLSearchParams(filter).get('event')
  const { data } = useSummary(withoutSort(filter))
  const seesMoney = useCan('payments.read')
  const cards = seesMoney ? CARDS : CARDS.filter(({ label }) => label !== 'Total Revenue')
  return (
    <dl className="grid grid-cols-3 gap-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
      {cards.map(({ label, of }) => (
        <div
          key={label}
          // On a wide screen each is one line, which leaves the list two rows more.
          className={`flex min-w-0 flex-col rounded-lg border border-bark bg-ember px-2.5 py-1.5 lg:flex-row lg:flex-wrap lg:items-baseline lg:gap-x-2 lg:px-3 lg:py-0.5 ${label === 'Total Revenue' ? 'lg:col-span-3' : ''}`}
        >
          <dt className="text-xs text-sand sm:text-sm">
            {label}
            {label === 'Total Revenue' ? (
              <span className="text-xs text-dune max-lg:block lg:ml-2">
                {eventId ? 'for the night of this event' : 'for the night of each'}
              </span>
            ) : null}
          </dt>
          <dd className="font-display text-base whitespace-nowrap tabular-nums sm:text-lg">
            {(data && (data.isWhole ? of(data) : partText(label, of(data)))) ?? '–'}
          </dd>
          {data?.isWhole && label === 'Total Revenue' ? <RevenueNotes summary={data} /> : null}
        </div>
      ))}
    </dl>
  )
}

type FilterProps = {
  readonly search: URLSearchParams
  readonly text: string
  readonly sorting: Sorting
  readonly onText: (text: string) => void
  readonly set: (name: string, value: string) => void
  readonly onClear: () => void
}

/** The date of the list on the button that hides its filters. */
function shownDate(date: CalendarDate | null): string {
  const now = serverNow()
  if (date === null) return 'All dates'
  return date === businessDate(now) ? 'Today' : formatDay(date, now)
}

const FILTERS = ['type', 'status', 'date', 'sort', 'event'] as const
const orNone = (value: string): string => (value === 'all' ? '' : value)

/** Search, filters and sort order of the list. */
export function ReservationFilters({ search, text, sorting, onText, set, onClear }: FilterProps) {
  const seesMoney = useCan('payments.read')
  const sorts = seesMoney ? SORTS : SORTS.filter(({ value }) => value !== 'total')
  const shownOn = dateFilter(search, text)
  return (
    <FilterBar
      shown={shownDate(shownOn)}
      active={FILTERS.filter((name) => search.has(name) && search.get(name) !== ALL_DATES).length}
      className="lg:grid-cols-[1.4fr_1fr_1fr_8.5rem_1.4fr_1.1fr_auto] xl:grid-cols-[2fr_1fr_1fr_9rem_1.3fr_2fr_auto]"
      search={<SearchField placeholder="Name, email or phone" value={text} onText={onText} />}
    >
      <SelectField
        label="Type"
        options={TYPES}
        value={search.get('type') ?? 'all'}
        onChange={(event) => set('type', orNone(event.target.value))}
      />
      <SelectField
        label="Status"
        options={STATUSES}
        value={search.get('status') ?? 'all'}
        onChange={(event) => set('status', orNone(event.target.value))}
      />
      <DateFilter date={shownOn} onDate={(date) => set('date', date)} />
      <SelectField
        label="Sort"
        options={sorts}
        value={sorting.value}
        onChange={(event) => sorting.onSort(event.target.value)}
      />
      <EventFilter
        className="max-lg:col-span-2"
        value={search.get('event') ?? ''}
        onValue={(id) => set('event', id)}
      />
      <Button
        look="outline"
        className="px-4 whitespace-nowrap max-lg:col-span-2 lg:min-h-9 lg:py-1"
        onClick={onClear}
      >
        Clear Filters
      </Button>
    </FilterBar>
  )
}
