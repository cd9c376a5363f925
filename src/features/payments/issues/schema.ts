export const ISSUE_KINDS = [
  'amount_mismatch',
  'refund_failed',
  'dispute',
  'unknown_payment',
  'paid_and_cancelled',
] as const

export type ExceptionKind = (typeof ISSUE_KINDS)[number]

/** Money that does not add up and needs a decision by staff. `kind` and `subject` are unique: an issue is opened once. */
export type PaymentException = {
  readonly kind: ExceptionKind
  readonly subject: string
  readonly reservationId: string | null
  readonly checkoutId: string | null
  readonly amountCents: number | null
  readonly detail: string
}
