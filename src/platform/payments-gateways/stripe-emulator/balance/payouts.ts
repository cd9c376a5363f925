import type { Stripe } from 'stripe'
import type { Ledger, PayoutEntry } from '../ledger.ts'
import { missing, notPossible } from '../api-error.ts'
import { DAY_SECONDS, dayOf, payoutShape, transactionShape } from './shapes.ts'

const DAYS_ON_ITS_WAY = 2

type State = { readonly ledger: Ledger; readonly stamp: () => number }

/** The day up to which payouts were made, by ledger: nothing is due again before the next. */
const done = new WeakMap<Ledger, number>()

/** Applies the daily schedule: what is available is paid out at midnight of UTC, and arrives two days later. */
export function applyPayouts({ ledger, stamp }: State): boolean {
  const today = dayOf(stamp())
  if (done.get(ledger) === today) return false
  done.set(ledger, today)
  let happened = false
  const unpaid = fundsOf(ledger)
  const days = new Set(unpaid.map(({ available_on: day, created }) => Math.max(day, nextDay(created))))
  for (const day of [...days].toSorted((a, b) => a - b))
    if (day <= today && makePayout(ledger, day)) happened = true
  for (const { payout } of ledger.payouts.values()) {
    if (payout.status !== 'in_transit' || payout.arrival_date > today) continue
    payout.status = 'paid'
    payout.trace_id = { status: 'unsupported', value: null }
    happened = true
  }
  return happened
}

const nextDay = (stamp: number): number => dayOf(stamp) + DAY_SECONDS

/** Movements that were not paid out. */
function fundsOf(ledger: Ledger): Stripe.BalanceTransaction[] {
  const paid = new Set([...ledger.payouts.values()].flatMap(({ transactionIds }) => transactionIds))
  return [...ledger.transactions.values()].filter(({ id }) => !paid.has(id))
}

/** Pays out what is available by a day. Where more went out than came in, it waits for the next. */
function makePayout(ledger: Ledger, day: number): boolean {
  const funds = fundsOf(ledger).filter(({ available_on: on, created }) => on <= day && created < day)
  const amount = funds.reduce((sum, { net }) => sum + net, 0)
  if (amount <= 0) return false
  const payout = payoutShape({ amount, created: day, arrivalDate: day + DAYS_ON_ITS_WAY * DAY_SECONDS })
  const own = transactionShape({
    ...(typeof payout.balance_transaction === 'string' ? { id: payout.balance_transaction } : {}),
    type: 'payout',
    reporting_category: 'payout',
    amount: -amount,
    source: payout.id,
    created: day,
    availableOn: day,
  })
  ledger.transactions.set(own.id, own)
  const transactionIds = [own, ...funds].map(({ id }) => id)
  ledger.payouts.set(payout.id, { id: payout.id, payout, transactionIds })
  return true
}

export function findPayout({ ledger }: Pick<State, 'ledger'>, id: string): PayoutEntry {
  const entry = ledger.payouts.get(id)
  if (!entry) throw missing('payout', id)
  return entry
}

/** The bank returns a payout, also one that had arrived. Its money is paid out again with the next. */
export function failPayout({ ledger, stamp }: State, { payout }: PayoutEntry): void {
  if (payout.status === 'failed') throw notPossible(`Payout ${payout.id} has already failed.`)
  const back = transactionShape({
    type: 'payout_failure',
    reporting_category: 'payout_reversal',
    amount: payout.amount,
    source: payout.id,
    created: stamp(),
    availableOn: dayOf(stamp()),
  })
  ledger.transactions.set(back.id, back)
  payout.status = 'failed'
  payout.failure_code = 'account_closed'
  payout.failure_message = 'The bank account has been closed.'
  payout.failure_balance_transaction = back.id
}
