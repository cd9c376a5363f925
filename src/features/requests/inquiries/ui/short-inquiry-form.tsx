import { useMemo } from 'react'
import type { CalendarDate } from '#lib/venue-time.ts'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { FormSeal } from '#ui/forms/form-seal.tsx'
import { ListField } from '#ui/forms/list-field.tsx'
import { SendButton } from '#ui/forms/send-button.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import type { FormAnswer } from '#ui/forms/use-sending.ts'
import { type ShortInquiryField, shortInquiryForm } from '../schema.ts'

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
  return (
    <form
      method="post"
      action={action}
      noValidate
      onSubmit={it.onSubmit}
      aria-label="Ask about a private event"
      className="relative mt-6 flex flex-col gap-6"
    >
      {it.refusal ? <ErrorSummary refusal={it.refusal} form={plan.name} fields={plan.fields} /> : null}
      <div className="grid grid-cols-1 items-end gap-x-5 gap-y-5 sm:grid-cols-2">
        <FormFields
          other={ListField}
          form={plan.name}
          fields={Object.values(plan.descriptors)}
          typed={it.typed}
          problems={it.refusal?.problems ?? {}}
        />
      </div>
      <FormSeal formToken={it.formToken ?? formToken} />
      <SendButton isSending={it.isSending} label="Submit Inquiry" />
    </form>
  )
}
