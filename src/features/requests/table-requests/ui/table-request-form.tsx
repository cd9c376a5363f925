import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { FormFields } from '#ui/forms/form-fields.tsx'
import { FormSeal } from '#ui/forms/form-seal.tsx'
import { ListField } from '#ui/forms/list-field.tsx'
import { SendButton } from '#ui/forms/send-button.tsx'
import { useForm } from '#ui/forms/use-form.ts'
import type { FormAnswer } from '#ui/forms/use-sending.ts'
import { TABLE_REQUEST_FORM, type TableRequestField } from '../schema.ts'

/** Event that a request can name. */
export type OfferedNight = {
  readonly id: string
  readonly slug: string
  readonly title: string
  /** `Fri Nov 27, 9 PM – Sat 5 AM` */
  readonly nightText: string
  readonly soldOut: boolean
  /** True if guests can book and pay for a table online. */
  readonly isOnSale: boolean
}

type Props = {
  readonly action: string
  readonly formToken: string
  readonly nights: readonly OfferedNight[]
  /** Event whose page the guest came from. */
  readonly chosenId: string | null
  /** Party size chosen there; null where none was. */
  readonly partySize: number | null
  readonly answer: FormAnswer<TableRequestField> | null
}

const FAILURE = { title: 'Error', text: 'Failed to submit reservation. Please try again.' }

const { name, fields, descriptors } = TABLE_REQUEST_FORM

/** Fields of the form, with the events to choose from. */
const fieldsFor = (nights: readonly OfferedNight[]): FieldDescriptor[] =>
  Object.values<FieldDescriptor>({
    ...descriptors,
    eventId: {
      ...descriptors.eventId,
      kind: 'select',
      options: nights.map(({ id, title, nightText, soldOut }) => ({
        value: id,
        label: `${nightText}: ${title}${soldOut ? ' (sold out)' : ''}`,
      })),
    },
  })

/** Request form for a table, for sold-out and other events. */
export function TableRequestForm({ action, formToken, nights, chosenId, partySize, answer }: Props) {
  const it = useForm({
    plan: TABLE_REQUEST_FORM,
    answer,
    failure: FAILURE,
    known: { partySize: String(partySize ?? 2), tablePreference: 'regular', eventId: chosenId ?? '' },
  })
  return (
    <form
      method="post"
      action={action}
      noValidate
      onSubmit={it.onSubmit}
      aria-label="Request a table"
      className="relative mt-6 flex flex-col gap-6"
    >
      {it.refusal ? <ErrorSummary refusal={it.refusal} form={name} fields={fields} /> : null}
      <div className="grid grid-cols-1 items-end gap-x-5 gap-y-5 sm:grid-cols-2">
        <FormFields
          other={ListField}
          form={name}
          fields={fieldsFor(nights)}
          typed={it.typed}
          problems={it.refusal?.problems ?? {}}
        />
      </div>
      <FormSeal formToken={it.formToken ?? formToken} />
      <SendButton isSending={it.isSending} label="Request a table" />
      <ComingNights nights={nights} />
    </form>
  )
}

const FEW = 3

const ComingNights = ({ nights }: Pick<Props, 'nights'>) => {
  const open = nights.filter(({ isOnSale }) => isOnSale).slice(0, FEW)
  if (open.length === 0) return null
  return (
    <nav aria-label="Nights with tables to choose from" className="border-t border-bark pt-5">
      <p className="text-sand">For these nights, you can book a table online right away:</p>
      <ul className="mt-1">
        {open.map(({ id, slug, title, nightText }) => (
          <li key={id}>
            <a
              href={`/events/${slug}?view=reserve`}
              className="inline-flex min-h-11 items-center text-brass underline underline-offset-4 hover:text-cream"
            >
              {title}, {nightText}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
