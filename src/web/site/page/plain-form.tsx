import type { ReactNode } from 'react'
import type { FieldDescriptor } from '#lib/forms/descriptors.ts'
import { ErrorSummary } from '#ui/forms/error-summary.tsx'
import { FormFields, type OtherField } from '#ui/forms/form-fields.tsx'
import { FormSeal } from '#ui/forms/form-seal.tsx'
import { SendButton } from '#ui/forms/send-button.tsx'
import type { FormAnswer } from '#ui/forms/use-sending.ts'

type Props = {
  readonly form: { readonly name: string; readonly fields: readonly string[] }
  readonly title: string
  /** Text below the title. */
  readonly lead?: string
  readonly action: string
  readonly formToken: string
  readonly answer: FormAnswer | null
  readonly fields: readonly FieldDescriptor[]
  /** Values by name that the form begins with. */
  readonly typed: Readonly<Record<string, string>>
  /** Control of the fields that are not text. */
  readonly other: OtherField
  readonly sendLabel: string
  readonly className: string
  /** Content between the errors and the fields. */
  readonly children?: ReactNode
}

/** A form of one step. It needs no script, because nothing of it changes while it is filled in. */
export function PlainForm(props: Props) {
  const { form, title, lead, action, answer, fields, typed, other, children } = props
  const refusal = answer?.is === 'refused' ? answer.refusal : null
  return (
    <form
      method="post"
      action={action}
      noValidate
      data-once
      aria-labelledby={`${form.name}-title`}
      className={`relative flex flex-col gap-6 rounded-card border border-bark bg-ember p-5 sm:p-8 ${props.className}`}
    >
      <div>
        <h2 id={`${form.name}-title`} className="text-heading">
          {title}
        </h2>
        {lead ? <p className="mt-2 text-sand">{lead}</p> : null}
      </div>
      {refusal ? <ErrorSummary refusal={refusal} form={form.name} fields={form.fields} /> : null}
      {children}
      <div className="grid items-end gap-x-5 gap-y-5 sm:grid-cols-2">
        <FormFields
          other={other}
          form={form.name}
          fields={fields}
          typed={typed}
          problems={refusal?.problems ?? {}}
        />
      </div>
      <FormSeal formToken={props.formToken} />
      <SendButton isSending={false} label={props.sendLabel} />
    </form>
  )
}
