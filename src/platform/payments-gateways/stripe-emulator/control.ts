import type { Stripe } from 'stripe'
import { z } from 'zod'
import type { EventEntry } from './ledger.ts'
import type { EmulatorState } from './state.ts'
import { type FaultRequest, faultsSchema } from './fault-injection.ts'
import { closeDispute, createRefund, findDispute, findRefund, openDispute, settleRefund } from './refunds.ts'
import { Refusal } from './api-error.ts'
import { applyDue, findSession, pay, PAY_OUTCOMES, showSession } from './sessions.ts'
import type { Messenger } from './webhooks.ts'

const payment = z.strictObject({ session: z.string(), outcome: z.enum(PAY_OUTCOMES) })
const dispute = z.strictObject({ paymentIntent: z.string(), reason: z.string().default('fraudulent') })
const disputeOutcome = z.strictObject({ dispute: z.string(), outcome: z.enum(['won', 'lost']) })
const refund = z.strictObject({ paymentIntent: z.string(), amount: z.int().min(1).optional() })
const refundOutcome = z.strictObject({ refund: z.string(), outcome: z.enum(['succeeded', 'failed']) })
const delivery = z.strictObject({ order: z.enum(['in-order', 'reversed']).default('in-order') })

export type BooksRead = {
  readonly sessions: readonly Stripe.Checkout.Session[]
  readonly paymentIntents: readonly Stripe.PaymentIntent[]
  readonly charges: readonly Stripe.Charge[]
  readonly refunds: readonly Stripe.Refund[]
  readonly disputes: readonly Stripe.Dispute[]
  readonly events: readonly EventEntry[]
}

/** Control interface for tests and demonstrations: actions of the guest, the bank and the Stripe dashboard. */
export type Control = {
  setFaults(asked: FaultRequest): Promise<void>
  /** Submits the payment page. */
  pay(asked: z.input<typeof payment>): Promise<Stripe.Checkout.Session>
  dispute(asked: z.input<typeof dispute>): Promise<Stripe.Dispute>
  closeDispute(asked: z.input<typeof disputeOutcome>): Promise<Stripe.Dispute>
  /** Refunds as if in the Stripe dashboard; without an amount, the rest of the payment. */
  refund(asked: z.input<typeof refund>): Promise<Stripe.Refund>
  settleRefund(asked: z.input<typeof refundOutcome>): Promise<Stripe.Refund>
  readBooks(): Promise<BooksRead>
  /** Sends all undelivered webhooks and returns their results. */
  deliver(asked?: z.input<typeof delivery>): Promise<readonly EventEntry[]>
}

export function createControl(state: EmulatorState, webhookSender: Messenger): Control {
  /** Applies what is due, makes the change, and saves before responding. */
  const act = async <Value>(change: () => Value): Promise<Value> => {
    applyDue(state)
    try {
      return structuredClone(change())
    } finally {
      await state.commit()
    }
  }
  const { books } = state
  return {
    setFaults: (asked) => act(() => state.board.setFaults(asked)),
    pay: ({ session, outcome }) =>
      act(() => {
        const entry = findSession(state, session)
        pay(state, entry, outcome)
        return showSession(state, entry)
      }),
    dispute: (asked) =>
      act(() => {
        const { paymentIntent, reason } = dispute.parse(asked)
        return openDispute(state, paymentIntent, reason)
      }),
    closeDispute: (asked) =>
      act(() => {
        const found = findDispute(state, asked.dispute)
        closeDispute(state, found, asked.outcome)
        return found
      }),
    refund: ({ paymentIntent, amount }) =>
      act(() =>
        createRefund(state, { payment_intent: paymentIntent, ...(amount === undefined ? {} : { amount }) }),
      ),
    settleRefund: (asked) =>
      act(() => {
        const found = findRefund(state, asked.refund)
        settleRefund(state, found, asked.outcome)
        return found
      }),
    readBooks: () =>
      act(() => ({
        sessions: [...books.sessions.values()].map(({ session }) => session),
        paymentIntents: [...books.intents.values()],
        charges: [...books.charges.values()],
        refunds: [...books.refunds.values()],
        disputes: [...books.disputes.values()],
        events: [...books.events.values()],
      })),
    async deliver(asked = {}) {
      await act(() => undefined)
      await webhookSender.deliver(delivery.parse(asked).order)
      return act(() => [...books.events.values()])
    },
  }
}

type Route = (control: Control, body: unknown) => Promise<unknown>

const route =
  <Asked>(
    schema: z.ZodType<unknown, Asked>,
    serve: (control: Control, asked: Asked) => Promise<unknown>,
  ): Route =>
  (control, body) => {
    const read = schema.safeParse(body)
    if (!read.success) throw new Refusal(400, { message: z.prettifyError(read.error) })
    // The body as sent, not as parsed: the control functions apply the defaults themselves.
    const asked = z.custom<Asked>().parse(body)
    return serve(control, asked)
  }

const ROUTES: Readonly<Record<string, Route>> = {
  'POST /control/faults': route(faultsSchema, (control, asked) => control.setFaults(asked)),
  'POST /control/pay': route(payment, (control, asked) => control.pay(asked)),
  'POST /control/dispute': route(dispute, (control, asked) => control.dispute(asked)),
  'POST /control/dispute-outcome': route(disputeOutcome, (control, asked) => control.closeDispute(asked)),
  'POST /control/refund': route(refund, (control, asked) => control.refund(asked)),
  'POST /control/refund-outcome': route(refundOutcome, (control, asked) => control.settleRefund(asked)),
  'POST /control/deliver': route(delivery, (control, asked) => control.deliver(asked)),
  'GET /control/books': (control) => control.readBooks(),
}

/** The same interface over HTTP: `POST /control/faults` and others, with JSON bodies. */
export async function answerControl(control: Control, request: string, body: string): Promise<unknown> {
  const found = ROUTES[request]
  if (!found) throw new Refusal(404, { message: `Nothing is controlled by ${request}.` })
  return (await found(control, body === '' ? {} : parseJson(body))) ?? {}
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Refusal(400, { message: 'The body is not JSON.' })
  }
}
