import { DINNER_WAITING_FORM, NIGHT_WAITING_FORM } from '#features/waiting-list/joining/schema.ts'
import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { ConsentBox } from '#ui/forms/consent-box.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { type ControlProps, FormFields, TextsBox } from '#ui/forms/form-fields.tsx'
import { FormSeal } from '#ui/forms/form-seal.tsx'
import { ListField } from '#ui/forms/list-field.tsx'
import { SendButton } from '#ui/forms/send-button.tsx'
import type { FormAnswer } from '#ui/forms/use-sending.ts'

type Props = {
  readonly line: 'night' | 'dinner'
  readonly action: string
  readonly formToken: string
  readonly answer: FormAnswer | null
  /** Values that the form begins with. */
  readonly known?: Readonly<Record<string, string>>
}

const PLANS = { night: NIGHT_WAITING_FORM, dinner: DINNER_WAITING_FORM }
const KNOWN = { name: '', guests: '2', zone: '', email: '', phone: '', texts: '', consent: '' }

/** A plain form that joins a line in one step: nothing of it changes while it is filled in, so it needs no script. */
export function WaitingForm({ line, action, formToken, answer, known }: Props) {
  const { name, fields, descriptors } = PLANS[line]
  const refused = answer?.is === 'refused' ? answer : null
  return (
    <form
      method="post"
      action={action}
      noValidate
      data-once
      aria-labelledby={`${name}-title`}
      className="relative flex max-w-3xl flex-col gap-6 rounded-card border border-bark bg-ember p-5 sm:p-8"
    >
      <div>
        <h2 id={`${name}-title`} className="text-heading">
          Join the waiting list
        </h2>
        <p className="mt-2 text-sand">
          As soon as a table for your party is free, we hold it for you and email you a link. First come,
          first served. Joining costs nothing.
        </p>
      </div>
      {refused ? <ErrorSummary refusal={refused.refusal} form={name} fields={fields} /> : null}
      <div className="grid items-end gap-x-5 gap-y-5 sm:grid-cols-2">
        <FormFields
          other={OtherField}
          form={name}
          fields={Object.values<FieldDescriptor>(descriptors)}
          typed={{ ...KNOWN, ...known, ...refused?.typed }}
          problems={refused?.refusal.problems ?? {}}
        />
      </div>
      <FormSeal formToken={formToken} />
      <SendButton isSending={false} label="Join the waiting list" />
    </form>
  )
}

const OtherField = (props: ControlProps) =>
  props.field.name === 'texts' ? (
    <TextsBox isTicked={props.value === 'on'} />
  ) : props.field.kind === 'check' ? (
    <ConsentBox {...props}>
      I agree that my name and contact are kept for this waiting list, seen by the staff only, and made
      anonymous later.
    </ConsentBox>
  ) : (
    <ListField {...props} />
  )
