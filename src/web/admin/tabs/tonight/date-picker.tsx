import { useState } from 'react'
import { addDays, type CalendarDate, formatDate } from '#lib/venue-time.ts'
import { shownDay } from '#ui/admin/shown-time.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { ARROW, CalendarDialog } from '#web/admin/calendar/calendar-dialog.tsx'

type Props = {
  readonly date: CalendarDate
  readonly today: CalendarDate
  readonly onDate: (date: CalendarDate) => void
}

/** Previous day, a calendar with covers and events, next day. */
export function DatePicker({ date, today, onDate }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex items-center gap-1 max-md:-ml-3 max-md:gap-0">
      <Step label="Day before" icon="left" onPress={() => onDate(addDays(date, -1))} />
      <Button look="outline" className="px-3 whitespace-nowrap" onClick={() => setIsOpen(true)}>
        {date === today ? `Tonight, ${shownDay(date)}` : formatDate(date, 'medium')}
      </Button>
      <Step label="Day after" icon="right" onPress={() => onDate(addDays(date, 1))} />
      {isOpen ? (
        <CalendarDialog
          {...{ date, today }}
          onDate={(next) => {
            setIsOpen(false)
            onDate(next)
          }}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </div>
  )
}

type StepProps = {
  readonly label: string
  readonly icon: 'left' | 'right'
  readonly onPress: () => void
}

const Step = ({ label, icon, onPress }: StepProps) => (
  <button type="button" aria-label={label} onClick={onPress} className={ARROW}>
    <Icon name={icon} />
  </button>
)
