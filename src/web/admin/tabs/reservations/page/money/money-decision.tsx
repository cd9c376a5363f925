import { useState } from 'react'
import type { ResaleRefund, StatusForm } from '#features/reservation-management/status/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { Button } from '#ui/button.tsx'
import {
  type FieldDescriptor,
  FormFields,
  type FormValues,
  useFormValues,
} from '#ui/admin/forms/form-fields.tsx'
import { useUnsaved } from '#ui/admin/forms/unsaved.tsx'

const REASON: FieldDescriptor = {
  name: 'reason',
  label: 'Reason',
  kind: 'area',
  hint: 'Required to keep the money. The guest does not see it.',
  maxLength: 500,
  rows: 2,
}

const IF_RESOLD: FieldDescriptor = {
  name: 'isRefundedIfResold',
  label: 'If you keep it: refund it once the table is sold again',
  kind: 'check',
}

const PROMISED_IF_RESOLD: FieldDescriptor = {
  ...IF_RESOLD,
  label: `${IF_RESOLD.label}, as your terms promise`,
}

/** The fields of the decision. What the terms promise to the guest is chosen at first. */
function decisionFields(resaleRefund: ResaleRefund): readonly FieldDescriptor[] {
  if (resaleRefund === 'none') return [REASON]
  return [REASON, resaleRefund === 'promised' ? PROMISED_IF_RESOLD : IF_RESOLD]
}

export type Decided = NonNullable<StatusForm['money']>

type Typed = {
  readonly reason: string
  /** Null until staff choose: the terms of the venue apply. */
  readonly isRefundedIfResold: boolean | null
}

type Asked = {
  /** Whether the fields are shown. */
  readonly isAsked: boolean
  readonly onClose: () => void
}

/** Keeps what staff type about the money, for the dialog around the form: closing it asks before that is discarded. */
export function useMoneyDecision({ isAsked, onClose }: Asked) {
  const form = useFormValues<Typed>({ reason: '', isRefundedIfResold: null })
  const { reason, isRefundedIfResold } = form.values
  const mayClose = useUnsaved({ isDirty: () => isAsked && (reason !== '' || isRefundedIfResold !== null) })
  const close = async (): Promise<void> => {
    if (await mayClose()) onClose()
  }
  return { form, close: () => void close() }
}

type Props = {
  readonly form: ReturnType<typeof useMoneyDecision>['form']
  /** Paid amount without a decision; null for roles without access to totals. */
  readonly openCents: number | null
  readonly resaleRefund: ResaleRefund
  readonly isBusy: boolean
  readonly onDecide: (money: Decided) => void
  readonly onClose: () => void
}

/** Asks whether the payment of a cancelled reservation is refunded, or kept for a reason. */
export function MoneyDecisionForm({ form, openCents, resaleRefund, isBusy, onDecide, onClose }: Props) {
  const { reason } = form.values
  const isRefundedIfResold = form.values.isRefundedIfResold ?? resaleRefund === 'promised'
  const values = { reason, isRefundedIfResold }
  const [isMissing, setMissing] = useState(false)
  if (openCents === null)
    return (
      <>
        <p className="text-sand">This reservation is paid. A manager decides about the money.</p>
        <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
          <Button look="outline" disabled={isBusy} onClick={onClose}>
            Back
          </Button>
          <Button disabled={isBusy} onClick={() => onDecide({ decision: 'later', reason: '' })}>
            Cancel the reservation
          </Button>
        </div>
      </>
    )
  const errors: FormValues['errors'] =
    isMissing && reason.trim() === '' ? { reason: 'Please say why the money is kept.' } : {}
  return (
    <>
      <p>
        <strong>{formatUsd(openCents)} was paid.</strong> Refund it or keep it? An online payment is refunded
        automatically. Cash and card payments at the venue are listed in Payments until you have given it
        back.
      </p>
      <FormFields form={{ ...form, values, errors }} fields={decisionFields(resaleRefund)} />
      <div className="flex flex-wrap justify-end gap-3 max-sm:flex-col-reverse">
        <Button look="outline" disabled={isBusy} onClick={onClose}>
          Back
        </Button>
        <Button
          look="outline"
          disabled={isBusy}
          onClick={() =>
            reason.trim() === ''
              ? setMissing(true)
              : onDecide({ decision: 'keep', reason, isRefundedIfResold })
          }
        >
          Cancel and keep
        </Button>
        <Button disabled={isBusy} onClick={() => onDecide({ decision: 'refund', reason })}>
          Cancel and refund
        </Button>
      </div>
    </>
  )
}
