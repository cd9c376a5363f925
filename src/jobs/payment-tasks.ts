import { z } from 'zod'
import { MAKE_PAID_CHANGE, SETTLE_CHECKOUT, settleCheckout } from '#features/payments/checkouts/service.ts'
import { READ_PROVIDER_ACCOUNT, readProviderAccount } from '#features/payments/provider-account/service.ts'
import { findMissedRefunds, issueRefund, syncRefunds } from '#features/payments/refunds/issuing/service.ts'
import { ISSUE_REFUND, SYNC_REFUNDS } from '#features/payments/refunds/issuing/service.ts'
import { RECORD_DISPUTE, recordDispute, syncDisputes } from '#features/payments/service.ts'
import { EXPIRE_ORPHANED_CHECKOUT, expireOrphanedCheckout } from '#features/payments/sessions/service.ts'
import { makePaidChange } from '#features/reservation-management/guest-changes/payments/service.ts'
import type { Task } from '#platform/jobs/job-worker.ts'
import type { Run, RunDeps } from './job-deps.ts'
import { SYNC_PROVIDER } from './schedules.ts'
import { offerTables } from './table-tasks.ts'

const session = z.object({ sessionId: z.string() })
const checkout = z.object({ checkoutId: z.string() })
const refund = z.object({ refundId: z.string() })
const payment = z.object({ paymentIntentId: z.string() })
const dispute = z.object({ disputeId: z.string() })

async function readAccount(deps: RunDeps): Promise<void> {
  const { failure } = await readProviderAccount(deps)
  if (failure !== null)
    deps.log.warn({ event: 'payments.account_not_read', failure }, 'the account at the provider was not read')
}

export const paymentTasks = (run: Run) =>
  ({
    async [SETTLE_CHECKOUT](payload) {
      await settleCheckout(run(), session.parse(payload).sessionId)
    },
    async [MAKE_PAID_CHANGE](payload) {
      await makePaidChange(run(), checkout.parse(payload).checkoutId)
      await offerTables(run())
    },
    [EXPIRE_ORPHANED_CHECKOUT]: (payload) =>
      expireOrphanedCheckout(run(), checkout.parse(payload).checkoutId),
    [ISSUE_REFUND]: (payload) => issueRefund(run(), refund.parse(payload).refundId),
    [SYNC_REFUNDS]: (payload) => syncRefunds(run(), payment.parse(payload).paymentIntentId),
    [READ_PROVIDER_ACCOUNT]: () => readAccount(run()),
    // Refunds and disputes can change weeks after a payment. An hourly poll makes up for lost webhooks.
    async [SYNC_PROVIDER]() {
      await findMissedRefunds(run())
      await syncDisputes(run())
    },
    [RECORD_DISPUTE]: (payload) => recordDispute(run(), dispute.parse(payload).disputeId),
  }) satisfies Record<string, Task>
