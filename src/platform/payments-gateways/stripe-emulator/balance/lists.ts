import type { Stripe } from 'stripe'
import { notPossible } from '../api-error.ts'
import type { Ledger } from '../ledger.ts'
import { isWithin, paginate } from './pagination.ts'
import type { PayoutList, TransactionList } from '../requests.ts'
import type { EmulatorState } from '../state.ts'
import { findPayout } from './payouts.ts'

/** Latest first; of the same second, the one that was made last. */
const latestFirst = <Item extends { readonly created: number }>(all: readonly Item[]): Item[] =>
  all.toReversed().toSorted((a, b) => b.created - a.created)

export function listTransactions(
  state: EmulatorState,
  params: TransactionList,
): Stripe.ApiList<Stripe.BalanceTransaction> {
  const { ledger } = state
  const unknown = params.expand?.find((name) => name !== 'data.source')
  if (unknown !== undefined)
    throw notPossible(`This property cannot be expanded (${unknown}).`, undefined, 'expand')
  const ids = params.payout === undefined ? null : new Set(findPayout(state, params.payout).transactionIds)
  const found = latestFirst(
    [...ledger.transactions.values()].filter(
      (it) =>
        (ids === null || ids.has(it.id)) &&
        isWithin(it.created, params.created) &&
        (params.currency === undefined || it.currency === params.currency),
    ),
  )
  const page = paginate(found, params, '/v1/balance_transactions')
  return {
    ...page,
    data: page.data.map((it) => ({
      ...it,
      status: it.available_on <= state.stamp() ? 'available' : 'pending',
      source: params.expand ? sourceOf(ledger, it) : it.source,
    })),
  }
}

function sourceOf(
  { charges, refunds, disputes, payouts }: Ledger,
  { source }: Stripe.BalanceTransaction,
): Stripe.BalanceTransaction['source'] {
  const id = typeof source === 'string' ? source : ''
  return charges.get(id) ?? refunds.get(id) ?? disputes.get(id) ?? payouts.get(id)?.payout ?? source
}

export function listPayouts({ ledger }: EmulatorState, params: PayoutList): Stripe.ApiList<Stripe.Payout> {
  const found = latestFirst([...ledger.payouts.values()].map(({ payout }) => payout)).filter(
    ({ created, status }) =>
      isWithin(created, params.created) && (params.status === undefined || status === params.status),
  )
  return paginate(found, params, '/v1/payouts')
}
