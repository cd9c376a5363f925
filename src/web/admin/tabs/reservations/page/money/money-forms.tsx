import type { AllowanceKind, LedgerEntry, VenueMethod } from '#features/payments/ledger/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { lineLabel } from './ledger-copy.ts'
import { MoneyForm } from './money-form.tsx'
import { PATH } from '../../use-reservation-list.ts'

const METHODS: readonly { readonly value: VenueMethod; readonly label: string }[] = [
  { value: 'cash', label: 'Cash' },
  { value: 'card', label: 'Card' },
]

type FormProps = { readonly id: string; readonly onClose: () => void }

type MarkPaidProps = FormProps & {
  readonly dueCents: number
  /** The largest amount that can be recorded: what is due, or what was refunded where nothing is. */
  readonly payableCents?: number
}

/** Records a full or partial payment at the venue. */
export const MarkPaidForm = ({ id, dueCents, payableCents = dueCents, onClose }: MarkPaidProps) => (
  <MoneyForm
    title="Mark as paid"
    submit="Record payment"
    failure="Error recording the payment"
    choice={{
      label: 'Paid by',
      field: 'method',
      options: METHODS,
      first: '',
      missing: 'Choose cash or card',
    }}
    amountFor={() =>
      dueCents > 0
        ? { cents: dueCents, hint: `In dollars. ${formatUsd(dueCents)} is due.` }
        : {
            cents: payableCents,
            hint: `In dollars. Nothing is due. ${formatUsd(payableCents)} was refunded and can be paid again.`,
          }
    }
    noteHint="Such as a receipt number. Kept for good: please leave names of guests out."
    send={({ key, choice, amount, text }) => ({
      path: `${PATH}/${id}/venue-payments`,
      json: { key, amount, method: choice, note: text },
      done: 'Payment recorded',
      undo: { path: `${PATH}/${id}/venue-payments/undo`, json: { key }, done: 'Payment taken back' },
    })}
    onClose={onClose}
  />
)

/** Corrects or reverses a ledger entry of a payment at the venue. */
export function CorrectForm({ id, line, onClose }: FormProps & { readonly line: LedgerEntry }) {
  const isPayment = line.kind === 'payment'
  const isPaid = (choice: string): boolean => isPayment && choice !== 'none'
  return (
    <MoneyForm
      title={isPayment ? 'Correct payment' : `Take back ${line.kind}`}
      submit={isPayment ? 'Correct' : 'Take back'}
      failure="Error correcting the line"
      intro={
        <p className="text-sand">
          Current entry: {lineLabel(line)}, {formatUsd(line.amountCents + line.allowanceCents)}. It stays in
          the ledger; a new entry reverses it.
        </p>
      }
      {...(isPayment
        ? {
            choice: {
              label: 'It was paid by',
              field: 'method',
              options: [...METHODS, { value: 'none', label: 'Nothing was paid' }],
              first: line.method ?? '',
            },
          }
        : {})}
      amountFor={(choice) =>
        isPaid(choice) ? { cents: line.amountCents, hint: 'In dollars, as it was paid.' } : null
      }
      send={({ choice, amount, text }) => ({
        path: `${PATH}/${id}/corrections`,
        json: { lineId: line.id, instead: isPaid(choice) ? { amount, method: choice } : null, reason: text },
        done: isPayment ? 'Payment corrected' : 'Taken back',
      })}
      onClose={onClose}
    />
  )
}

const ALLOWANCES: readonly { readonly value: AllowanceKind; readonly label: string }[] = [
  { value: 'discount', label: 'Discount' },
  { value: 'comp', label: 'Comp' },
]

/** Lowers the amount due by a discount or a comp. */
export const AllowanceFormDialog = ({ id, dueCents, onClose }: FormProps & { readonly dueCents: number }) => (
  <MoneyForm
    title="Comp or discount"
    submit="Lower what is due"
    failure="Error lowering the price"
    choice={{ label: 'Kind', field: 'kind', options: ALLOWANCES, first: 'discount' }}
    amountFor={() => ({ cents: dueCents, hint: `In dollars. ${formatUsd(dueCents)} is due.` })}
    send={({ key, choice, amount, text }) => ({
      path: `${PATH}/${id}/allowances`,
      json: { key, kind: choice, amount, reason: text },
      done: choice === 'comp' ? 'Comp recorded' : 'Discount recorded',
    })}
    onClose={onClose}
  />
)

type RefundProps = FormProps & {
  /** Amount that the payment provider can refund. `openCents` is the whole refundable amount. */
  readonly onlineCents: number
  readonly openCents: number
}

/** Full or partial refund, by the payment provider or at the venue. */
export const RefundForm = ({ id, onlineCents, openCents, onClose }: RefundProps) => (
  <MoneyForm
    title="Refund"
    submit="Refund"
    failure="Error refunding reservation"
    choice={{
      label: 'Given back',
      field: 'method',
      options: [
        ...(onlineCents > 0 ? [{ value: 'online', label: 'Online, as paid' }] : []),
        { value: 'cash', label: 'In cash' },
        { value: 'card', label: 'By card here' },
      ],
      first: onlineCents > 0 ? 'online' : 'cash',
    }}
    amountFor={(choice) => {
      const cents = choice === 'online' ? onlineCents : openCents
      return { cents, hint: `In dollars. ${formatUsd(cents)} can be refunded.` }
    }}
    send={({ key, choice, amount, text }) =>
      choice === 'online'
        ? {
            path: `${PATH}/${id}/refunds`,
            json: { key, amount, reason: text },
            done: 'The money is on its way back',
          }
        : venueRefund(id, { key, amount, method: choice, reason: text })
    }
    onClose={onClose}
  />
)

/** Records a refund that was given at the venue. */
export const VenueRefundForm = ({
  id,
  venueRefundCents,
  onClose,
}: FormProps & { venueRefundCents: number }) => (
  <MoneyForm
    title={`Give back ${formatUsd(venueRefundCents)}`}
    submit="Record as given back"
    failure="Error recording the refund"
    choice={{ label: 'Given back', field: 'method', options: METHODS, first: 'cash' }}
    amountFor={() => ({ cents: venueRefundCents, hint: 'In dollars, as the guest has it now.' })}
    send={({ key, choice, amount, text }) => venueRefund(id, { key, amount, method: choice, reason: text })}
    onClose={onClose}
  />
)

const venueRefund = (id: string, json: object) => ({
  path: `${PATH}/${id}/venue-refunds`,
  json,
  done: 'Refund recorded',
})
