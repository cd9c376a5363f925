import { ANY_DAY } from '#features/events/dates/rules.ts'
import type { EventFilter } from '#features/events/schema.ts'
import type { EventCalendar } from '#features/events/service.ts'
import { addMonths, formatMonth, type Month, monthOf } from '#lib/calendar-month.ts'
import { formatDate } from '#lib/venue-time.ts'
import { Icon } from '#ui/icon.tsx'
import { MonthHead, MonthTable } from '#ui/month-table.tsx'
import { calendarAddress, EVENT_CALENDAR, listAddress } from './events-address.ts'

type Props = { readonly filter: EventFilter; readonly calendar: EventCalendar; readonly isOpen: boolean }

/** A month of events. Each day that has one is a link to its list; the calendar opens and turns without a script. */
export const EventMonth = ({ filter, calendar, isOpen }: Props) => (
  <details id={EVENT_CALENDAR} open={isOpen} data-keeps-search className="group max-w-xl scroll-mt-28">
    <summary className="inline-flex h-11 cursor-pointer items-center gap-2 font-semibold text-brass [&::-webkit-details-marker]:hidden">
      <Icon name="calendar" className="size-5" />
      Choose a date
      <Icon name="right" className="size-4 rotate-90 transition-transform group-open:-rotate-90" />
    </summary>
    <div className="mt-2 rounded-card border border-bark bg-ember p-1 sm:p-4">
      <MonthHead
        month={calendar.month}
        // The past has no events to come.
        before={calendar.month > monthOf(calendar.today) ? monthAt(filter, calendar.month, -1) : null}
        after={monthAt(filter, calendar.month, 1)}
      />
      <MonthTable caption={`Events in ${formatMonth(calendar.month)}`} weeks={calendar.weeks}>
        {(day) => <Day {...day} filter={filter} isToday={day.date === calendar.today} />}
      </MonthTable>
    </div>
  </details>
)

const monthAt = (filter: EventFilter, month: Month, months: number): string =>
  calendarAddress(filter, addMonths(month, months))

type DayProps = {
  readonly date: string
  readonly titles: readonly string[]
  readonly filter: EventFilter
  readonly isToday: boolean
}

const CELL = 'flex h-11 flex-col items-center justify-center rounded-lg text-sm tabular-nums sm:h-12'

function Day({ date, titles, filter, isToday }: DayProps) {
  const number = Number(date.slice(-2))
  const mark = isToday ? 'date' : undefined
  if (titles.length === 0)
    return (
      <span aria-current={mark} className={`${CELL} text-dune aria-[current=date]:text-cream`}>
        {number}
      </span>
    )
  const isChosen = filter.when === date
  return (
    <a
      href={listAddress({ ...filter, past: false, when: isChosen ? ANY_DAY : date })}
      title={titles.join(', ')}
      aria-label={`${formatDate(date)}: ${titles.join(', ')}`}
      aria-current={mark}
      data-chosen={isChosen ? '' : undefined}
      className={`${CELL} border border-clay bg-night font-semibold text-cream hover:border-brass data-chosen:bg-brass data-chosen:text-night`}
    >
      {number}
      <span aria-hidden="true" className="size-1 rounded-full bg-current opacity-80" />
    </a>
  )
}
