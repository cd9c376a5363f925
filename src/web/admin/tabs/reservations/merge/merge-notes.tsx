import { useState } from 'react'
import { FormFields, type useFormValues } from '#ui/admin/forms/form-fields.tsx'

type EmailQuestionProps = {
  readonly form: Pick<ReturnType<typeof useFormValues>, 'values' | 'setValue'>
  readonly startsAt: string
  readonly label: string
}

/** Whether the guests are emailed; once their time has begun, why they are not. */
export function EmailQuestion({ form, startsAt, label }: EmailQuestionProps) {
  const [openedAt] = useState(Date.now)
  if (Date.parse(startsAt) <= openedAt)
    return (
      <p className="text-sand">
        The time of this reservation has begun, so its guests are told here and not by email.
      </p>
    )
  return <FormFields form={{ ...form, errors: {} }} fields={[{ name: 'isEmailed', label, kind: 'check' }]} />
}

/** A refusal or a consequence, above the buttons of the dialog. */
export const MergeNote = ({ text }: { readonly text: string }) => (
  <p role="status" className="rounded-lg border border-brass bg-brass/10 px-4 py-3">
    {text}
  </p>
)

/** The server's refusal of what was sent. */
export const MergeRefused = ({ text }: { readonly text: string | null }) =>
  text === null ? null : (
    <p role="alert" className="text-rose">
      {text}
    </p>
  )
