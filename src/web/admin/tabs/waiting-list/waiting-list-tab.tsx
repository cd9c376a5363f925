import { isCalendarDate } from '#lib/venue-time.ts'
import { useUrlFilter } from '#web/admin/data/use-url-filter.ts'
import { useReservationEvents } from '../reservations/use-reservation-events.ts'
import { DatePicker } from '../tonight/date-picker.tsx'
import { useWaitingList } from './use-waiting-list.ts'
import { WaitingList } from './waiting-list.tsx'

/** The parties that wait for a table tonight, or on another date. */
export default function WaitingListTab() {
  useReservationEvents()
  const { search: query, set } = useUrlFilter()
  const asked = query.get('date')
  const date = asked !== null && isCalendarDate(asked) ? asked : null
  const { data } = useWaitingList(date)
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <h2 className="text-heading">Waiting list</h2>
        {data ? (
          <DatePicker
            date={data.date}
            today={data.today}
            onDate={(next) => set('date', next === data.today ? '' : next)}
          />
        ) : null}
      </div>
      <WaitingList date={date} />
    </>
  )
}
