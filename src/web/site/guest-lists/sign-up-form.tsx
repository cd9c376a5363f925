import { SIGN_UP_FORM, type SignUpField } from '#features/guest-lists/sign-ups/schema.ts'
import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { INTENT_FIELD } from '#lib/forms/hidden-fields.ts'
import { Button } from '#ui/button.tsx'
import { ConsentBox } from '#ui/forms/consent-box.tsx'
import { type ControlProps, TextsBox } from '#ui/forms/form-fields.tsx'
import { ListField } from '#ui/forms/list-field.tsx'
import type { FormAnswer } from '#ui/forms/use-sending.ts'
import { PlainForm } from '../page/plain-form.tsx'

type Props = {
  readonly action: string
  readonly formToken: string
  readonly answer: FormAnswer<SignUpField> | null
  /** Intent of the button that changes the number of an entry there is; null where none is offered. */
  readonly changeIntent: string | null
}

const { descriptors } = SIGN_UP_FORM
const KNOWN = { name: '', guests: '2', phone: '', email: '', texts: '', consent: '' }

/** Puts a guest on a list, or changes the number of the entry that they have. */
export function SignUpForm({ changeIntent, ...form }: Props) {
  const typed = form.answer?.is === 'refused' ? form.answer.typed : KNOWN
  return (
    <PlainForm
      {...form}
      form={SIGN_UP_FORM}
      title="Put yourself on the list"
      fields={FIELDS}
      typed={typed}
      other={OtherField}
      sendLabel="Put me on the list"
      className="mt-8"
    >
      {changeIntent === null ? null : (
        <Button type="submit" name={INTENT_FIELD} value={changeIntent} look="outline">
          Change it to {typed.guests}
        </Button>
      )}
    </PlainForm>
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
