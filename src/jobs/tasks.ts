import { z } from 'zod'
import { purgeTrash } from '#features/trash/service.ts'
import { reconcile, releaseExpiredHolds } from '#features/holds/booking/service.ts'
import {
  type CheckoutDeps,
  CLOSE_LOST_CHECKOUT,
  closeLostCheckout,
  SETTLE_CHECKOUT,
  settleCheckout,
} from '#features/payments/checkouts/service.ts'
import { tidyCounts } from '#features/reservation-management/list/service.ts'
import { releaseExpiredBlocks } from '#features/holds/table-blocks/service.ts'
import { SEND_INVITATION, sendInvitation } from '#features/staff/invitations/service.ts'
import { removeStrayRenditions, purgeImages } from '#features/media/service.ts'
import { SEND_MAIL, sendMail } from '#features/emails/service.ts'
import { NOTE_DISPUTE, recordDispute, syncDisputes } from '#features/payments/service.ts'
import { purgePackageContents } from '#features/reservations/package-contents/service.ts'
import { anonymiseOldRecords } from '#features/privacy/service.ts'
import {
  findMissedRefunds,
  ISSUE_REFUND,
  issueRefund,
  SYNC_REFUNDS,
  syncRefunds,
} from '#features/payments/refunds/service.ts'
import { FINISH_ACTS, finishChanges, purgeActs } from '#features/reservation-management/changes/service.ts'
import { remindGuests } from '#features/reminders/rounds/service.ts'
import { purgeSignIns } from '#features/staff/sign-in/service.ts'
import type { Schedule, Task } from '#platform/jobs/job-worker.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { EMAIL_RENDERERS } from './email-renderers.ts'
import type { Log } from '#platform/observability/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { deleteExpiredCounts } from '#platform/security/rate-limit.ts'
import type { Storage } from '#platform/storage/storage.ts'

/** What every job may use. `now` is asked anew for each job. */
export type JobDeps = Omit<CheckoutDeps, 'now'> & {
  readonly clock: () => Date
  readonly log: Log
  readonly mailer: Mailer
  readonly storage: Storage
}

const SWEEP_HOLDS = 'sweep_holds'
const SWEEP_HOLDS_AGAIN = 'sweep_holds_again'
const RECONCILE = 'reconcile'
const SYNC_PROVIDER = 'sync_provider'
const REMIND_GUESTS = 'remind_guests'
const FORGET = 'forget'
const SWEEP_NIGHTLY = 'sweep_nightly'
const HALF_A_MINUTE_MS = 30_000

/** What is done by the clock alone. */
export const SCHEDULES: readonly Schedule[] = [
  { name: SWEEP_HOLDS, cron: '* * * * *' },
  { name: RECONCILE, cron: '*/5 * * * *' },
  { name: SYNC_PROVIDER, cron: '35 * * * *' },
  { name: REMIND_GUESTS, cron: '*/10 * * * *' },
  // In the morning of the venue, when the last guest has gone home, in winter and in summer.
  { name: FORGET, cron: '30 12 * * *' },
  // Between the last guest and the first delivery, in UTC as the queue counts.
  { name: SWEEP_NIGHTLY, cron: '15 12 * * *' },
]

const session = z.object({ sessionId: z.string() })
const checkout = z.object({ checkoutId: z.string() })
const refund = z.object({ refundId: z.string() })
const payment = z.object({ paymentIntentId: z.string() })
const dispute = z.object({ disputeId: z.string() })
const mail = z.object({ mailId: z.string() })
const invitation = z.object({ invitationId: z.string() })
const reservation = z.object({ reservationId: z.string() })

/** Which name in the queue means which use case of the house. */
export function createTasks({ clock, ...context }: JobDeps): Record<string, Task> {
  const deps = () => ({ ...context, now: clock() })
  const purge = async (): Promise<void> => {
    const swept = await releaseExpiredHolds(deps())
    if (swept.released + swept.kept > 0) context.log.info(swept, 'holds whose time was up')
    const keptBack = await releaseExpiredBlocks(deps())
    if (keptBack > 0) context.log.info({ released: keptBack }, 'tables the house kept back no longer')
  }
  return {
    // A schedule knows minutes; a guest should not wait a whole one for a table that is free again.
    async [SWEEP_HOLDS]() {
      const runAt = new Date(Date.now() + HALF_A_MINUTE_MS)
      await addJob(context.db, { name: SWEEP_HOLDS_AGAIN, payload: {}, runAt, key: SWEEP_HOLDS_AGAIN })
      await purge()
    },
    [SWEEP_HOLDS_AGAIN]: purge,
    [RECONCILE]: () => reconcile(deps()),
    // Refunds and disputes change weeks after a payment: their lost messages are made up for once an hour.
    async [SYNC_PROVIDER]() {
      await findMissedRefunds(deps())
      await syncDisputes(deps())
    },
    async [REMIND_GUESTS]() {
      const count = await remindGuests(deps())
      if (count > 0) context.log.info({ count }, 'guests of tomorrow reminded')
    },
    async [FORGET]() {
      const { db, now } = deps()
      await deleteExpiredCounts(db, now)
      context.log.info(await anonymiseOldRecords({ db, now }), 'what is no longer kept was anonymised')
    },
    async [SETTLE_CHECKOUT](payload) {
      await settleCheckout(deps(), session.parse(payload).sessionId)
    },
    [CLOSE_LOST_CHECKOUT]: (payload) => closeLostCheckout(deps(), checkout.parse(payload).checkoutId),
    [ISSUE_REFUND]: (payload) => issueRefund(deps(), refund.parse(payload).refundId),
    [SYNC_REFUNDS]: (payload) => syncRefunds(deps(), payment.parse(payload).paymentIntentId),
    [FINISH_ACTS]: (payload) => finishChanges(deps(), reservation.parse(payload).reservationId),
    [NOTE_DISPUTE]: (payload) => recordDispute(deps(), dispute.parse(payload).disputeId),
    [SEND_INVITATION]: (payload) => sendInvitation(deps(), invitation.parse(payload).invitationId),
    async [SWEEP_NIGHTLY]() {
      await purgeTrash(deps())
      await tidyCounts(deps())
      await purgeImages(deps())
      const removed = await removeStrayRenditions(deps())
      if (removed > 0)
        context.log.info({ event: 'media.strays_removed', count: removed }, 'stray renditions removed')
      await purgePackageContents(deps())
      await purgeSignIns(deps())
      await purgeActs(deps())
    },
    [SEND_MAIL]: (payload) => sendMail({ ...deps(), renderers: EMAIL_RENDERERS }, mail.parse(payload).mailId),
  }
}
