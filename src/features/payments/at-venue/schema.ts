import * as z from 'zod/mini'
import { ALLOWANCES, VENUE_METHODS } from '#features/payments/ledger/schema.ts'
import { line } from '#lib/forms/fields.ts'
import { oneOf, shapeOf } from '#lib/forms/shapes.ts'
import { parseUsd } from '#lib/money.ts'

const dollars = z.pipe(
  z.string(),
  z.transform((text, context) => {
    const cents = parseUsd(text)
    if (cents !== null && cents > 0) return cents
    context.issues.push({
      code: 'custom',
      input: text,
      message: 'Enter an amount in dollars, such as 24.50.',
    })
    return z.NEVER
  }),
)

const MAX_REASON = 500
const reason = z
  .string()
  .check(
    z.trim(),
    z.minLength(3, 'Say why, in a few words.'),
    z.maxLength(MAX_REASON, `Keep the reason under ${MAX_REASON} characters.`),
  )
const method = oneOf(VENUE_METHODS, 'Choose cash or card.')
/** Idempotency key of one submission: sent twice, it writes one ledger line. */
const key = z.uuid('That is not an id.')

export const venuePaymentForm = z.strictObject({
  key,
  amount: dollars,
  method,
  note: shapeOf(line({ what: 'the note', max: MAX_REASON })),
})
export type VenuePaymentForm = z.output<typeof venuePaymentForm>

/** The payment that was recorded a moment ago, by the key of its form. */
export const paymentUndoForm = z.strictObject({ key })
export type PaymentUndoForm = z.output<typeof paymentUndoForm>

export const correctionForm = z.strictObject({
  lineId: z.uuid('That is not an id.'),
  /** The correct payment; null where none was made. */
  instead: z.nullable(z.strictObject({ amount: dollars, method })),
  reason,
})
export type CorrectionForm = z.output<typeof correctionForm>

export const venueRefundForm = z.strictObject({ key, amount: dollars, method, reason })
export type VenueRefundForm = z.output<typeof venueRefundForm>

export const allowanceForm = z.strictObject({
  key,
  kind: oneOf(ALLOWANCES, 'Choose comp or discount.'),
  amount: dollars,
  reason,
})
export type AllowanceForm = z.output<typeof allowanceForm>
