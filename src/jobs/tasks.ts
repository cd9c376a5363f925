import { z } from 'zod'
import { reconcile, releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { MAKE_PAID_CHANGE, SETTLE_CHECKOUT, settleCheckout } from '#features/payments/checkouts/service.ts'
import { EXPIRE_ORPHANED_CHECKOUT, expireOrphanedCheckout } from '#features/payments/sessions/service.ts'
import type { CheckoutDeps } from '#platform/payments-gateways/checkout-deps.ts'
import { rollUpCounters } from '#features/reservation-management/list-summary/service.ts'
import { deleteOldFreedTables, releaseExpiredBlocks } from '#features/holds/table-blocks/service.ts'
import { SEND_INVITATION, sendInvitation } from '#features/staff/invitations/service.ts'
import { removeStrayRenditions, purgeImages } from '#features/media/service.ts'
import { SEND_MAIL } from '#features/emails/rules.ts'
import { sendMail } from '#features/emails/service.ts'
import { purgeSharePictures } from '#features/media/share-pictures/service.ts'
import { SEND_TEXT, sendText } from '#features/emails/text-messages/service.ts'
import { RECORD_DISPUTE, recordDispute, syncDisputes } from '#features/payments/service.ts'
import { READ_PROVIDER_ACCOUNT, readProviderAccount } from '#features/payments/provider-account/service.ts'
import { purgePackageContents } from '#features/reservations/package-contents/service.ts'
import { matchExistingGuests } from '#features/reservations/service.ts'
import { anonymiseOldRecords } from '#features/guests/privacy/service.ts'
import {
  findMissedRefunds,
  ISSUE_REFUND,
  issueRefund,
  SYNC_REFUNDS,
  syncRefunds,
} from '#features/payments/refunds/service.ts'
import {
  dropExpiredChanges,
  makePaidChange,
} from '#features/reservation-management/guest-change-payments/service.ts'
import { finishAmendments } from '#features/reservation-management/amendment-outcomes/service.ts'
import {
  FINISH_AMENDMENTS,
  FINISH_CHANGES,
  finishChanges,
  purgeChanges,
} from '#features/reservation-management/changes/service.ts'
import { SEND_CLOSE_OUT, sendCloseOut } from '#features/close-out/lock/service.ts'
import { prepareCloseOuts } from '#features/close-out/service.ts'
import { purgeCheckInDevices } from '#features/reservation-management/check-in-devices/service.ts'
import { FIND_BOOKINGS, purgeLookups, sendLinks } from '#features/reservation-management/lookup/service.ts'
import {
  purgeGooglePasses,
  UPDATE_GOOGLE_PASS,
  updateGooglePass,
} from '#features/reservation-management/google-passes/service.ts'
import {
  purgePassDevices,
  PUSH_PASS,
  pushPass,
} from '#features/reservation-management/wallet-passes/service.ts'
import { endUnusedCredits } from '#features/reservation-management/unused-credits/service.ts'
import { refundResoldTables } from '#features/reservation-management/resale/service.ts'
import { enqueueReminders } from '#features/reminders/due/service.ts'
import { enqueueThanks } from '#features/reminders/thanks/service.ts'
import { finishRemovals } from '#features/waiting-list/removals/service.ts'
import { OFFER_TABLES, offerFreeTables } from '#features/waiting-list/offers/service.ts'
import { purgeSignIns } from '#features/staff/sign-in/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import type { Schedule, Task } from '#platform/jobs/job-worker.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import { EMAIL_RENDERERS } from './email-renderers.ts'
import { purgeTrash } from './purge-trash.ts'
import { TEXT_RENDERERS } from './text-renderers.ts'
import type { Log } from '#platform/observability/log.ts'
import type { Mailer } from '#platform/mail/mail.ts'
import type { TextMessageSender } from '#platform/text-messages/types.ts'
import { deleteExpiredCounts } from '#platform/security/rate-limit.ts'
import type { Storage } from '#platform/storage/storage.ts'
import type { Wallet } from '#platform/wallet/types.ts'

/** Dependencies of all jobs. Each run reads the clock once as `now`. */
export type JobDeps = Omit<CheckoutDeps, 'now'> & {
  readonly clock: () => Date
  readonly log: Log
  readonly mailer: Mailer
  readonly texts: TextMessageSender
  readonly wallet: Wallet
  readonly storage: Storage
}

const RELEASE_EXPIRED_HOLDS = 'release_expired_holds'
const RELEASE_EXPIRED_HOLDS_AGAIN = 'release_expired_holds_again'
const RECONCILE = 'reconcile'
const REFUND_RESOLD_TABLES = 'refund_resold_tables'
const SYNC_PROVIDER = 'sync_provider'
const MATCH_GUESTS = 'match_guests'
const REMIND_GUESTS = 'remind_guests'
const ANONYMISE_EXPIRED = 'anonymise_expired'
const PURGE_NIGHTLY = 'purge_nightly'
const PREPARE_CLOSE_OUT = 'prepare_close_out'
const HALF_A_MINUTE_MS = 30_000

/** Cron schedules of recurring jobs, in UTC. */
export const SCHEDULES: readonly Schedule[] = [
  { name: RELEASE_EXPIRED_HOLDS, cron: '* * * * *' },
  { name: RECONCILE, cron: '*/5 * * * *' },
  { name: REFUND_RESOLD_TABLES, cron: '*/5 * * * *' },
  { name: SYNC_PROVIDER, cron: '35 * * * *' },
  { name: READ_PROVIDER_ACCOUNT, cron: '*/15 * * * *' },
  // Has work only after an upgrade to the version with the book of guests.
  { name: MATCH_GUESTS, cron: '* * * * *' },
  { name: REMIND_GUESTS, cron: '*/10 * * * *' },
  // 7:30 AM or 6:30 AM at the venue: after closing time in both summer and winter time.
  { name: ANONYMISE_EXPIRED, cron: '30 12 * * *' },
  // 6:05 AM at the venue is 11:05 in summer and 12:05 in winter. The other run finds nothing left to do.
  { name: PREPARE_CLOSE_OUT, cron: '5 11,12 * * *' },
  // 7:15 AM or 6:15 AM at the venue: between closing time and the first delivery.
  { name: PURGE_NIGHTLY, cron: '15 12 * * *' },
]

const session = z.object({ sessionId: z.string() })
const checkout = z.object({ checkoutId: z.string() })
const refund = z.object({ refundId: z.string() })
const payment = z.object({ paymentIntentId: z.string() })
const dispute = z.object({ disputeId: z.string() })
const mail = z.object({ mailId: z.string() })
const text = z.object({ textId: z.string() })
const closeOut = z.object({ night: z.string(), to: z.string() })
const lookup = z.object({ by: z.enum(['email', 'phone']), address: z.string(), askedAt: z.string() })
const invitation = z.object({ invitationId: z.string() })
const reservation = z.object({ reservationId: z.string() })
const pass = z.object({ serial: z.string() })

async function releaseExpiredTables(deps: Omit<JobDeps, 'clock'> & { readonly now: Date }): Promise<void> {
  const { log } = deps
  const expired = await releaseExpiredHolds(deps)
  if (expired.released + expired.kept > 0)
    log.info({ event: 'holds.expired', ...expired }, 'expired holds were released')
  const dropped = await dropExpiredChanges(deps)
  if (dropped > 0)
    log.info({ event: 'guest_changes.expired', count: dropped }, 'unpaid changes by guests were dropped')
  const count = await releaseExpiredBlocks(deps)
  if (count > 0) log.info({ event: 'table_blocks.expired', count }, 'expired table blocks were released')
  await offerTables(deps)
}

/** Makes the offers of the waiting lists. Runs after every release, because the job of a freed table may have been lost. */
async function offerTables(deps: CheckoutDeps & Pick<JobDeps, 'log'>): Promise<void> {
  await finishRemovals(deps)
  const count = await offerFreeTables(deps)
  if (count > 0)
    deps.log.info({ event: 'waiting_list.offered', count }, 'tables were offered to waiting parties')
}

async function refundResold({ db, log }: Pick<JobDeps, 'db' | 'log'>): Promise<void> {
  const count = await refundResoldTables({ db })
  if (count > 0) log.info({ event: 'refunds.resold_tables', count }, 'late cancellations were refunded')
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

type Context = Omit<JobDeps, 'clock'>

async function purgeNightly(deps: Context & { readonly now: Date }): Promise<void> {
  await purgeTrash(deps)
  const ended = await endUnusedCredits(deps)
  if (ended > 0)
    deps.log.info({ event: 'credits.ended', count: ended }, 'credits of guests were not used in time')
  await rollUpCounters(deps)
  await purgeImages(deps)
  const removed = await removeStrayRenditions(deps)
  if (removed > 0)
    deps.log.info({ event: 'media.strays_removed', count: removed }, 'stray renditions removed')
  await purgeSharePictures(deps)
  await purgePackageContents(deps)
  await purgeSignIns(deps)
  await purgeChanges(deps)
  await purgeCheckInDevices(deps)
  await purgePassDevices(deps)
  await purgeGooglePasses(deps)
  await deleteOldFreedTables(deps)
  await purgeLookups(deps)
}

const closeOutTasks = (context: Context, deps: () => Context & { readonly now: Date }) => ({
  async [PREPARE_CLOSE_OUT]() {
    for (const { date, stays, isClosed } of await prepareCloseOuts(deps()))
      if (stays > 0 || isClosed)
        context.log.info(
          { event: 'close_out.prepared', night: date, stays, isClosed },
          'a night was prepared for its close-out',
        )
  },
  [SEND_CLOSE_OUT]: (payload: unknown) => sendCloseOut(deps(), closeOut.parse(payload)),
})

async function readAccount(deps: Context & { readonly now: Date }): Promise<void> {
  const { failure } = await readProviderAccount(deps)
  if (failure !== null)
    deps.log.warn({ event: 'payments.account_not_read', failure }, 'the account at the provider was not read')
}

const paymentTasks = (deps: () => Context & { readonly now: Date }) =>
  ({
    async [SETTLE_CHECKOUT](payload) {
      await settleCheckout(deps(), session.parse(payload).sessionId)
    },
    async [MAKE_PAID_CHANGE](payload) {
      await makePaidChange(deps(), checkout.parse(payload).checkoutId)
      await offerTables(deps())
    },
    [EXPIRE_ORPHANED_CHECKOUT]: (payload) =>
      expireOrphanedCheckout(deps(), checkout.parse(payload).checkoutId),
    [ISSUE_REFUND]: (payload) => issueRefund(deps(), refund.parse(payload).refundId),
    [SYNC_REFUNDS]: (payload) => syncRefunds(deps(), payment.parse(payload).paymentIntentId),
    [READ_PROVIDER_ACCOUNT]: () => readAccount(deps()),
    [RECORD_DISPUTE]: (payload) => recordDispute(deps(), dispute.parse(payload).disputeId),
  }) satisfies Record<string, Task>

const messageTasks = (deps: () => Context & { readonly now: Date }) => ({
  [SEND_MAIL]: (payload: unknown) =>
    sendMail({ ...deps(), renderers: EMAIL_RENDERERS }, mail.parse(payload).mailId),
  [FIND_BOOKINGS]: (payload: unknown) => sendLinks(deps(), lookup.parse(payload)),
  [SEND_TEXT]: (payload: unknown) =>
    sendText({ ...deps(), textRenderers: TEXT_RENDERERS }, text.parse(payload).textId),
  async [PUSH_PASS](payload: unknown) {
    const { log, ...context } = deps()
    const count = await pushPass(context, pass.parse(payload).serial)
    if (count > 0) log.info({ event: 'wallet.pushed', count }, 'devices were told of a changed pass')
  },
  async [UPDATE_GOOGLE_PASS](payload: unknown) {
    const context = deps()
    const isTold = await updateGooglePass(
      { ...context, loadVenue: () => loadVenue(context) },
      pass.parse(payload).serial,
    )
    if (isTold) context.log.info({ event: 'wallet.updated' }, 'Google was told what a pass says now')
  },
})

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
    [OFFER_TABLES]: () => offerTables(deps()),
    [RECONCILE]: () => reconcile(deps()),
    [REFUND_RESOLD_TABLES]: () => refundResold(context),
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
      const thanked = await enqueueThanks(deps())
      if (thanked > 0) context.log.info({ event: 'thanks.queued', count: thanked }, 'thanks were queued')
    },
    async [ANONYMISE_EXPIRED]() {
      const { db, now } = deps()
      await deleteExpiredCounts(db, now)
      const counts = await anonymiseOldRecords({ db, now }, await loadVenue({ db }))
      context.log.info({ event: 'privacy.anonymised', ...counts }, 'old records were anonymised')
    },
    ...paymentTasks(deps),
    // A table that staff freed is offered once the change cannot be undone any more.
    async [FINISH_CHANGES](payload) {
      await finishChanges(deps(), reservation.parse(payload).reservationId)
      await offerTables(deps())
    },
    async [FINISH_AMENDMENTS](payload) {
      await finishAmendments(deps(), reservation.parse(payload).reservationId)
      await offerTables(deps())
    },
    ...closeOutTasks(context, deps),
    [SEND_INVITATION]: (payload) => sendInvitation(deps(), invitation.parse(payload).invitationId),
    [PURGE_NIGHTLY]: () => purgeNightly(deps()),
    ...messageTasks(deps),
  } satisfies Record<string, Task>
}
