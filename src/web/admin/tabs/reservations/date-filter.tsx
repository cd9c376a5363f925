import { useState } from 'react'
import { businessDate, type CalendarDate, formatDate, isCalendarDate } from '#lib/venue-time.ts'
import { SelectField } from '#ui/admin/forms/field.tsx'
import { CalendarDialog } from '#web/admin/calendar/calendar-dialog.tsx'

const ALL = 'all'
const TODAY = 'today'
const OTHER = 'other'

/**
 * The date that the list shows; null for all dates. The list opens on today, and a search or an event looks through all
 * dates unless one is chosen.
 */
export function dateFilter(query: URLSearchParams, search: string): CalendarDate | null {
  const date = query.get('date')
  if (date !== null && isCalendarDate(date)) return date
  if (date === ALL || search.trim() !== '' || query.get('event')) return null
  return currentDate()
}

const currentDate = (): CalendarDate => businessDate(new Date())

type Props = {
  /** The date shown; null for all dates. */
  readonly date: CalendarDate | null
  /** Called with a date, or with `all`. */
  readonly onDate: (date: string) => void
}

/** Today, all dates, or a date from the calendar. */
export function DateFilter({ date, onDate }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  const today = currentDate()
  const isOther = date !== null && date !== today
  return (
    <>
      <SelectField
        label="Date"
        options={[
          { value: TODAY, label: 'Today' },
          { value: ALL, label: 'All dates' },
          ...(isOther ? [{ value: date, label: formatDate(date, 'medium') }] : []),
          { value: OTHER, label: 'Choose a date…' },
        ]}
        value={date === null ? ALL : isOther ? date : TODAY}
        onChange={({ target: { value } }) => {
          if (value === OTHER) setIsOpen(true)
          else onDate(value === TODAY ? today : value)
        }}
      />
      {isOpen ? (
        <CalendarDialog
          date={date ?? today}
          today={today}
          onDate={(chosen) => {
            setIsOpen(false)
            onDate(chosen)
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  )
}
