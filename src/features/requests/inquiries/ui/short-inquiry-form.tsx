import { useMemo } from 'react'
import type { CalendarDate } from '#lib/venue-time.ts'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { FormSeal } from '#ui/forms/form-seal.tsx'
import { SendButton } from '#ui/forms/send-button.tsx'
import { ContactFields, type FieldsOf, SelectField, TextArea, TextField } from '#ui/forms/text-field.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import type { FormAnswer } from '#ui/forms/use-sending.ts'
import { BUDGET_NAMES, EVENT_TYPE_NAMES } from '../rules.ts'
import { SHORT_BUDGETS, SHORT_EVENT_TYPES, type ShortInquiryField, shortInquiryForm } from '../schema.ts'
import { optionsOf } from './plan-event-steps.tsx'

type Props = {
  readonly action: string
  readonly formToken: string
  readonly today: CalendarDate
  readonly answer: FormAnswer<ShortInquiryField> | null
}

const FAILURE = { title: 'Error', text: 'Something went wrong. Please try again.' }

/** Short form for guests who only have a question about a private event. */
export function ShortInquiryForm({ action, formToken, today, answer }: Props) {
  const plan = useMemo(() => shortInquiryForm(today), [today])
  const it = useForm({ plan, answer, failure: FAILURE })
  const of: FieldsOf<ShortInquiryField> = {
    form: plan.name,
    typed: it.typed,
    problems: it.refusal?.problems ?? {},
  }
  return (
    <form
      method="post"
      action={action}
      noValidate
      onSubmit={it.onSubmit}
      aria-label="Ask about a private event"
      className="relative mt-6 flex flex-col gap-6"
    >
      {it.refusal ? <ErrorSummary refusal={it.refusal} form={of.form} fields={plan.fields} /> : null}
      <div className="grid items-end gap-x-5 gap-y-5 sm:grid-cols-2">
        <ContactFields<ShortInquiryField> {...of} />
        <SelectField
          {...of}
          name="eventType"
          label="Event type"
          blank="Choose one"
          options={optionsOf(SHORT_EVENT_TYPES, EVENT_TYPE_NAMES)}
          required
        />
        <SelectField
          {...of}
          name="budget"
          label="Budget"
          note="Optional"
          blank="Not decided yet"
          options={optionsOf(SHORT_BUDGETS, BUDGET_NAMES)}
        />
        <TextField
          {...of}
          name="guestCount"
          label="Number of guests"
          note="Optional"
          type="number"
          min={1}
          max={2000}
          inputMode="numeric"
          autoComplete="off"
        />
        <TextField
          {...of}
          name="selectedDate"
          label="Date"
          note="Optional"
          type="date"
          min={today}
          autoComplete="off"
        />
        <TextArea
          {...of}
          name="eventDetails"
          label="Your question, or what you have in mind"
          maxLength={4000}
          rows={4}
          required
          className="sm:col-span-2"
        />
      </div>
      <FormSeal formToken={it.formToken ?? formToken} />
      <SendButton isSending={it.isSending} label="Submit Inquiry" />
    </form>
  )
}
