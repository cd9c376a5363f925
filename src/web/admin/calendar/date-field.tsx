import { useId, useState } from 'react'
import { businessDate, type CalendarDate, isCalendarDate } from '#lib/venue-time.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import { typedDate } from '#lib/text/typed-date.ts'
import { Icon } from '#ui/icon.tsx'
import { serverNow } from '../clock/server-clock.ts'
import { CalendarDialog } from './calendar-dialog.tsx'

type Props = {
  readonly label: string
  /** Null for no date, as is text of a URL that is none. */
  readonly date: string | null
  /** Shown in place of a date, such as `All dates`. */
  readonly empty: string
  readonly onDate: (date: CalendarDate | null) => void
}

const currentDate = (): CalendarDate => businessDate(serverNow())
const textOf = (date: CalendarDate, today: CalendarDate): string =>
  date === today ? 'Today' : shownDay(date)

/** Date of a filter: typed in any usual form, or chosen in a calendar that shows covers and events. */
export function DateField({ label, date: given, empty, onDate }: Props) {
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [hasError, setHasError] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const today = currentDate()
  const date = given !== null && isCalendarDate(given) ? given : null
  const choose = (chosen: CalendarDate | null): void => {
    setTyped(null)
    setHasError(false)
    setOpen(false)
    if (chosen !== date) onDate(chosen)
  }
  const read = (): void => {
    if (typed === null) return
    const found = typed.trim() === '' ? null : typedDate(typed, today)
    if (found === null && typed.trim() !== '') return setHasError(true)
    choose(found)
  }
  return (
    <div className="relative flex min-w-0 flex-col gap-1.5">
      <label htmlFor={id} className="text-sm font-semibold text-sand">
        {label}
      </label>
      <div className="relative">
        <input
          id={id}
          autoComplete="off"
          maxLength={40}
          placeholder={empty}
          aria-invalid={hasError}
          aria-describedby={hasError ? `${id}-error` : undefined}
          value={typed ?? (date === null ? '' : textOf(date, today))}
          onFocus={(event) => event.target.select()}
          onChange={(event) => {
            setTyped(event.target.value)
            setHasError(false)
          }}
          onBlur={read}
          onKeyDown={(event) => {
            if (event.key === 'Enter') read()
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            setOpen(true)
          }}
          className="min-h-11 w-full rounded-lg border border-clay bg-night py-2 pr-10 pl-3 text-cream placeholder:text-cream lg:pr-9 aria-invalid:border-rose"
        />
        <button
          type="button"
          aria-label={`Calendar: ${label}`}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
          className="absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center rounded-lg text-brass hover:bg-brass/10 lg:w-9"
        >
          <Icon name="calendar" className="size-5" />
        </button>
      </div>
      {hasError ? (
        <p
          id={`${id}-error`}
          role="alert"
          className="absolute top-full z-20 mt-1 rounded-lg border border-rose bg-ember px-3 py-1.5 text-sm text-rose"
        >
          This is no date. Type one like 11/27 or Fri.
        </p>
      ) : null}
      {isOpen ? (
        <CalendarDialog
          date={date ?? today}
          today={today}
          empty={empty}
          onDate={choose}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </div>
  )
}
