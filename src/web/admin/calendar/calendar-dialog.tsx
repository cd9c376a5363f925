import { useQuery } from '@tanstack/react-query'
import { createContext, use, useId, useMemo, useState } from 'react'
import { DayPicker, type DayButtonProps } from 'react-day-picker'
import type { CalendarDay } from '#features/reservation-management/tonight/schema.ts'
import { countText } from '#lib/text/count.ts'
import { type CalendarDate, formatDate } from '#lib/venue-time.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { useCan } from '../auth/current-user.ts'
import { apiFetch } from '../data/api-client.ts'
import { RESERVATIONS_KEY } from '../tabs/reservations/use-reservation-list.ts'

type Frame = {
  readonly date: CalendarDate
  readonly today: CalendarDate
  readonly onClose: () => void
}

type Props = Frame &
  (
    | { readonly empty?: undefined; readonly onDate: (date: CalendarDate) => void }
    // A date that may be missing, with the text of that choice.
    | { readonly empty: string; readonly onDate: (date: CalendarDate | null) => void }
  )

export const ARROW =
  'inline-flex size-11 items-center justify-center rounded-xl text-brass hover:bg-brass/10 [&_svg]:size-5'

/** Covers and events of the days of a month. */
export const useCalendar = (month: string, isEnabled: boolean) =>
  useQuery({
    enabled: isEnabled,
    queryKey: [...RESERVATIONS_KEY, 'calendar', month],
    queryFn: async ({ signal }) =>
      (await apiFetch(`/admin/api/tonight/calendar?${new URLSearchParams({ month })}`, { signal })).days,
  })

const localDate = (date: CalendarDate): Date => new Date(`${date}T00:00`)
/** The calendar works with midnights of the device's zone: their local parts are the date. */
const calendarDate = (date: Date): CalendarDate =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-')

const Days = createContext<ReadonlyMap<CalendarDate, CalendarDay> | null>(null)

/** A month with the covers and the first event of every day, for roles that see tonight. */
export function CalendarDialog({ date, today, onClose, ...choice }: Props) {
  const seesCovers = useCan('tonight.read')
  const { empty, onDate } = choice
  const id = useId()
  const [month, setMonth] = useState(() => localDate(date))
  const { data } = useCalendar(calendarDate(month).slice(0, 7), seesCovers)
  const days = useMemo(() => new Map((data ?? []).map((day) => [day.date, day])), [data])
  return (
    <Dialog isOpen onClose={onClose} labelledBy={id} className="sm:max-w-2xl">
      <div className="flex flex-col gap-4 p-4 sm:p-6">
        <h2 id={id} className="pr-12 font-display text-xl">
          Choose a date
        </h2>
        <Days value={seesCovers ? days : null}>
          <DayPicker
            mode="single"
            required
            autoFocus
            month={month}
            onMonthChange={setMonth}
            selected={localDate(date)}
            today={localDate(today)}
            onSelect={(chosen) => onDate(calendarDate(chosen))}
            components={{ DayButton: DayCell }}
            classNames={CLASSES}
          />
        </Days>
        {seesCovers ? (
          <p className="text-sm text-dune">
            The number below a day is its covers.<span className="sm:hidden"> A dot marks an event.</span>
          </p>
        ) : null}
        <div className="flex flex-wrap gap-2 empty:hidden">
          {date === today && empty === undefined ? null : (
            <Button onClick={() => onDate(today)}>{empty === undefined ? 'Back to tonight' : 'Today'}</Button>
          )}
          {choice.empty === undefined ? null : (
            <Button look="outline" onClick={() => choice.onDate(null)}>
              {choice.empty}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

const CLASSES = {
  months: 'relative',
  month_caption: 'flex min-h-11 items-center pl-1 font-display text-lg',
  nav: 'absolute top-0 right-0 flex gap-1',
  button_previous: ARROW,
  button_next: ARROW,
  chevron: 'size-5 fill-current',
  month_grid: 'w-full table-fixed border-separate border-spacing-1',
  weekday: 'pb-1 text-center text-xs font-semibold text-dune',
  day: 'p-0 align-top',
  outside: 'opacity-55',
}

/** A day with its covers and the first of its events. */
function DayCell({ day, modifiers, className: _className, ...button }: DayButtonProps) {
  const days = use(Days)
  const booked = days?.get(day.isoDate)
  const label = [
    formatDate(day.isoDate, 'long'),
    ...(days ? [booked?.covers ? countText(booked.covers, 'cover') : 'no covers'] : []),
    ...(booked?.events ?? []),
  ].join(', ')
  return (
    <button
      {...button}
      aria-label={label}
      aria-current={modifiers['today'] ? 'date' : undefined}
      className="flex h-14 w-full flex-col items-center rounded-lg border border-bark bg-night px-0.5 py-1 hover:border-brass aria-[current=date]:border-brass/70 data-chosen:bg-brass data-chosen:text-night sm:h-17"
      data-chosen={modifiers['selected'] ? '' : undefined}
    >
      <span className="font-semibold tabular-nums">{day.date.getDate()}</span>
      <span className="text-xs tabular-nums opacity-85">{booked?.covers ? booked.covers : ' '}</span>
      <span className="w-full truncate text-center text-[0.6875rem] leading-4 max-sm:hidden">
        {booked?.events[0] ?? ''}
      </span>
      {booked && booked.events.length > 0 ? (
        <span aria-hidden="true" className="size-1.5 rounded-full bg-teal-light sm:hidden" />
      ) : null}
    </button>
  )
}
