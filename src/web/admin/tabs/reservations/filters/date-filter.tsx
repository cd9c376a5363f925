import { businessDate, type CalendarDate, isCalendarDate } from '#lib/venue-time.ts'
import { serverNow } from '#web/admin/clock/server-clock.ts'
import { DateField } from '#web/admin/calendar/date-field.tsx'

/** Value of the date in the URL by which the list shows all dates. */
export const ALL_DATES = 'all'

/**
 * The date that the list shows; null for all dates. The list opens on today, and a search or an event looks through all
 * dates unless one is chosen.
 */
export function dateFilter(query: URLSearchParams, search: string): CalendarDate | null {
  const date = query.get('date')
  if (date !== null && isCalendarDate(date)) return date
  if (date === ALL_DATES || search.trim() !== '' || query.get('event')) return null
  return currentDate()
}

const currentDate = (): CalendarDate => businessDate(serverNow())

type Props = {
  /** The date shown; null for all dates. */
  readonly date: CalendarDate | null
  /** Called with a date, or with `all`. */
  readonly onDate: (date: string) => void
}

/** All dates, or one that is typed or chosen in the calendar. */
export const DateFilter = ({ date, onDate }: Props) => (
  <DateField label="Date" date={date} empty="All dates" onDate={(chosen) => onDate(chosen ?? ALL_DATES)} />
)
