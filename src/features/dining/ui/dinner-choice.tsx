import { useState } from 'react'
import type { Problems } from '#lib/forms/check.ts'
import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { Button } from '#ui/button.tsx'
import { FormField, SELECT } from '#ui/forms/form-field.tsx'
import type { DiningField } from '../schema.ts'

/** Option of the list of dates. The label of a closed date gives the reason. */
export type DayOption = { readonly value: string; readonly label: string; readonly isOpen: boolean }

type SelectDescriptor = Extract<FieldDescriptor, { readonly kind: 'select' }>

type Props = {
  readonly form: string
  /** Descriptors of the fields. */
  readonly fields: {
    readonly guests?: Pick<SelectDescriptor, 'label' | 'options'>
    readonly date: Pick<SelectDescriptor, 'label'>
  }
  readonly days: readonly DayOption[]
  readonly date: string
  readonly guests: number
  readonly problems: Problems<DiningField>
  readonly onChange: (wanted: { date: string; guests: number }) => void
  /** Page that shows the times without JavaScript. `keep` holds the query parameters to pass on. */
  readonly action: string
  readonly keep: Readonly<Record<string, string>>
}

/** Party size and date. They come first in the form, because the available times depend on both. */
export function DinnerChoice(props: Props) {
  const { form, fields, days, date, guests, problems, onChange, action, keep } = props
  const sizes = fields.guests?.options ?? []
  // A size that is not in the list, which a script of the guest's browser may set, has no times.
  const [isUnlisted, setUnlisted] = useState(false)
  const chooseSize = (size: string): void => {
    const isListed = sizes.some(({ value }) => value === size)
    setUnlisted(!isListed)
    if (isListed) onChange({ date, guests: Number(size) })
  }
  return (
    <form
      method="get"
      action={action}
      onSubmit={(event) => event.preventDefault()}
      className="grid items-end gap-4 sm:grid-cols-2"
    >
      {Object.entries(keep).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {fields.guests ? (
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
      ) : null}
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
      <p className="hidden noscript:block sm:col-span-2">
        <Button type="submit" look="outline">
          Show times
        </Button>
      </p>
    </form>
  )
}

const moreText = (most: number): string =>
  `Online dinners are for 1 to ${most} guests. For more, please call us or plan a private event.`
