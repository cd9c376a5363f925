import { z } from 'zod'
import type { Webhook } from './port.ts'

/*
 * The messages of the provider, read as what they are: a signature says who sent them, not what they look like. Another
 * version of its API, a type that is new or an object of another kind must neither end in a fault nor be misread.
 */

// Ids go into the database and into names of jobs.
const id = z.string().regex(/^[\w.:-]{1,255}$/)
const LATEST_S = 253_402_300_799

const envelope = z.looseObject({
  id,
  type: z.string().regex(/^[\w.]{1,255}$/),
  created: z.int().min(0).max(LATEST_S),
  data: z.unknown().optional(),
})
const withObject = <Shape extends z.ZodType>(shape: Shape) => z.looseObject({ object: shape })
const named = withObject(z.looseObject({ id }))
/** A refund or a charge belongs to a payment, or to none of ours: an older way to pay knows no payment intents. */
const ofPayment = withObject(
  z.looseObject({ payment_intent: z.union([id, z.looseObject({ id })]).nullish() }),
)

const CHECKOUT = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
])
const REFUND = new Set(['charge.refunded', 'refund.updated', 'refund.failed'])
const DISPUTE = new Set([
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'charge.dispute.funds_reinstated',
])

/** The events that the webhook endpoint is subscribed to, as docs/operating.md lists them. */
export const WEBHOOK_EVENTS: readonly string[] = [...CHECKOUT, ...REFUND, ...DISPUTE]

/** Reads a message; null where it is no event, or one of ours without what it is about. */
export function readEvent(rawBody: string): Webhook | null {
  const read = envelope.safeParse(parseJson(rawBody))
  if (!read.success) return null
  const { type, created, data } = read.data
  const about = subjectOf(type, data)
  return about && { id: read.data.id, type, createdAt: new Date(created * 1000), about }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function subjectOf(type: string, data: unknown): Webhook['about'] | null {
  if (REFUND.has(type)) {
    const read = ofPayment.safeParse(data)
    if (!read.success) return null
    const payment = read.data.object.payment_intent ?? null
    if (payment === null) return { kind: 'other' }
    return { kind: 'refunds', paymentIntentId: typeof payment === 'string' ? payment : payment.id }
  }
  if (!CHECKOUT.has(type) && !DISPUTE.has(type)) return { kind: 'other' }
  const read = named.safeParse(data)
  if (!read.success) return null
  const objectId = read.data.object.id
  return CHECKOUT.has(type)
    ? { kind: 'checkout', sessionId: objectId }
    : { kind: 'dispute', disputeId: objectId }
}
