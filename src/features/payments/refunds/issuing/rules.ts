import type { Job } from '#platform/jobs/jobs.ts'

export const ISSUE_REFUND = 'issue_refund'
export const SYNC_REFUNDS = 'sync_refunds'

/** Job that requests a recorded refund from the provider. */
export const issueJobOf = (refundId: string): Job => ({
  name: ISSUE_REFUND,
  payload: { refundId },
  key: `${ISSUE_REFUND}:${refundId}`,
})

/** Job that reads the provider's state of the refunds of a payment. */
export const syncJobOf = (paymentIntentId: string): Job => ({
  name: SYNC_REFUNDS,
  payload: { paymentIntentId },
  key: `${SYNC_REFUNDS}:${paymentIntentId}`,
})
