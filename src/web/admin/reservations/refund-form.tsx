import { useState } from 'react'
import { decimalUsd, formatUsd } from '#lib/money.ts'
import { ChoiceField } from '#ui/desk/choice-field.tsx'
import { FormDialog } from '#ui/desk/form-dialog.tsx'
import { fieldErrors } from '../house-client.ts'
import { AmountField, ReasonField } from './money-forms.tsx'
import { PATH, useDeed } from './use-book.ts'

type Props = {
  readonly id: string
  /** What the provider can give back, and what is left in all. */
  readonly onlineCents: number
  readonly openCents: number
  readonly onClose: () => void
}

/** Gives money back, all that is left of it or a part: by the provider, or at the venue. */
export function RefundForm({ id, onlineCents, openCents, onClose }: Props) {
  const [key] = useState(() => crypto.randomUUID())
  const [method, setMethod] = useState(onlineCents > 0 ? 'online' : 'cash')
  const leftCents = method === 'online' ? onlineCents : openCents
  const [amount, setAmount] = useState(decimalUsd(leftCents))
  const [reason, setReason] = useState('')
  const refund = useDeed('Error refunding reservation')
  const errors = fieldErrors(refund.error)
  const methods = [
    ...(onlineCents > 0 ? [{ value: 'online', label: 'Online, as paid' }] : []),
    { value: 'cash', label: 'In cash' },
    { value: 'card', label: 'By card here' },
  ]
  return (
    <FormDialog
      title="Refund"
      submit="Refund"
      className="sm:max-w-md"
      isBusy={refund.isPending}
      onClose={onClose}
      onSubmit={() =>
        refund.mutate(
          method === 'online'
            ? {
                path: `${PATH}/${id}/refunds`,
                method: 'POST',
                json: { amount, reason },
                done: 'The money is on its way back',
              }
            : {
                path: `${PATH}/${id}/venue-refunds`,
                method: 'POST',
                json: { key, amount, method, reason },
                done: 'Refund recorded',
              },
          { onSuccess: onClose },
        )
      }
    >
      <ChoiceField
        label="Given back"
        options={methods}
        value={method}
        error={errors['method']}
        onChoice={setMethod}
      />
      <AmountField
        value={amount}
        hint={`In dollars. ${formatUsd(leftCents)} can be given back.`}
        error={errors['amount']}
        onValue={setAmount}
      />
      <ReasonField value={reason} error={errors['reason']} onValue={setReason} />
    </FormDialog>
  )
}
