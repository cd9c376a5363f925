import { SIGN_UP_FORM, type SignUpField } from '#features/guest-lists/sign-ups/schema.ts'
import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { Button } from '#ui/button.tsx'
import { ConsentBox } from '#ui/forms/consent-box.tsx'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { type ControlProps, FormFields, TextsBox } from '#ui/forms/form-fields.tsx'
import { FormSeal } from '#ui/forms/form-seal.tsx'
import { ListField } from '#ui/forms/list-field.tsx'
import { SendButton } from '#ui/forms/send-button.tsx'
import type { FormAnswer } from '#ui/forms/use-sending.ts'

type Props = {
  readonly action: string
  readonly formToken: string
  readonly answer: FormAnswer<SignUpField> | null
  /** Intent of the button that changes the number of an entry there is; null where none is offered. */
  readonly changeIntent: string | null
}

const { name, fields, descriptors } = SIGN_UP_FORM
const KNOWN = { name: '', guests: '2', phone: '', email: '', texts: '', consent: '' }

/** A plain form: the page needs no script, because nothing of it changes while it is filled in. */
export function SignUpForm({ action, formToken, answer, changeIntent }: Props) {
  const refused = answer?.is === 'refused' ? answer : null
  const typed = refused?.typed ?? KNOWN
  return (
    <form
      method="post"
      action={action}
      noValidate
      data-once
      aria-labelledby={`${name}-title`}
      className="relative mt-8 flex flex-col gap-6 rounded-card border border-bark bg-ember p-5 sm:p-8"
    >
      <h2 id={`${name}-title`} className="text-heading">
        Put yourself on the list
      </h2>
      {refused ? <ErrorSummary refusal={refused.refusal} form={name} fields={fields} /> : null}
      {changeIntent === null ? null : (
        <Button type="submit" name={INTENT_FIELD} value={changeIntent} look="outline">
          Change it to {typed.guests}
        </Button>
      )}
      <div className="grid items-end gap-x-5 gap-y-5 sm:grid-cols-2">
        <FormFields
          other={OtherField}
          form={name}
          fields={FIELDS}
          typed={typed}
          problems={refused?.refusal.problems ?? {}}
        />
      </div>
      <FormSeal formToken={formToken} />
      <SendButton isSending={false} label="Put me on the list" />
    </form>
  )
}

const FIELDS: readonly FieldDescriptor[] = Object.values<FieldDescriptor>({
  ...descriptors,
  phone: { ...descriptors.phone, hint: 'Phone or email' },
  email: { ...descriptors.email, hint: 'Phone or email' },
})

const OtherField = (props: ControlProps) => {
  if (props.field.name === 'texts') return <TextsBox isTicked={props.value === 'on'} />
  return props.field.kind === 'check' ? <Consent {...props} /> : <ListField {...props} />
}

const Consent = (props: ControlProps) => (
  <ConsentBox {...props}>
    I agree that my name and contact are kept for this guest list, seen by the staff only, and made anonymous
    later. You can take your name back at any time.
  </ConsentBox>
)
