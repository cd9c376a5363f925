import type { Stripe } from 'stripe'
import { newId, type SessionEntry } from './ledger.ts'
import type { EmulatorState } from './state.ts'
import { missing, notPossible } from './api-error.ts'
import { applyPayouts } from './balance/payouts.ts'
import { chargeTransaction } from './balance/transactions.ts'
import type { SessionCreate } from './requests.ts'
import { chargeShape, intentShape, sessionShape } from './shapes.ts'

export const PAY_OUTCOMES = ['approve', 'decline', '3ds-pass', '3ds-fail', 'late', 'late-fail'] as const
export type PayOutcome = (typeof PAY_OUTCOMES)[number]

const SHORTEST_SECONDS = 30 * 60
const LONGEST_SECONDS = 24 * 60 * 60
const LEAST_CENTS = 50

export function createSession(state: EmulatorState, params: SessionCreate): SessionEntry {
  const created = state.stamp()
  const expiresAt = params.expires_at ?? created + LONGEST_SECONDS
  if (expiresAt < created + SHORTEST_SECONDS)
    throw notPossible(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      undefined,
      'expires_at',
    )
  if (expiresAt > created + LONGEST_SECONDS)
    throw notPossible(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      undefined,
      'expires_at',
    )
  const lines = params.line_items.map(({ quantity, price_data: { unit_amount, product_data } }) => ({
    label: product_data.name,
    amountCents: unit_amount * quantity,
    quantity,
  }))
  const amount = lines.reduce((sum, { amountCents }) => sum + amountCents, 0)
  if (amount < LEAST_CENTS)
    throw notPossible(
      "The Checkout Session's total amount must convert to at least 50 cents.",
      'amount_too_small',
    )
  const id = newId('cs_test')
  const url = `${state.publicUrl()}/${id}`
  const session = sessionShape({ id, params, amount, created, expiresAt, url })
  const intentMetadata = params.payment_intent_data?.metadata ?? {}
  const entry: SessionEntry = { id, session, lines, intentMetadata, settles: null }
  state.ledger.sessions.set(id, entry)
  return entry
}

export function findSession(state: EmulatorState, id: string): SessionEntry {
  const entry = state.ledger.sessions.get(id)
  if (!entry) throw missing('checkout.session', id, 'session')
  return entry
}

/** The session as a response, with its payment expanded on request. */
export function showSession(
  state: EmulatorState,
  { session }: SessionEntry,
  expand: readonly string[] = [],
): Stripe.Checkout.Session {
  const unknown = expand.find((name) => name !== 'payment_intent')
  if (unknown !== undefined)
    throw notPossible(`This property cannot be expanded (${unknown}).`, undefined, 'expand')
  const intent =
    typeof session.payment_intent === 'string' && state.ledger.intents.get(session.payment_intent)
  return expand.length > 0 && intent ? { ...session, payment_intent: intent } : session
}

export function expireSession(state: EmulatorState, entry: SessionEntry): void {
  const { session } = entry
  if (session.status !== 'open')
    throw notPossible(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Session has a status of ${session.status}.`,
    )
  session.status = 'expired'
  session.url = null
  const intent =
    typeof session.payment_intent === 'string' && state.ledger.intents.get(session.payment_intent)
  if (intent) intent.status = 'canceled'
  state.publish('checkout.session.expired', session)
}

/** Outcome of the payment page, chosen by a guest or a test. */
export function pay(state: EmulatorState, entry: SessionEntry, outcome: PayOutcome): void {
  const { session } = entry
  if (session.status !== 'open') throw notPossible(`This Checkout Session is ${session.status}.`)
  const intent = intentOf(state, entry)
  switch (outcome) {
    case 'approve':
    case '3ds-pass':
      complete(entry)
      receive(state, entry)
      state.publish('checkout.session.completed', session)
      return
    case 'decline':
      intent.last_payment_error = DECLINED
      return
    case '3ds-fail':
      intent.last_payment_error = NOT_AUTHENTICATED
      return
    case 'late':
    case 'late-fail':
      complete(entry)
      intent.status = 'processing'
      entry.settles = {
        at: state.now().getTime() + state.faultInjection.faults.settleAfterMs,
        outcome: outcome === 'late' ? 'succeeded' : 'failed',
      }
      state.publish('checkout.session.completed', session)
  }
}

const DECLINED: Stripe.PaymentIntent['last_payment_error'] = {
  type: 'card_error',
  code: 'card_declined',
  decline_code: 'generic_decline',
  message: 'Your card was declined.',
}
const NOT_AUTHENTICATED: Stripe.PaymentIntent['last_payment_error'] = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
}
const NEVER_CAME: Stripe.PaymentIntent['last_payment_error'] = {
  type: 'card_error',
  code: 'payment_intent_payment_attempt_failed',
  message: 'The payment failed.',
}

function intentOf(state: EmulatorState, { session, intentMetadata }: SessionEntry): Stripe.PaymentIntent {
  const known = typeof session.payment_intent === 'string' && state.ledger.intents.get(session.payment_intent)
  if (known) return known
  const intent = intentShape({
    amount: session.amount_total ?? 0,
    created: state.stamp(),
    metadata: intentMetadata,
  })
  state.ledger.intents.set(intent.id, intent)
  session.payment_intent = intent.id
  return intent
}

function complete({ session }: SessionEntry): void {
  session.status = 'complete'
  session.url = null
  session.customer_details = {
    address: null,
    business_name: null,
    email: session.customer_email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  }
}

function receive(state: EmulatorState, entry: SessionEntry): void {
  const intent = intentOf(state, entry)
  const charge = chargeShape(intent, state.stamp())
  state.ledger.charges.set(charge.id, charge)
  chargeTransaction(state.ledger, charge)
  intent.status = 'succeeded'
  intent.amount_received = intent.amount
  intent.last_payment_error = null
  intent.latest_charge = charge.id
  entry.session.payment_status = 'paid'
}

/** Applies what is due by now: sessions expire, pending payments succeed or fail, and payouts are made and arrive. */
export function applyDue(state: EmulatorState): boolean {
  const now = state.now().getTime()
  let happened = applyPayouts(state)
  for (const entry of state.ledger.sessions.values()) {
    const { session, settles } = entry
    if (session.status === 'open' && session.expires_at * 1000 <= now) {
      expireSession(state, entry)
      happened = true
    }
    if (settles && settles.at <= now) {
      settle(state, entry, settles.outcome)
      happened = true
    }
  }
  return happened
}

function settle(state: EmulatorState, entry: SessionEntry, outcome: 'succeeded' | 'failed'): void {
  entry.settles = null
  if (outcome === 'succeeded') {
    receive(state, entry)
    state.publish('checkout.session.async_payment_succeeded', entry.session)
    return
  }
  const intent = intentOf(state, entry)
  intent.status = 'requires_payment_method'
  intent.last_payment_error = NEVER_CAME
  state.publish('checkout.session.async_payment_failed', entry.session)
}
