export const ISSUE_KINDS = [
  'amount_mismatch',
  'refund_failed',
  'dispute',
  'unknown_payment',
  'paid_and_cancelled',
  'payment_refused',
] as const

export type IssueKind = (typeof ISSUE_KINDS)[number]

/**
 * Payment issue: money that needs a decision by staff. A unique constraint on `kind` and `subject` opens it once,
 * however often jobs and webhooks report the same problem.
 */
export type PaymentIssue = {
  readonly kind: IssueKind
  readonly subject: string
  readonly reservationId: string | null
  readonly checkoutId: string | null
  readonly amountCents: number | null
  readonly detail: string
}
