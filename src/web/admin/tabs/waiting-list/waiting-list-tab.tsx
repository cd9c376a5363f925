import { useState } from 'react'
import { Link } from 'react-router'
import type { StaffWaitingList } from '#features/waiting-list/staff/schema.ts'
import { countText } from '#lib/text/count.ts'
import { isCalendarDate } from '#lib/venue-time.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import { useUrlFilter } from '#web/admin/list-view/use-url-filter.ts'
import { useReservationEvents } from '../reservations/use-reservation-events.ts'
import { DatePicker } from '../tonight/date-picker.tsx'
import { useWaitingList } from './use-waiting-list.ts'
import { WaitingList } from './waiting-list.tsx'

/** The parties that wait for a table: on the next date that has any, or on a chosen one. */
export default function WaitingListTab() {
  useReservationEvents()
  const { search: query, set } = useUrlFilter()
  const asked = query.get('date')
  const [first, setFirst] = useState<string | null>(null)
  const date = asked !== null && isCalendarDate(asked) ? asked : (first ?? 'next')
  const { data } = useWaitingList(date)
  // The next date with a party changes as parties come and go. The list stays at the date that it opened with.
  if (date === 'next' && data && data.lines.length > 0) setFirst(data.date)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h2 className="text-heading">Waiting list</h2>
        {data ? (
          <DatePicker date={data.date} today={data.today} onDate={(next) => set('date', next)} />
        ) : null}
      </div>
      {data && data.dates.length > 0 ? <WaitingDates {...data} /> : null}
      <WaitingList date={date} />
    </>
  )
}

/** The dates on which parties wait. */
const WaitingDates = ({ date: open, today, dates }: StaffWaitingList) => (
  <nav aria-label="Dates with a waiting list" className="-mx-4 overflow-x-auto px-4 sm:-mx-6 sm:px-6">
    <ul className="flex gap-2">
      {dates.map(({ date, parties }) => (
        <li key={date}>
          <Link
            to={{ search: `?date=${date}` }}
            aria-current={date === open ? 'true' : undefined}
            className="inline-flex min-h-11 items-center gap-2 rounded-full border border-clay px-4 whitespace-nowrap hover:bg-cocoa aria-[current]:border-brass aria-[current]:bg-cocoa"
          >
            <span className="font-semibold">{date === today ? 'Tonight' : shownDay(date)}</span>
            <span className="text-sm text-sand tabular-nums">{countText(parties, 'party', 'parties')}</span>
          </Link>
        </li>
      ))}
    </ul>
  </nav>
)
