import { addMonths, formatMonth, type Month } from '#lib/calendar-month.ts'
import { formatDate } from '#lib/venue-time.ts'
import { Button } from '#ui/button.tsx'
import { isForNewTab } from '#ui/is-for-new-tab.ts'
import { MonthHead, MonthTable } from '#ui/month-table.tsx'
import { markOf } from '../calendar/rules.ts'
import type { DayMark, DiningMonth, MarkedDay } from '../calendar/schema.ts'
import type { ServiceDay } from '../schema.ts'
import { DINING_CALENDAR, diningPath } from './dining-path.ts'

type Props = {
  readonly month: DiningMonth
  /** Chosen date with its start times, which are newer than the marks of the month. */
  readonly serviceDay: ServiceDay
  readonly chosen: string
  readonly isFailed: boolean
  readonly onChoose: (date: string) => void
  readonly onTurn: (month: Month) => void
  readonly onReadAgain: () => void
}

/** A month with full and closed dates marked. Its links work as page loads where no script runs. */
export function DinnerCalendar(props: Props) {
  const { month, serviceDay, chosen, isFailed, onChoose, onTurn, onReadAgain } = props
  const { guests } = month
  const monthAt = (months: number): string =>
    `${diningPath({ date: chosen, guests, month: addMonths(month.month, months) })}#${DINING_CALENDAR}`
  return (
    <div
      id={DINING_CALENDAR}
      className="scroll-mt-28 max-sm:-mx-3 sm:rounded-2xl sm:border sm:border-bark sm:bg-night/40 sm:p-4"
    >
      <MonthHead
        month={month.month}
        before={month.hasBefore ? monthAt(-1) : null}
        after={month.hasAfter ? monthAt(1) : null}
        onTurn={onTurn}
      />
      {isFailed ? (
        <div role="alert" className="mb-2 flex flex-wrap items-center gap-3 px-1">
          <p>The calendar could not be loaded.</p>
          <Button look="outline" onClick={onReadAgain}>
            Try again
          </Button>
        </div>
      ) : null}
      <MonthTable caption={`Dinner in ${formatMonth(month.month)}`} weeks={month.weeks}>
        {(day) => (
          <Day
            day={day.date === serviceDay.date && guests === serviceDay.guests ? freshDay(serviceDay) : day}
            href={diningPath({ date: day.date, guests })}
            isChosen={day.date === chosen}
            isToday={day.date === month.today}
            onChoose={onChoose}
          />
        )}
      </MonthTable>
      <p className="mt-2 px-1 text-sm text-sand">
        Full days can be waited for. Days <s className="text-dune">crossed out</s> are closed.
      </p>
    </div>
  )
}

const freshDay = (it: ServiceDay): MarkedDay => ({ date: it.date, mark: markOf(it), reason: it.reason })

const MARK_LABELS: Record<DayMark, string> = {
  open: 'available',
  full: 'full',
  late: 'no time left',
  closed: 'closed',
  past: 'in the past',
  too_far: 'not bookable yet',
}

type DayProps = {
  readonly day: MarkedDay
  readonly href: string
  readonly isChosen: boolean
  readonly isToday: boolean
  readonly onChoose: (date: string) => void
}

const CELL = 'flex h-11 flex-col items-center justify-center rounded-lg text-sm leading-tight tabular-nums'
const TONES = {
  open: 'border border-clay bg-cocoa font-semibold text-cream',
  full: 'border border-dashed border-dune/60 text-dune',
  late: 'border border-dashed border-dune/60 text-dune',
} as const

/** A full date is a link, too: its page leads to the waiting list and to the next free time. */
function Day({ day: { date, mark, reason }, href, isChosen, isToday, onChoose }: DayProps) {
  const label = `${formatDate(date)}${isToday ? ', today' : ''}: ${MARK_LABELS[mark]}${reason ? ` (${reason})` : ''}`
  const number = Number(date.slice(-2))
  if (mark !== 'open' && mark !== 'full' && mark !== 'late')
    return (
      <span title={reason ?? undefined} className={`${CELL} text-dune`}>
        <span aria-hidden="true" className={mark === 'closed' ? 'line-through' : ''}>
          {number}
        </span>
        <span className="sr-only">{label}</span>
      </span>
    )
  return (
    <a
      href={href}
      aria-label={label}
      aria-current={isChosen ? 'date' : undefined}
      onClick={(event) => {
        if (isForNewTab(event)) return
        event.preventDefault()
        onChoose(date)
      }}
      className={`${CELL} ${TONES[mark]} hover:border-brass aria-[current=date]:border-brass aria-[current=date]:bg-brass aria-[current=date]:text-night`}
    >
      <span className={isToday ? 'underline underline-offset-2' : ''}>{number}</span>
      {mark === 'open' ? null : <span className="text-[0.6875rem]">{mark === 'full' ? 'Full' : 'Late'}</span>}
    </a>
  )
}
