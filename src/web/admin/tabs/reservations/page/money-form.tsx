import { type ReactNode, useState } from 'react'
import { decimalUsd } from '#lib/money.ts'
import { ChoiceField, type ChoiceOption } from '#ui/admin/choice-field.tsx'
import { TextAreaField, TextField } from '#ui/admin/field.tsx'
import { FormDialog } from '#ui/admin/form-dialog.tsx'
import { fieldErrors } from '#web/admin/data/api-client.ts'
import { useReservationMutation } from '../use-reservation-list.ts'

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
  }
  /** Initial amount and hint for a choice; null if the choice needs no amount. */
  readonly amountFor: (choice: string) => { readonly cents: number; readonly hint: string } | null
  /** Hint of an optional note. Without it, a reason is required. */
  readonly noteHint?: string
  readonly send: (typed: TypedMoney) => {
    readonly path: string
    readonly json: object
    readonly done: string
  }
  readonly onClose: () => void
}

/** Form of every ledger entry that staff record: method, amount and reason. */
export function MoneyForm({ title, submit, failure, intro, choice, amountFor, ...form }: Props) {
  const { noteHint, send, onClose } = form
  const [key] = useState(() => crypto.randomUUID())
  const [chosen, setChosen] = useState(choice?.first ?? '')
  const [typedAmount, setTypedAmount] = useState<string | null>(null)
  const [text, setText] = useState('')
  const change = useReservationMutation(failure)
  const errors = fieldErrors(change.error)
  const asked = amountFor(chosen)
  // The amount follows the choice until it is edited.
  const amount = typedAmount ?? decimalUsd(asked?.cents ?? 0)
  const textProps = {
    maxLength: 500,
    value: text,
    onChange: (event: { readonly target: { readonly value: string } }) => setText(event.target.value),
  }
  return (
    <FormDialog
      title={title}
      submit={submit}
      className="sm:max-w-md"
      isBusy={change.isPending}
      onClose={onClose}
      onSubmit={() =>
        change.mutate(
          { ...send({ key, choice: chosen, amount, text }), method: 'POST' },
          { onSuccess: onClose },
        )
      }
    >
      {intro}
      {choice ? (
        <ChoiceField
          label={choice.label}
          options={choice.options}
          value={chosen}
          error={errorOf(errors, choice.field)}
          onChoice={setChosen}
        />
      ) : null}
      {asked ? (
        <TextField
          label="Amount"
          hint={asked.hint}
          required
          inputMode="decimal"
          value={amount}
          error={errorOf(errors, 'amount')}
          onChange={(event) => setTypedAmount(event.target.value)}
        />
      ) : null}
      {noteHint ? (
        <TextField label="Note" hint={noteHint} error={errorOf(errors, 'note')} {...textProps} />
      ) : (
        <TextAreaField
          label="Reason"
          hint="Kept for good. Please leave names of guests out."
          required
          error={errorOf(errors, 'reason')}
          {...textProps}
        />
      )}
    </FormDialog>
  )
}

/** Error of a field, also of a nested one such as `instead.amount`. */
const errorOf = (errors: Readonly<Record<string, string>>, field: string): string | undefined =>
  Object.entries(errors).find(([name]) => name === field || name.endsWith(`.${field}`))?.[1]
