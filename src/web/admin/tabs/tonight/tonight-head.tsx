import { Link } from 'react-router'
import {
  type Fullness,
  fullness,
  FULLNESS_TEXTS,
  type HeadCount,
} from '#features/reservation-management/arrivals/rules.ts'
import type { WalkIns } from '#features/reservation-management/arrivals/schema.ts'
import { countText } from '#lib/text/count.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import { useSearchInput } from '#ui/admin/lists/filter-bar.tsx'
import { useCan } from '#web/admin/auth/current-user.ts'
import { DatePicker } from './date-picker.tsx'
import {
  countIn,
  type ShownParty,
  type StateFilter,
  RARE_FILTERS,
  STATE_FILTERS,
  type TypeFilter,
} from './parties.ts'

type HeadProps = {
  readonly date: CalendarDate
  readonly today: CalendarDate
  readonly counts: HeadCount
  /** Number of people that the venue holds; 0 for no limit. */
  readonly capacity: number
  readonly walkIns: WalkIns
  readonly onDate: (date: CalendarDate) => void
}

/** The date and the head counts in one line of a wide screen, two of a phone. */
export const TonightHead = ({ date, today, counts, capacity, walkIns, onDate }: HeadProps) => (
  <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 md:gap-x-4">
    <h2 className="text-heading max-lg:sr-only">Tonight</h2>
    <DatePicker {...{ date, today, onDate }} />
    <Fullness state={fullness(counts.inside, capacity)} className="ml-auto text-sm font-semibold md:hidden" />
    <dl className="flex gap-x-3 text-sm whitespace-nowrap max-md:basis-full md:gap-x-4">
      <Inside inside={counts.inside} capacity={capacity} />
      <Count label="To come" value={counts.toCome} />
      <Count label="Expected" value={counts.expected} />
    </dl>
    <div className="flex items-center gap-4 max-md:basis-full">
      <div className="flex gap-4 md:hidden">
        <WaitingListLink {...{ date, today }} />
        <CheckInLink />
      </div>
      {walkIns.cameIn + walkIns.wentOut > 0 ? (
        <p className="text-sm text-sand tabular-nums max-md:ml-auto">{walkInsText(walkIns)}</p>
      ) : null}
      <button type="button" className={`${LINK} max-md:hidden`} onClick={() => window.print()}>
        Print
      </button>
    </div>
  </div>
)

/** `47 walk-ins in, 3 out`: people without a booking, as the entrance counted them. */
const walkInsText = ({ cameIn, wentOut }: WalkIns): string =>
  `${countText(cameIn, 'walk-in')} in, ${wentOut} out`

/** On wider screens both stand in the navigation beside the list. */
const LINK =
  '-mx-2 -my-2 inline-flex min-h-11 items-center rounded-lg px-2 font-semibold text-brass hover:underline'

/** Hidden from roles that read no reservations. */
const WaitingListLink = ({ date, today }: Pick<HeadProps, 'date' | 'today'>) =>
  useCan('reservations.read') ? (
    <Link to={`/admin/waiting-list${date === today ? '' : `?date=${date}`}`} className={LINK}>
      Waiting list
    </Link>
  ) : null

/** Hidden from roles that may not check guests in. */
const CheckInLink = () =>
  useCan('cover.take') ? (
    <a href="/admin/door" className={LINK}>
      Check-in
    </a>
  ) : null

const FULLNESS_LOOKS = { ok: '', near: 'text-brass', full: 'text-rose', over: 'text-rose' } as const

type FullnessProps = { readonly state: Fullness; readonly className: string }

/** The warning in words: beside the date on a phone, where the counts take the whole line. */
const Fullness = ({ state, className }: FullnessProps) =>
  state === 'ok' ? null : (
    <span className={`${FULLNESS_LOOKS[state]} ${className}`}>{FULLNESS_TEXTS[state]}</span>
  )

/** People inside, with a warning in words and color from 90% of the capacity. */
const Inside = ({ inside, capacity }: { inside: number; capacity: number }) => {
  const state = fullness(inside, capacity)
  return (
    <div className={`flex items-baseline gap-1.5 ${FULLNESS_LOOKS[state]}`}>
      <dt className={state === 'ok' ? 'text-sand' : ''}>Inside</dt>
      <dd className="font-display text-lg whitespace-nowrap tabular-nums">
        {inside}
        {capacity > 0 ? <span className="text-sm"> of {capacity}</span> : null}
        <Fullness state={state} className="ml-1.5 text-sm font-semibold max-md:hidden" />
      </dd>
    </div>
  )
}

const Count = ({ label, value }: { label: string; value: number }) => (
  <div className="flex items-baseline gap-1.5">
    <dt className="text-sand">{label}</dt>
    <dd className="font-display text-lg tabular-nums">{value}</dd>
  </div>
)

const STATE_NAMES: Readonly<Record<StateFilter, string>> = {
  all: 'All',
  to_come: 'To come',
  here: 'Here',
  left: 'Left',
  no_show: 'No-show',
  cancelled: 'Cancelled',
  due: 'To pay',
  unrecorded: 'No check-in',
  twice: 'Admitted twice?',
}
const TYPE_NAMES: Readonly<Record<TypeFilter, string>> = {
  all: 'All kinds',
  dining: 'Dinner',
  nightlife: 'Night table',
  guest_list: 'Guest list',
  walk_in: 'Walk-in',
}

type FilterProps = {
  readonly all: readonly ShownParty[]
  readonly search: string
  readonly type: TypeFilter
  readonly state: StateFilter
  readonly set: (name: string, value: string) => void
}

const FIELD = 'min-h-11 rounded-lg border border-clay bg-night px-3 text-cream'

/** Search, kind of visit, and state with the number of parties in each. */
export const TonightFilters = ({ all, search, type, state, set }: FilterProps) => (
  <div className="flex flex-col gap-2 lg:flex-row lg:items-center">
    <div className="flex min-w-0 gap-2 lg:flex-1">
      <input
        {...useSearchInput({ value: search, onText: (typed) => set('q', typed.trim()) })}
        aria-label="Search"
        placeholder="Name, phone or code"
        className={`${FIELD} min-w-0 flex-1`}
      />
      <select
        aria-label="Kind"
        value={type}
        onChange={(event) => set('type', event.target.value === 'all' ? '' : event.target.value)}
        className={`${FIELD} max-w-[42%]`}
      >
        {Object.entries(TYPE_NAMES).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
    <div
      role="group"
      aria-label="State"
      className="-mx-4 flex gap-1.5 overflow-x-auto px-4 [scrollbar-width:none] lg:mx-0 lg:px-0"
    >
      {STATE_FILTERS.filter((it) => !RARE_FILTERS.includes(it) || it === state || countIn(all, it) > 0).map(
        (it) => (
          <button
            key={it}
            type="button"
            aria-pressed={it === state}
            onClick={() => set('state', it === 'all' ? '' : it)}
            className="min-h-11 shrink-0 rounded-full border border-clay px-3 text-sm whitespace-nowrap text-sand tabular-nums aria-pressed:border-brass aria-pressed:bg-brass/20 aria-pressed:text-brass"
          >
            {STATE_NAMES[it]} {countIn(all, it)}
          </button>
        ),
      )}
    </div>
  </div>
)
