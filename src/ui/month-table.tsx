import { addMonths, formatMonth, type Month } from '#lib/calendar-month.ts'
import { WEEKDAY_NAMES } from '#lib/venue-time.ts'
import { Icon } from './icon.tsx'
import { isForNewTab } from './is-for-new-tab.ts'

type HeadProps = {
  readonly month: Month
  /** Addresses of the months around it; null for one that is not offered. */
  readonly before: string | null
  readonly after: string | null
  /** Turns the calendar in place. Without it the links are followed. */
  readonly onTurn?: (month: Month) => void
}

/** The name of a month between links to the ones around it. */
export const MonthHead = ({ month, before, after, onTurn }: HeadProps) => (
  <div className="mb-2 flex items-center justify-between">
    <Arrow to={addMonths(month, -1)} href={before} icon="left" onTurn={onTurn} />
    <p className="font-display text-lg" aria-live="polite">
      {formatMonth(month)}
    </p>
    <Arrow to={addMonths(month, 1)} href={after} icon="right" onTurn={onTurn} />
  </div>
)

type ArrowProps = {
  readonly to: Month
  readonly href: string | null
  readonly icon: 'left' | 'right'
  readonly onTurn: HeadProps['onTurn']
}

/** A link that ends stays in the document, disabled: the keyboard focus would fall to the page with it. */
function Arrow({ to, href, icon, onTurn }: ArrowProps) {
  const ended = { role: 'link', 'aria-disabled': true, tabIndex: -1 } as const
  return (
    <a
      {...(href === null ? ended : { href })}
      aria-label={formatMonth(to)}
      onClick={(event) => {
        if (!onTurn || isForNewTab(event)) return
        event.preventDefault()
        if (href !== null) onTurn(to)
      }}
      className="inline-flex size-11 items-center justify-center rounded-xl text-brass hover:bg-brass/10 aria-disabled:opacity-30"
    >
      <Icon name={icon} />
    </a>
  )
}

type TableProps<Day> = {
  readonly caption: string
  readonly weeks: readonly (readonly (Day | null)[])[]
  readonly children: (day: Day) => React.ReactNode
}

/** The weeks of a month as a table, with one cell for each day. */
export const MonthTable = <Day extends { readonly date: string }>(props: TableProps<Day>) => (
  <table className="w-full table-fixed border-separate border-spacing-0.5 text-center sm:border-spacing-1">
    <caption className="sr-only">{props.caption}</caption>
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
      {props.weeks.map((week) => (
        <tr key={week.find((day) => day !== null)?.date}>
          {week.map((day, weekday) => (
            <td key={day?.date ?? `none ${String(weekday)}`} className="p-0">
              {day ? props.children(day) : null}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
