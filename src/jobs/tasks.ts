import { z } from 'zod'
import { purgeTrash } from '#features/trash/service.ts'
import { reconcile, releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { SETTLE_CHECKOUT, settleCheckout } from '#features/payments/checkouts/service.ts'
import {
  type CheckoutDeps,
  EXPIRE_ORPHANED_CHECKOUT,
  expireOrphanedCheckout,
} from '#features/payments/sessions/service.ts'
import { rollUpCounters } from '#features/reservation-management/list/service.ts'
import { releaseExpiredBlocks } from '#features/holds/table-blocks/service.ts'
import { SEND_INVITATION, sendInvitation } from '#features/staff/invitations/service.ts'
import { removeStrayRenditions, purgeImages } from '#features/media/service.ts'
import { SEND_MAIL, sendMail } from '#features/emails/service.ts'
import { RECORD_DISPUTE, recordDispute, syncDisputes } from '#features/payments/service.ts'
import { purgePackageContents } from '#features/reservations/package-contents/service.ts'
import { matchExistingGuests } from '#features/reservations/service.ts'
import { anonymiseOldRecords } from '#features/privacy/service.ts'
import {
  findMissedRefunds,
  ISSUE_REFUND,
  issueRefund,
  SYNC_REFUNDS,
  syncRefunds,
} from '#features/payments/refunds/service.ts'
import { finishAmendments } from '#features/reservation-management/amendment-outcomes/service.ts'
import {
  FINISH_AMENDMENTS,
  FINISH_CHANGES,
  finishChanges,
  purgeChanges,
} from '#features/reservation-management/changes/service.ts'
import { enqueueReminders } from '#features/reminders/due/service.ts'
import { purgeSignIns } from '#features/staff/sign-in/service.ts'
import type { Schedule, Task } from '#platform/jobs/job-worker.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { EMAIL_RENDERERS } from './email-renderers.ts'
import type { Log } from '#platform/observability/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import { deleteExpiredCounts } from '#platform/security/rate-limit.ts'
import type { Storage } from '#platform/storage/storage.ts'

/** Dependencies of all jobs. Each run reads the clock once as `now`. */
export type JobDeps = Omit<CheckoutDeps, 'now'> & {
  readonly clock: () => Date
  readonly log: Log
  readonly mailer: Mailer
  readonly storage: Storage
}

const RELEASE_EXPIRED_HOLDS = 'release_expired_holds'
const RELEASE_EXPIRED_HOLDS_AGAIN = 'release_expired_holds_again'
const RECONCILE = 'reconcile'
const SYNC_PROVIDER = 'sync_provider'
const MATCH_GUESTS = 'match_guests'
const REMIND_GUESTS = 'remind_guests'
const ANONYMISE_EXPIRED = 'anonymise_expired'
const PURGE_NIGHTLY = 'purge_nightly'
const HALF_A_MINUTE_MS = 30_000

/** Cron schedules of recurring jobs, in UTC. */
export const SCHEDULES: readonly Schedule[] = [
  { name: RELEASE_EXPIRED_HOLDS, cron: '* * * * *' },
  { name: RECONCILE, cron: '*/5 * * * *' },
  { name: SYNC_PROVIDER, cron: '35 * * * *' },
  // Has work only after an upgrade to the version with the book of guests.
  { name: MATCH_GUESTS, cron: '* * * * *' },
  { name: REMIND_GUESTS, cron: '*/10 * * * *' },
  // 7:30 AM or 6:30 AM at the venue: after closing time in both summer and winter time.
  { name: ANONYMISE_EXPIRED, cron: '30 12 * * *' },
  // 7:15 AM or 6:15 AM at the venue: between closing time and the first delivery.
  { name: PURGE_NIGHTLY, cron: '15 12 * * *' },
]

const session = z.object({ sessionId: z.string() })
const checkout = z.object({ checkoutId: z.string() })
const refund = z.object({ refundId: z.string() })
const payment = z.object({ paymentIntentId: z.string() })
const dispute = z.object({ disputeId: z.string() })
const mail = z.object({ mailId: z.string() })
const invitation = z.object({ invitationId: z.string() })
const reservation = z.object({ reservationId: z.string() })

async function releaseExpiredTables(deps: Omit<JobDeps, 'clock'> & { readonly now: Date }): Promise<void> {
  const { log } = deps
  const expired = await releaseExpiredHolds(deps)
  if (expired.released + expired.kept > 0)
    log.info({ event: 'holds.expired', ...expired }, 'expired holds were released')
  const count = await releaseExpiredBlocks(deps)
  if (count > 0) log.info({ event: 'table_blocks.expired', count }, 'expired table blocks were released')
}

/**
 * Names under which older versions enqueue jobs. While both versions serve, and for jobs that still wait in the queue, they
 * run the task of the new name. They can go one release after 0036_standard_names.sql.
 */
const FORMER_NAMES = {
  sweep_holds: RELEASE_EXPIRED_HOLDS,
  sweep_holds_again: RELEASE_EXPIRED_HOLDS_AGAIN,
  forget: ANONYMISE_EXPIRED,
  sweep_nightly: PURGE_NIGHTLY,
  close_lost_checkout: EXPIRE_ORPHANED_CHECKOUT,
  give_back: ISSUE_REFUND,
  note_dispute: RECORD_DISPUTE,
} as const

/** Maps each job name to its handler. */
export function createTasks(deps: JobDeps): Record<string, Task> {
  const tasks = createCurrentTasks(deps)
  const former = Object.entries(FORMER_NAMES).map(([name, current]) => [name, tasks[current]] as const)
  return { ...tasks, ...Object.fromEntries(former) }
}

function createCurrentTasks({ clock, ...context }: JobDeps) {
  const deps = () => ({ ...context, now: clock() })
  const releaseExpired = (): Promise<void> => releaseExpiredTables(deps())
  return {
    // Cron has a resolution of one minute. A second run halfway frees an expired hold within 30 seconds.
    async [RELEASE_EXPIRED_HOLDS]() {
      const runAt = new Date(Date.now() + HALF_A_MINUTE_MS)
      await addJob(context.db, {
        name: RELEASE_EXPIRED_HOLDS_AGAIN,
        payload: {},
        runAt,
        key: RELEASE_EXPIRED_HOLDS_AGAIN,
      })
      await releaseExpired()
    },
    [RELEASE_EXPIRED_HOLDS_AGAIN]: releaseExpired,
    [RECONCILE]: () => reconcile(deps()),
    // Refunds and disputes can change weeks after a payment. An hourly poll makes up for lost webhooks.
    async [SYNC_PROVIDER]() {
      await findMissedRefunds(deps())
      await syncDisputes(deps())
    },
    async [MATCH_GUESTS]() {
      const count = await matchExistingGuests(context)
      if (count > 0)
        context.log.info({ event: 'guests.matched', count }, 'reservations were matched to guests')
    },
    async [REMIND_GUESTS]() {
      const count = await enqueueReminders(deps())
      if (count > 0) context.log.info({ event: 'reminders.queued', count }, 'reminders were queued')
    },
    async [ANONYMISE_EXPIRED]() {
      const { db, now } = deps()
      await deleteExpiredCounts(db, now)
      const counts = await anonymiseOldRecords({ db, now })
      context.log.info({ event: 'privacy.anonymised', ...counts }, 'old records were anonymised')
    },
    async [SETTLE_CHECKOUT](payload) {
      await settleCheckout(deps(), session.parse(payload).sessionId)
    },
    [EXPIRE_ORPHANED_CHECKOUT]: (payload) =>
      expireOrphanedCheckout(deps(), checkout.parse(payload).checkoutId),
    [ISSUE_REFUND]: (payload) => issueRefund(deps(), refund.parse(payload).refundId),
    [SYNC_REFUNDS]: (payload) => syncRefunds(deps(), payment.parse(payload).paymentIntentId),
    [FINISH_CHANGES]: (payload) => finishChanges(deps(), reservation.parse(payload).reservationId),
    [FINISH_AMENDMENTS]: (payload) => finishAmendments(deps(), reservation.parse(payload).reservationId),
    [RECORD_DISPUTE]: (payload) => recordDispute(deps(), dispute.parse(payload).disputeId),
    [SEND_INVITATION]: (payload) => sendInvitation(deps(), invitation.parse(payload).invitationId),
    async [PURGE_NIGHTLY]() {
      await purgeTrash(deps())
      await rollUpCounters(deps())
      await purgeImages(deps())
      const removed = await removeStrayRenditions(deps())
      if (removed > 0)
        context.log.info({ event: 'media.strays_removed', count: removed }, 'stray renditions removed')
      await purgePackageContents(deps())
      await purgeSignIns(deps())
      await purgeChanges(deps())
    },
    [SEND_MAIL]: (payload) => sendMail({ ...deps(), renderers: EMAIL_RENDERERS }, mail.parse(payload).mailId),
  } satisfies Record<string, Task>
}
