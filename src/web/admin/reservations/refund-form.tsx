import { useState } from 'react'
import { TextAreaField, TextField } from '#ui/desk/field.tsx'
import { FormDialog } from '#ui/desk/form-dialog.tsx'
import { fieldErrors } from '../house-client.ts'
import { PATH, useDeed } from './use-book.ts'

type Props = {
  readonly id: string
  /** What is left of what was received, as it is typed and as it is read. */
  readonly left: string
  readonly leftText: string
  readonly onClose: () => void
}

/** Gives money back: all that is left of it, or a part. */
export function RefundForm({ id, left, leftText, onClose }: Props) {
  const [amount, setAmount] = useState(left)
  const [reason, setReason] = useState('')
  const refund = useDeed('Error refunding reservation')
  const errors = fieldErrors(refund.error)
  return (
    <FormDialog
      title="Refund"
      submit="Refund"
      className="sm:max-w-md"
      isBusy={refund.isPending}
      onClose={onClose}
      onSubmit={() =>
        refund.mutate(
          {
            path: `${PATH}/${id}/refunds`,
            method: 'POST',
            json: { amount, reason },
            done: 'The money is on its way back',
          },
          { onSuccess: onClose },
        )
      }
    >
      <TextField
        label="Amount"
        hint={`In dollars. ${leftText} can be given back.`}
        required
        inputMode="decimal"
        value={amount}
        error={errors['amount']}
        onChange={(event) => setAmount(event.target.value)}
      />
      <TextAreaField
        label="Reason"
        required
        maxLength={500}
        value={reason}
        error={errors['reason']}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
