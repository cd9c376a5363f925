import { type ReactNode, useState } from 'react'
import { decimalUsd } from '#lib/money.ts'
import type { ChoiceOption } from '#lib/forms/descriptors.ts'
import { FormDialog } from '#ui/admin/forms/form-dialog.tsx'
import { type FieldDescriptor, FormFields, useFormValues } from '#ui/admin/forms/form-fields.tsx'
import { fieldErrors } from '#web/admin/data/api-client.ts'
import { type ReservationChange, useReservationMutation } from '../../use-reservation-list.ts'

/** Form values. `key` is the idempotency key of the ledger entry. */
export type TypedMoney = {
  readonly key: string
  readonly choice: string
  readonly amount: string
  readonly text: string
}

type Props = {
  readonly title: string
  readonly submit: string
  /** Title of the error toast. */
  readonly failure: string
  readonly intro?: ReactNode
  /** Method or kind; `field` is its name in the request. */
  readonly choice?: {
    readonly label: string
    readonly field: string
    readonly options: readonly ChoiceOption[]
    readonly first: string
    /** Label of the submit button while nothing is chosen, where nothing is at first. */
    readonly missing?: string
  }
  /** Initial amount and hint for a choice; null if the choice needs no amount. */
  readonly amountFor: (choice: string) => { readonly cents: number; readonly hint: string } | null
  /** Hint of an optional note. Without it, a reason is required. */
  readonly noteHint?: string
  readonly send: (typed: TypedMoney) => Pick<ReservationChange, 'path' | 'json' | 'done' | 'undo'>
  readonly onClose: () => void
}

const REASON: FieldDescriptor = {
  name: 'reason',
  label: 'Reason',
  kind: 'area',
  hint: 'Kept for good. Please leave names of guests out.',
  required: true,
  maxLength: 500,
}

/** Form of every ledger entry that staff record: method, amount and reason. */
export function MoneyForm({ title, submit, failure, intro, choice, amountFor, ...props }: Props) {
  const { noteHint, send, onClose } = props
  const [key] = useState(() => crypto.randomUUID())
  const change = useReservationMutation(failure)
  const text: FieldDescriptor = noteHint
    ? { name: 'note', label: 'Note', kind: 'text', hint: noteHint, maxLength: 500 }
    : REASON
  const form = useFormValues<Readonly<Record<string, string>>>({
    ...(choice ? { [choice.field]: choice.first } : {}),
    [text.name]: '',
  })
  const chosen = choice ? (form.values[choice.field] ?? '') : ''
  const missing = chosen === '' ? choice?.missing : undefined
  const [isTried, setIsTried] = useState(false)
  const due = amountFor(chosen)
  // The amount follows the choice until it is edited.
  const values = { amount: decimalUsd(due?.cents ?? 0), ...form.values }
  const fields: readonly FieldDescriptor[] = [
    ...(choice ? [{ ...choice, name: choice.field, kind: 'choice' } as const] : []),
    ...(due
      ? [{ name: 'amount', label: 'Amount', kind: 'money', hint: due.hint, required: true } as const]
      : []),
    text,
  ]
  const typed = { key, choice: chosen, amount: values.amount, text: form.values[text.name] ?? '' }
  const errors = choice && missing && isTried ? { [choice.field]: `${missing}.` } : innerErrors(change.error)
  return (
    <FormDialog
      title={title}
      submit={missing ?? submit}
      className="sm:max-w-md"
      isBusy={change.isPending}
      onClose={onClose}
      onSubmit={() => {
        setIsTried(true)
        if (!missing) change.mutate({ ...send(typed), method: 'POST' }, { onSuccess: onClose })
      }}
    >
      {intro}
      <FormFields form={{ ...form, values, errors }} fields={fields} />
    </FormDialog>
  )
}

/** Field errors under the last part of their names: `instead.amount` is the error of `amount`. */
const innerErrors = (error: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(fieldErrors(error)).map(([name, text]) => [name.slice(name.lastIndexOf('.') + 1), text]),
  )
