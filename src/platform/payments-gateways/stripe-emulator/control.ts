import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { EventEntry } from './ledger.ts'
import type { EmulatorState } from './state.ts'
import { type FaultRequest, faultsSchema } from './fault-injection.ts'
import { closeDispute, createRefund, findDispute, findRefund, openDispute, settleRefund } from './refunds.ts'
import { ApiError } from './api-error.ts'
import { failPayout, findPayout } from './balance/payouts.ts'
import { applyDue, findSession, pay, PAY_OUTCOMES, showSession } from './sessions.ts'
import type { WebhookSender } from './webhooks.ts'

const payment = z.strictObject({ session: z.string(), outcome: z.enum(PAY_OUTCOMES) })
const dispute = z.strictObject({ paymentIntent: z.string(), reason: z.string().default('fraudulent') })
const disputeOutcome = z.strictObject({ dispute: z.string(), outcome: z.enum(['won', 'lost']) })
const refund = z.strictObject({ paymentIntent: z.string(), amount: z.int().min(1).optional() })
const refundOutcome = z.strictObject({ refund: z.string(), outcome: z.enum(['succeeded', 'failed']) })
const payoutFailure = z.strictObject({ payout: z.string() })
const delivery = z.strictObject({ order: z.enum(['in-order', 'reversed']).default('in-order') })

export type LedgerSnapshot = {
  readonly sessions: readonly Stripe.Checkout.Session[]
  readonly paymentIntents: readonly Stripe.PaymentIntent[]
  readonly charges: readonly Stripe.Charge[]
  readonly refunds: readonly Stripe.Refund[]
  readonly disputes: readonly Stripe.Dispute[]
  readonly payouts: readonly Stripe.Payout[]
  readonly events: readonly EventEntry[]
}

/** Control interface for tests and demonstrations: actions of the guest, the bank and the Stripe dashboard. */
export type Control = {
  setFaults(params: FaultRequest): Promise<void>
  /** Submits the payment page. */
  pay(params: z.input<typeof payment>): Promise<Stripe.Checkout.Session>
  dispute(params: z.input<typeof dispute>): Promise<Stripe.Dispute>
  closeDispute(params: z.input<typeof disputeOutcome>): Promise<Stripe.Dispute>
  /** Refunds as if in the Stripe dashboard; without an amount, the rest of the payment. */
  refund(params: z.input<typeof refund>): Promise<Stripe.Refund>
  settleRefund(params: z.input<typeof refundOutcome>): Promise<Stripe.Refund>
  /** The venue's bank returns a payout. */
  failPayout(params: z.input<typeof payoutFailure>): Promise<Stripe.Payout>
  readLedger(): Promise<LedgerSnapshot>
  /** Sends all undelivered webhooks and returns their results. */
  deliver(params?: z.input<typeof delivery>): Promise<readonly EventEntry[]>
}

const snapshotOf = (ledger: EmulatorState['ledger']): LedgerSnapshot => ({
  sessions: [...ledger.sessions.values()].map(({ session }) => session),
  paymentIntents: [...ledger.intents.values()],
  charges: [...ledger.charges.values()],
  refunds: [...ledger.refunds.values()],
  disputes: [...ledger.disputes.values()],
  payouts: [...ledger.payouts.values()].map(({ payout }) => payout),
  events: [...ledger.events.values()],
})

export function createControl(state: EmulatorState, webhookSender: WebhookSender): Control {
  /** Applies what is due, makes the change, and saves before responding. */
  const act = async <Value>(change: () => Value): Promise<Value> => {
    applyDue(state)
    try {
      return structuredClone(change())
    } finally {
      await state.commit()
    }
  }
  const { ledger } = state
  return {
    setFaults: (params) => act(() => state.faultInjection.setFaults(params)),
    pay: ({ session, outcome }) =>
      act(() => {
        const entry = findSession(state, session)
        pay(state, entry, outcome)
        return showSession(state, entry)
      }),
    dispute: (params) =>
      act(() => {
        const { paymentIntent, reason } = dispute.parse(params)
        return openDispute(state, paymentIntent, reason)
      }),
    closeDispute: (params) =>
      act(() => {
        const found = findDispute(state, params.dispute)
        closeDispute(state, found, params.outcome)
        return found
      }),
    refund: ({ paymentIntent, amount }) =>
      act(() =>
        createRefund(state, { payment_intent: paymentIntent, ...(amount === undefined ? {} : { amount }) }),
      ),
    settleRefund: (params) =>
      act(() => {
        const found = findRefund(state, params.refund)
        settleRefund(state, found, params.outcome)
        return found
      }),
    failPayout: ({ payout }) =>
      act(() => {
        const entry = findPayout(state, payout)
        failPayout(state, entry)
        return entry.payout
      }),
    readLedger: () => act(() => snapshotOf(ledger)),
    async deliver(params = {}) {
      await act(() => undefined)
      await webhookSender.deliver(delivery.parse(params).order)
      return act(() => [...ledger.events.values()])
    },
  }
}

type Route = (control: Control, body: unknown) => Promise<unknown>

const route =
  <Asked>(
    schema: z.ZodType<unknown, Asked>,
    serve: (control: Control, params: Asked) => Promise<unknown>,
  ): Route =>
  (control, body) => {
    const read = schema.safeParse(body)
    if (!read.success) throw new ApiError(400, { message: z.prettifyError(read.error) })
    // The body as sent, not as parsed: the control functions apply the defaults themselves.
    const params = z.custom<Asked>().parse(body)
    return serve(control, params)
  }

const ROUTES: Readonly<Record<string, Route>> = {
  'POST /control/faults': route(faultsSchema, (control, params) => control.setFaults(params)),
  'POST /control/pay': route(payment, (control, params) => control.pay(params)),
  'POST /control/dispute': route(dispute, (control, params) => control.dispute(params)),
  'POST /control/dispute-outcome': route(disputeOutcome, (control, params) => control.closeDispute(params)),
  'POST /control/refund': route(refund, (control, params) => control.refund(params)),
  'POST /control/refund-outcome': route(refundOutcome, (control, params) => control.settleRefund(params)),
  'POST /control/payout-failure': route(payoutFailure, (control, params) => control.failPayout(params)),
  'POST /control/deliver': route(delivery, (control, params) => control.deliver(params)),
  'GET /control/ledger': (control) => control.readLedger(),
}

/** The same interface over HTTP: `POST /control/faults` and others, with JSON bodies. */
export async function answerControl(control: Control, request: string, body: string): Promise<unknown> {
  const found = ROUTES[request]
  if (!found) throw new ApiError(404, { message: `Nothing is controlled by ${request}.` })
  return (await found(control, body === '' ? {} : parseJson(body))) ?? {}
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError(400, { message: 'The body is not JSON.' })
  }
}
