import { useRef } from 'react'
import { INPUT_ATTRIBUTES } from '#lib/forms/descriptors.ts'
import { pick } from '#lib/records.ts'
import { FormField, INPUT } from '#ui/forms/form-field.tsx'
import { Icon, type IconName } from '#ui/icon.tsx'
import { BOOKING_FORM } from '#features/holds/booking/schema.ts'

type Props = {
  readonly id: string
  readonly count: string
  readonly maxGuests: number
  readonly problem: string | undefined
  readonly isAlive: boolean
}

const field = BOOKING_FORM.descriptors.guestCount

/** Number of guests. Two buttons step it, because on a phone they are quicker than the keyboard. */
export function GuestCount({ id, count, maxGuests, problem, isAlive }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const step = (by: 'stepUp' | 'stepDown'): void => {
    input.current?.[by]()
    // stepUp and stepDown fire no event: the form's onInput handler needs one.
    input.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }
  return (
    <FormField
      id={id}
      label={field.label}
      note={`This table seats up to ${maxGuests}`}
      problem={problem}
      className="sm:col-span-2"
    >
      {(attributes) => (
        <div className="flex gap-2">
          {isAlive ? <Step label="One guest fewer" icon="minus" onClick={() => step('stepDown')} /> : null}
          <input
            {...attributes}
            ref={input}
            {...pick(field, INPUT_ATTRIBUTES)}
            name={field.name}
            max={maxGuests}
            defaultValue={count}
            className={`${INPUT} max-w-24 [appearance:textfield] text-center font-semibold [&::-webkit-inner-spin-button]:appearance-none [&::-webkit-outer-spin-button]:appearance-none`}
          />
          {isAlive ? <Step label="One guest more" icon="plus" onClick={() => step('stepUp')} /> : null}
        </div>
      )}
    </FormField>
  )
}

type StepProps = { readonly label: string; readonly icon: IconName; readonly onClick: () => void }

const Step = ({ label, icon, onClick }: StepProps) => (
  <button
    type="button"
    aria-label={label}
    onClick={onClick}
    className="inline-flex size-12 shrink-0 items-center justify-center rounded-xl border border-dune/60 bg-cocoa text-brass hover:border-brass hover:bg-brass/10"
  >
    <Icon name={icon} />
  </button>
)
