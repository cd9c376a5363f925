import { useState } from 'react'
import type { Problems } from '#lib/forms/check.ts'
import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { Button } from '#ui/button.tsx'
import { FormField, SELECT } from '#ui/forms/form-field.tsx'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import type { DiningField, ServiceDay } from '../schema.ts'
import { SHOW_TIMES, TIMES_DATE_FIELD, TIMES_GUESTS_FIELD } from '../shown-times/rules.ts'

/** Option of the list of dates. The label of a closed date gives the reason. */
export type DayOption = { readonly value: string; readonly label: string; readonly isOpen: boolean }

type SelectDescriptor = Extract<FieldDescriptor, { readonly kind: 'select' }>

type Props = {
  readonly form: string
  /** Descriptors of the fields. */
  readonly fields: {
    readonly guests: Pick<SelectDescriptor, 'label' | 'options'>
    readonly date: Pick<SelectDescriptor, 'label'>
  }
  readonly days: readonly DayOption[]
  readonly date: string
  readonly guests: number
  readonly problems: Problems<DiningField>
  readonly onChange: (wanted: { date: string; guests: number }) => void
  /** Service day of the times that the form shows: the former one until those of the chosen are loaded. */
  readonly serviceDay: Pick<ServiceDay, 'date' | 'guests'>
}

/**
 * Party size and date, first in the form: the available times depend on both. Hidden fields tell which date and party the times
 * are of, since both can be changed without a script.
 */
export function DinnerChoice(props: Props) {
  const { form, fields, days, date, guests, problems, onChange, serviceDay } = props
  const sizes = fields.guests.options
  // A size that is not in the list, which a script of the guest's browser may set, has no times.
  const [isUnlisted, setUnlisted] = useState(false)
  const chooseSize = (size: string): void => {
    const isListed = sizes.some(({ value }) => value === size)
    setUnlisted(!isListed)
    if (isListed) onChange({ date, guests: Number(size) })
  }
  return (
    <div>
      <div className="grid items-end gap-4 sm:grid-cols-2">
        <FormField
          id={`${form}-guests`}
          label={fields.guests.label}
          problem={isUnlisted ? moreText(sizes.length) : problems.guests}
        >
          {(attributes) => (
            <select
              {...attributes}
              name="guests"
              value={guests}
              onChange={(event) => chooseSize(event.currentTarget.value)}
              className={SELECT}
            >
              {sizes.map((option) => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          )}
        </FormField>
        <FormField id={`${form}-date`} label={fields.date.label} problem={problems.date}>
          {(attributes) => (
            <select
              {...attributes}
              name="date"
              value={date}
              onChange={(event) => onChange({ date: event.currentTarget.value, guests })}
              className={SELECT}
            >
              {days.map((day) => (
                <option key={day.value} value={day.value} disabled={!day.isOpen}>
                  {day.label}
                </option>
              ))}
            </select>
          )}
        </FormField>
      </div>
      <input type="hidden" name={TIMES_DATE_FIELD} value={serviceDay.date} />
      <input type="hidden" name={TIMES_GUESTS_FIELD} value={serviceDay.guests} />
      <p className="hidden noscript:block">
        <Button
          type="submit"
          look="outline"
          name={INTENT_FIELD}
          value={SHOW_TIMES}
          formNoValidate
          // A press from before the script ran is repeated: the times are loaded by then.
          onClick={(event) => event.preventDefault()}
          className="mt-4"
        >
          Show times
        </Button>
      </p>
    </div>
  )
}

const moreText = (most: number): string =>
  `Online dinners are for 1 to ${most} guests. For more, please call us or plan a private event.`
