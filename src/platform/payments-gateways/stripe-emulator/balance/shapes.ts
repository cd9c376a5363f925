import type { Stripe } from 'stripe'
import { newId } from '../ledger.ts'

export const DAY_SECONDS = 86_400
/** Midnight of UTC before a timestamp: Stripe's dates. */
export const dayOf = (stamp: number): number => stamp - (stamp % DAY_SECONDS)

type TransactionFacts = Pick<
  Stripe.BalanceTransaction,
  'amount' | 'created' | 'type' | 'reporting_category'
> & {
  readonly source: string
  readonly fee?: number
  readonly id?: string
  readonly availableOn: number
}

/** A movement of the balance. `status` is what it was when it was made: the lists compute what it is by now. */
export const transactionShape = ({
  id = newId('txn'),
  fee = 0,
  availableOn,
  ...facts
}: TransactionFacts): Stripe.BalanceTransaction => ({
  id,
  object: 'balance_transaction',
  available_on: availableOn,
  balance_type: 'payments',
  currency: 'usd',
  description: null,
  exchange_rate: null,
  fee,
  fee_details:
    fee === 0
      ? []
      : [
          {
            amount: fee,
            application: null,
            currency: 'usd',
            description: 'Stripe processing fees',
            type: 'stripe_fee',
          },
        ],
  net: facts.amount - fee,
  status: 'pending',
  ...facts,
})

type PayoutFacts = { readonly amount: number; readonly created: number; readonly arrivalDate: number }

/** A payout of the daily schedule. */
export const payoutShape = ({ amount, created, arrivalDate }: PayoutFacts): Stripe.Payout => ({
  id: newId('po'),
  object: 'payout',
  amount,
  application_fee: null,
  application_fee_amount: null,
  arrival_date: arrivalDate,
  automatic: true,
  balance_transaction: newId('txn'),
  created,
  currency: 'usd',
  description: 'STRIPE PAYOUT',
  destination: 'ba_local',
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  livemode: false,
  metadata: {},
  method: 'standard',
  original_payout: null,
  payout_method: null,
  reconciliation_status: 'completed',
  reversed_by: null,
  source_type: 'card',
  statement_descriptor: null,
  status: 'in_transit',
  trace_id: { status: 'pending', value: null },
  type: 'bank_account',
})
