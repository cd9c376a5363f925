import type { Stripe } from 'stripe'
import { type Ledger, newId } from '../ledger.ts'
import { DAY_SECONDS, dayOf, transactionShape } from './shapes.ts'

/** Stripe's price of a card payment in the United States: 2.9 % and 30 cents. */
const feeOf = (amount: number): number => Math.round(amount * 0.029) + 30
const DISPUTE_FEE = 1500
const DAYS_PENDING = 2

type State = { readonly ledger: Ledger; readonly stamp: () => number }

function add(ledger: Ledger, transaction: Stripe.BalanceTransaction): Stripe.BalanceTransaction {
  ledger.transactions.set(transaction.id, transaction)
  return transaction
}

const idIn = (it: string | { readonly id: string } | null | undefined): string =>
  typeof it === 'string' ? it : (it?.id ?? newId('txn'))

/** Money goes out of the same funds as it came in with: at once, or when those become available. */
function availableOf(ledger: Ledger, chargeId: string | null, created: number): number {
  const charge = chargeId === null ? undefined : ledger.charges.get(chargeId)
  const taken = charge && ledger.transactions.get(idIn(charge.balance_transaction))
  return Math.max(dayOf(created), taken?.available_on ?? 0)
}

export function chargeTransaction(ledger: Ledger, charge: Stripe.Charge): void {
  add(
    ledger,
    transactionShape({
      id: idIn(charge.balance_transaction),
      type: 'charge',
      reporting_category: 'charge',
      amount: charge.amount,
      fee: feeOf(charge.amount),
      source: charge.id,
      created: charge.created,
      availableOn: dayOf(charge.created) + DAYS_PENDING * DAY_SECONDS,
    }),
  )
}

const chargeIdOf = ({ charge }: Pick<Stripe.Refund, 'charge'>): string | null =>
  typeof charge === 'string' ? charge : null

/** Stripe keeps the fee of a payment that is refunded. */
export function refundTransaction(ledger: Ledger, refund: Stripe.Refund): void {
  add(
    ledger,
    transactionShape({
      id: idIn(refund.balance_transaction),
      type: 'refund',
      reporting_category: 'refund',
      amount: -refund.amount,
      source: refund.id,
      created: refund.created,
      availableOn: availableOf(ledger, chargeIdOf(refund), refund.created),
    }),
  )
}

export function failedRefundTransaction({ ledger, stamp }: State, refund: Stripe.Refund): void {
  const created = stamp()
  const { id } = add(
    ledger,
    transactionShape({
      type: 'refund_failure',
      reporting_category: 'refund_failure',
      amount: refund.amount,
      source: refund.id,
      created,
      availableOn: availableOf(ledger, chargeIdOf(refund), created),
    }),
  )
  refund.failure_balance_transaction = id
}

/** The bank takes the money when the dispute is opened, and returns it when the venue wins. The fee is kept. */
export function disputeTransaction(
  { ledger, stamp }: State,
  dispute: Stripe.Dispute,
  way: 'taken' | 'returned',
): void {
  const created = stamp()
  const isTaken = way === 'taken'
  const transaction = add(
    ledger,
    transactionShape({
      type: 'adjustment',
      reporting_category: isTaken ? 'dispute' : 'dispute_reversal',
      amount: isTaken ? -dispute.amount : dispute.amount,
      fee: isTaken ? DISPUTE_FEE : 0,
      source: dispute.id,
      created,
      availableOn: availableOf(ledger, typeof dispute.charge === 'string' ? dispute.charge : null, created),
    }),
  )
  dispute.balance_transactions.push(transaction)
}

/** Adds the movements of payments in a ledger file that is older than they are. */
export function fillTransactions(ledger: Ledger): void {
  const isMissing = ({ balance_transaction: it }: Pick<Stripe.Refund, 'balance_transaction'>): boolean =>
    !ledger.transactions.has(idIn(it))
  for (const charge of ledger.charges.values()) if (isMissing(charge)) chargeTransaction(ledger, charge)
  for (const refund of ledger.refunds.values()) {
    if (!isMissing(refund)) continue
    refundTransaction(ledger, refund)
    if (refund.status === 'failed') failedRefundTransaction({ ledger, stamp: () => refund.created }, refund)
  }
  for (const dispute of ledger.disputes.values()) {
    if (dispute.balance_transactions.length > 0) continue
    disputeTransaction({ ledger, stamp: () => dispute.created }, dispute, 'taken')
    if (dispute.status === 'won')
      disputeTransaction({ ledger, stamp: () => dispute.created }, dispute, 'returned')
  }
}
