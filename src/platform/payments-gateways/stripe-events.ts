import { z } from 'zod'
import { parseJson } from '#lib/text/parse-json.ts'
import type { Webhook } from './types.ts'

/*
 * Parses webhook events defensively: the signature proves the sender but not the format. Another API version, a new
 * event type or an unexpected object must neither throw nor be misread.
 */

// Ids are used in queries and job names.
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
/** A refund or charge of ours has a payment intent. Those of older payment methods have none and are ignored. */
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

/** Required events of the webhook endpoint; docs/operating.md lists the same. */
export const WEBHOOK_EVENTS: readonly string[] = [...CHECKOUT, ...REFUND, ...DISPUTE]

/** Parses an event; null if it is invalid, or one of ours without the object it concerns. */
export function readEvent(rawBody: string): Webhook | null {
  const read = envelope.safeParse(parseJson(rawBody))
  if (!read.success) return null
  const { type, created, data } = read.data
  const about = subjectOf(type, data)
  return about && { id: read.data.id, type, createdAt: new Date(created * 1000), about }
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
