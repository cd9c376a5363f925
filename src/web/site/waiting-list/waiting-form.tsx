import { DINNER_WAITING_FORM, NIGHT_WAITING_FORM } from '#features/waiting-list/joining/schema.ts'
import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { ConsentBox } from '#ui/forms/consent-box.tsx'
import { type ControlProps, TextsBox } from '#ui/forms/form-fields.tsx'
import { ListField } from '#ui/forms/list-field.tsx'
import type { FormAnswer } from '#ui/forms/use-sending.ts'
import { PlainForm } from '../page/plain-form.tsx'

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

/** Joins a line in one step. */
export function WaitingForm({ line, known, ...form }: Props) {
  const plan = PLANS[line]
  const refused = form.answer?.is === 'refused' ? form.answer : null
  return (
    <PlainForm
      {...form}
      form={plan}
      title="Join the waiting list"
      lead="As soon as a table for your party is free, we hold it for you and email you a link. First come, first served. Joining costs nothing."
      fields={Object.values<FieldDescriptor>(plan.descriptors)}
      typed={{ ...KNOWN, ...known, ...refused?.typed }}
      other={OtherField}
      sendLabel="Join the waiting list"
      className="max-w-3xl"
    />
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
