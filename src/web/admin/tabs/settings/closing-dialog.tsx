import { useId, useState } from 'react'
import {
  affectedText,
  cancelNote,
  isAffected,
  nameOfDay,
  stopNote,
} from '#features/reservation-management/special-days/rules.ts'
import type {
  ClosedEvents,
  AffectedReservation,
  SpecialDayForm,
} from '#features/reservation-management/special-days/schema.ts'
import { countText } from '#lib/text/count.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import type { ChoiceOption } from '#lib/forms/descriptors.ts'
import { ChoiceField } from '#ui/admin/forms/choice-field.tsx'

type Props = {
  readonly day: SpecialDayForm
  /** Null while the dialog is closed. */
  readonly affected: AffectedReservation | null
  readonly isBusy: boolean
  readonly onDecide: (closedEvents: ClosedEvents) => void
  readonly onClose: () => void
}

/** Lists the events and reservations of a day that is about to be closed, and asks for the consequence. */
export function ClosingDialog({ day, affected, isBusy, onDecide, onClose }: Props) {
  const id = useId()
  const [choice, setChoice] = useState<ClosedEvents>('not_sold')
  return (
    <Dialog isOpen={affected !== null} onClose={onClose} labelledBy={id} className="sm:max-w-xl">
      {affected ? (
        <div className="flex flex-col gap-5 p-6">
          <h2 id={id} className="mr-10 font-display text-xl">
            {day.date ? `Close: ${nameOfDay(day)}` : 'Close this day'}
          </h2>
          <p className="text-sand">On that day: {affectedText(affected)}.</p>
          <Names affected={affected} />
          <ChoiceField
            label="What should happen to them?"
            isWordy
            options={optionsFor(affected)}
            value={choice}
            onChoice={(value) =>
              setChoice(optionsFor(affected).find((it) => it.value === value)?.value ?? choice)
            }
          />
          <div className="flex flex-wrap justify-end gap-3">
            <Button look="outline" onClick={onClose}>
              Go back
            </Button>
            <Button onClick={() => onDecide(choice)} disabled={isBusy}>
              Close the day
            </Button>
          </div>
        </div>
      ) : null}
    </Dialog>
  )
}

const optionsFor = (affected: AffectedReservation): (ChoiceOption & { value: ClosedEvents })[] => [
  {
    value: 'not_sold',
    label: 'Only stop selling',
    note: stopNote(affected),
  },
  ...(isAffected(affected)
    ? [
        {
          value: 'cancelled' as const,
          label: 'Cancel everything',
          note: cancelNote(affected),
        },
      ]
    : []),
  ...(affected.events.length > 0
    ? [
        {
          value: 'kept_open' as const,
          label: 'Keep the events open',
          note: 'They take place anyway and stay on sale.',
        },
      ]
    : []),
]

function Names({ affected: { events, reservations } }: { readonly affected: AffectedReservation }) {
  return (
    <ul className="flex max-h-56 flex-col gap-1 overflow-y-auto rounded-lg border border-bark bg-ember px-4 py-3">
      {events.map(({ title, time, parties }, i) => (
        <li key={`${title} ${i}`}>
          <strong>{title}</strong>, {time}, {countText(parties, 'party', 'parties')}
        </li>
      ))}
      {reservations.map(({ name, time, guests }, i) => (
        <li key={`${name} ${i}`} className="text-sand">
          {name}, {time}, {countText(guests, 'guest')}
        </li>
      ))}
    </ul>
  )
}
