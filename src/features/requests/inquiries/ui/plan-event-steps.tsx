import { formatDate, isCalendarDate } from '#lib/venue-time.ts'
import { ChoiceCards } from '#ui/forms/choice-cards.tsx'
import {
  ContactFields,
  type FieldsOf,
  type Option,
  SelectField,
  TextArea,
  TextField,
} from '#ui/forms/text-field.tsx'
import { ReviewedStep } from '#ui/forms/wizard-form.tsx'
import { BUDGET_NAMES, CATERING_NAMES, DURATION_NAMES, EVENT_TYPE_NAMES } from '../rules.ts'
import { BUDGETS, CATERING, DURATIONS, EVENT_TYPES, type PlanField } from '../schema.ts'

type Props = FieldsOf<PlanField> & {
  readonly today: string
  readonly path: string
  readonly anchor: string
}

const MAX_TEXT = 4000

export const optionsOf = <Value extends string>(
  values: readonly Value[],
  names: Readonly<Record<Value, string>>,
): Option[] => values.map((value) => ({ value, label: names[value] }))

const fieldsOf = ({ form, typed, problems }: Props): FieldsOf<PlanField> => ({ form, typed, problems })

export const BasicStep = (props: Props) => <ContactFields<PlanField> {...fieldsOf(props)} />

export const DetailsStep = (props: Props) => (
  <>
    <SelectField
      {...fieldsOf(props)}
      name="eventType"
      label="Event type"
      blank="Choose one"
      options={optionsOf(EVENT_TYPES, EVENT_TYPE_NAMES)}
      required
      className="sm:col-span-2"
    />
    <TextField
      {...fieldsOf(props)}
      name="guestCount"
      label="Number of guests"
      type="number"
      min={1}
      max={2000}
      step={1}
      inputMode="numeric"
      autoComplete="off"
      required
    />
    <TextField
      {...fieldsOf(props)}
      name="selectedDate"
      label="Date"
      type="date"
      min={props.today}
      autoComplete="off"
      required
    />
  </>
)

export const RequirementsStep = (props: Props) => (
  <>
    <ChoiceCards
      {...fieldsOf(props)}
      name="budget"
      legend="Budget"
      cards={optionsOf(BUDGETS, BUDGET_NAMES)}
      columns="xs:grid-cols-2 md:grid-cols-3"
      className="sm:col-span-2"
    />
    <ChoiceCards
      {...fieldsOf(props)}
      name="duration"
      legend="Duration"
      cards={optionsOf(DURATIONS, DURATION_NAMES)}
      columns="grid-cols-2 md:grid-cols-3"
      className="sm:col-span-2"
    />
    <SelectField
      {...fieldsOf(props)}
      name="catering"
      label="Catering"
      note="Optional"
      blank="Not decided yet"
      options={optionsOf(CATERING, CATERING_NAMES)}
      className="sm:col-span-2"
    />
    <TextArea
      {...fieldsOf(props)}
      name="specialRequirements"
      label="Special requirements"
      note="Optional"
      maxLength={MAX_TEXT}
      className="sm:col-span-2"
    />
  </>
)

export function ReviewStep(props: Props) {
  const { typed, path, anchor } = props
  const at = { path, anchor }
  return (
    <>
      <ReviewedStep
        {...at}
        step={1}
        title="Basic Information"
        answers={[
          { label: 'Full name', text: typed.name },
          { label: 'Email', text: typed.email },
          { label: 'Phone', text: typed.phone },
        ]}
      />
      <ReviewedStep
        {...at}
        step={2}
        title="Event Details"
        answers={[
          { label: 'Event type', text: nameIn(EVENT_TYPE_NAMES, typed.eventType) },
          { label: 'Number of guests', text: typed.guestCount },
          {
            label: 'Date',
            text: isCalendarDate(typed.selectedDate) ? formatDate(typed.selectedDate) : typed.selectedDate,
          },
        ]}
      />
      <ReviewedStep
        {...at}
        step={3}
        title="Requirements"
        answers={[
          { label: 'Budget', text: nameIn(BUDGET_NAMES, typed.budget) },
          { label: 'Duration', text: nameIn(DURATION_NAMES, typed.duration) },
          { label: 'Catering', text: nameIn(CATERING_NAMES, typed.catering) },
          { label: 'Special requirements', text: typed.specialRequirements },
        ]}
      />
      <TextArea
        {...fieldsOf(props)}
        name="eventDetails"
        label="Tell us about your event"
        rows={5}
        maxLength={MAX_TEXT}
        required
        className="sm:col-span-2"
      />
    </>
  )
}

const nameIn = (names: Readonly<Record<string, string>>, value: string): string => names[value] ?? ''
