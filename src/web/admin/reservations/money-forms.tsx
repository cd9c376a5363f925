import { useState } from 'react'
import type { AllowanceKind, LedgerEntry, VenueMethod } from '#features/ledger/schema.ts'
import { decimalUsd, formatUsd } from '#lib/money.ts'
import { ChoiceField } from '#ui/desk/choice-field.tsx'
import { TextAreaField, TextField } from '#ui/desk/field.tsx'
import { FormDialog } from '#ui/desk/form-dialog.tsx'
import { fieldErrors } from '../house-client.ts'
import { lineWords } from './ledger-words.ts'
import { PATH, useDeed } from './use-book.ts'

const METHODS: readonly { readonly value: VenueMethod; readonly label: string }[] = [
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Card' },
]

type AmountProps = {
  readonly value: string
  readonly hint: string
  readonly error: string | undefined
  readonly onValue: (value: string) => void
}

export const AmountField = ({ value, hint, error, onValue }: AmountProps) => (
  <TextField
    label="Amount"
    hint={hint}
    required
    inputMode="decimal"
    value={value}
    error={error}
    onChange={(event) => onValue(event.target.value)}
  />
)

type ReasonProps = Omit<AmountProps, 'hint'>

export const ReasonField = ({ value, error, onValue }: ReasonProps) => (
  <TextAreaField
    label="Reason"
    hint="Kept for good. Please leave names of guests out."
    required
    maxLength={500}
    value={value}
    error={error}
    onChange={(event) => onValue(event.target.value)}
  />
)

type FormProps = { readonly id: string; readonly onClose: () => void }

/** Money taken at the venue, in whole or in part. */
export function MarkPaidForm({ id, dueCents, onClose }: FormProps & { readonly dueCents: number }) {
  const [key] = useState(() => crypto.randomUUID())
  const [amount, setAmount] = useState(decimalUsd(dueCents))
  const [method, setMethod] = useState<string>('card')
  const [note, setNote] = useState('')
  const pay = useDeed('Error recording the payment')
  const errors = fieldErrors(pay.error)
  return (
    <FormDialog
      title="Mark as paid"
      submit="Record payment"
      className="sm:max-w-md"
      isBusy={pay.isPending}
      onClose={onClose}
      onSubmit={() =>
        pay.mutate(
          {
            path: `${PATH}/${id}/venue-payments`,
            method: 'POST',
            json: { key, amount, method, note },
            done: 'Payment recorded',
          },
          { onSuccess: onClose },
        )
      }
    >
      <AmountField
        value={amount}
        hint={`In dollars. ${formatUsd(dueCents)} is due.`}
        error={errors['amount']}
        onValue={setAmount}
      />
      <ChoiceField
        label="Paid by"
        options={METHODS}
        value={method}
        error={errors['method']}
        onChoice={setMethod}
      />
      <TextField
        label="Note"
        hint="Such as the number of the receipt. Kept for good: please leave names of guests out."
        maxLength={500}
        value={note}
        error={errors['note']}
        onChange={(event) => setNote(event.target.value)}
      />
    </FormDialog>
  )
}

/** What a payment at the venue should have said, or that there was none. */
export function CorrectForm({ id, line, onClose }: FormProps & { readonly line: LedgerEntry }) {
  const isPayment = line.kind === 'payment'
  const [amount, setAmount] = useState(decimalUsd(line.amountCents))
  const [method, setMethod] = useState<string>(line.method ?? '')
  const [reason, setReason] = useState('')
  const correct = useDeed('Error correcting the line')
  const errors = fieldErrors(correct.error)
  const instead = isPayment && method !== 'none' ? { amount, method } : null
  return (
    <FormDialog
      title={isPayment ? 'Correct payment' : `Take back ${line.kind}`}
      submit={isPayment ? 'Correct' : 'Take back'}
      className="sm:max-w-md"
      isBusy={correct.isPending}
      onClose={onClose}
      onSubmit={() =>
        correct.mutate(
          {
            path: `${PATH}/${id}/corrections`,
            method: 'POST',
            json: { lineId: line.id, instead, reason },
            done: isPayment ? 'Payment corrected' : 'Taken back',
          },
          { onSuccess: onClose },
        )
      }
    >
      <p className="text-sand">
        It says: {lineWords(line)}, {formatUsd(line.amountCents + line.allowanceCents)}. That line stays;
        another one takes it back.
      </p>
      {isPayment ? (
        <ChoiceField
          label="It was paid by"
          options={[...METHODS, { value: 'none', label: 'Nothing was paid' }]}
          value={method}
          error={errors['instead.method'] ?? errors['instead']}
          onChoice={setMethod}
        />
      ) : null}
      {instead ? (
        <AmountField
          value={amount}
          hint="In dollars, as it was paid."
          error={errors['instead.amount']}
          onValue={setAmount}
        />
      ) : null}
      <ReasonField value={reason} error={errors['reason']} onValue={setReason} />
    </FormDialog>
  )
}

const ALLOWANCES: readonly { readonly value: AllowanceKind; readonly label: string }[] = [
  { value: 'discount', label: 'Discount' },
  { value: 'comp', label: 'Comp' },
]

/** Lowers what is due: a discount, or a table on the venue. */
export function AllowanceFormDialog({ id, dueCents, onClose }: FormProps & { readonly dueCents: number }) {
  const [key] = useState(() => crypto.randomUUID())
  const [kind, setKind] = useState<string>('discount')
  const [amount, setAmount] = useState(decimalUsd(dueCents))
  const [reason, setReason] = useState('')
  const grant = useDeed('Error lowering the price')
  const errors = fieldErrors(grant.error)
  return (
    <FormDialog
      title="Comp or discount"
      submit="Lower what is due"
      className="sm:max-w-md"
      isBusy={grant.isPending}
      onClose={onClose}
      onSubmit={() =>
        grant.mutate(
          {
            path: `${PATH}/${id}/allowances`,
            method: 'POST',
            json: { key, kind, amount, reason },
            done: kind === 'comp' ? 'Comp recorded' : 'Discount recorded',
          },
          { onSuccess: onClose },
        )
      }
    >
      <ChoiceField label="Kind" options={ALLOWANCES} value={kind} error={errors['kind']} onChoice={setKind} />
      <AmountField
        value={amount}
        hint={`In dollars. ${formatUsd(dueCents)} is due.`}
        error={errors['amount']}
        onValue={setAmount}
      />
      <ReasonField value={reason} error={errors['reason']} onValue={setReason} />
    </FormDialog>
  )
}
