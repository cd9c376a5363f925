import { useState } from 'react'
import { useRouteLoaderData } from 'react-router'
import { dateNotes } from '#features/events/management/rules.ts'
import { hoursOn } from '#features/venue/rules.ts'
import { businessDate, isCalendarDate } from '#lib/venue-time.ts'
import { useCan } from '#web/admin/auth/current-user.ts'
import { serverNow } from '#web/admin/clock/server-clock.ts'
import { useCalendar } from '#web/admin/calendar/calendar-dialog.tsx'
import type { RootData } from '#web/root.tsx'

type Props = {
  /** Title and date of the event as it is stored; null for a new one. */
  readonly stored: { readonly title: string; readonly date: string } | null
  readonly date: string
}

/** Facts about the chosen date that staff may have overlooked. None of them keeps an event from being saved. */
export function DateNote({ stored, date }: Props) {
  const root = useRouteLoaderData<RootData>('root')
  const isDate = isCalendarDate(date)
  const seesDays = useCan('tonight.read')
  const [today] = useState(() => businessDate(serverNow()))
  const { data: days } = useCalendar(date.slice(0, 7), isDate && seesDays)
  if (!isDate || stored?.date === date) return null
  const notes = dateNotes({
    date,
    today,
    isOpen: root === undefined || hoursOn(root.venue, 'social', date) !== null,
    others: days?.find((it) => it.date === date)?.events ?? [],
  })
  return notes.length === 0 ? null : (
    <p role="status" className="text-brass">
      {notes.join(' ')}
    </p>
  )
}
