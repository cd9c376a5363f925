import { addMonths, ANY_DAY, monthOf, type Month } from '#features/events/dates/rules.ts'
import type { EventFilter } from '#features/events/schema.ts'
import type { EventCalendar } from '#features/events/service.ts'
import { formatDate, WEEKDAY_NAMES } from '#lib/venue-time.ts'
import { Icon } from '#ui/icon.tsx'
import { calendarAddress, EVENT_CALENDAR, eventsAddress } from './events-address.ts'

type Props = { readonly filter: EventFilter; readonly calendar: EventCalendar; readonly isOpen: boolean }

/** A month of events. Each day that has one is a link to its list; the calendar opens and turns without a script. */
export const EventMonth = ({ filter, calendar, isOpen }: Props) => (
  <details id={EVENT_CALENDAR} open={isOpen} className="group max-w-xl scroll-mt-28">
    <summary className="inline-flex h-11 cursor-pointer items-center gap-2 font-semibold text-brass [&::-webkit-details-marker]:hidden">
      <Icon name="calendar" className="size-5" />
      Choose a date
      <Icon name="right" className="size-4 rotate-90 transition-transform group-open:-rotate-90" />
    </summary>
    <div className="mt-2 rounded-card border border-bark bg-ember p-3 sm:p-4">
      <MonthHead filter={filter} month={calendar.month} today={calendar.today} />
      <table className="w-full table-fixed border-separate border-spacing-1 text-center">
        <caption className="sr-only">Events in {nameOf(calendar.month)}</caption>
        <thead>
          <tr>
            {WEEKDAY_NAMES.map((name) => (
              <th key={name} scope="col" abbr={name} className="pb-1 text-xs font-semibold text-dune">
                {name.slice(0, 3)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {calendar.weeks.map((week, index) => (
            <tr key={`${calendar.month} ${String(index)}`}>
              {week.map((day, weekday) => (
                <td key={day?.date ?? `none ${String(weekday)}`} className="p-0">
                  {day ? <Day {...day} filter={filter} isToday={day.date === calendar.today} /> : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
)

const nameOf = (month: Month): string => {
  const [, name = '', year = ''] = /, (\w+) \d+, (\d+)$/.exec(formatDate(`${month}-01`)) ?? []
  return `${name} ${year}`
}

const ARROW = 'inline-flex size-11 items-center justify-center rounded-xl text-brass hover:bg-brass/10'

/** The name of the month between links to the ones around it. The past has no events to come. */
function MonthHead({ filter, month, today }: { filter: EventFilter; month: Month; today: string }) {
  const [before, after] = [addMonths(month, -1), addMonths(month, 1)]
  return (
    <div className="mb-2 flex items-center justify-between">
      {month > monthOf(today) ? (
        <a href={calendarAddress(filter, before)} aria-label={nameOf(before)} className={ARROW}>
          <Icon name="left" />
        </a>
      ) : (
        <span className="size-11" />
      )}
      <p className="font-display text-lg">{nameOf(month)}</p>
      <a href={calendarAddress(filter, after)} aria-label={nameOf(after)} className={ARROW}>
        <Icon name="right" />
      </a>
    </div>
  )
}

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
      href={eventsAddress({ ...filter, past: false, when: isChosen ? ANY_DAY : date })}
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
