import { z } from 'zod'
import { reconcile, releaseExpiredHolds } from '#features/holds/booking/service.ts'
import { releaseExpiredBlocks } from '#features/holds/table-blocks/service.ts'
import { finishAmendments } from '#features/reservation-management/amendments/outcomes/service.ts'
import {
  FINISH_AMENDMENTS,
  FINISH_CHANGES,
  finishChanges,
} from '#features/reservation-management/changes/service.ts'
import { dropExpiredChanges } from '#features/reservation-management/guest-changes/payments/service.ts'
import { endUnanswered } from '#features/reservation-management/unanswered/service.ts'
import { refundResoldTables } from '#features/reservation-management/cancellation/resale/service.ts'
import { OFFER_TABLES, offerFreeTables } from '#features/waiting-list/offers/service.ts'
import { finishRemovals } from '#features/waiting-list/removals/service.ts'
import { tryEach } from '#platform/jobs/try-each.ts'
import type { Task } from '#platform/jobs/job-worker.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Run, RunDeps } from './job-deps.ts'
import {
  RECONCILE,
  REFUND_RESOLD_TABLES,
  RELEASE_EXPIRED_HOLDS,
  RELEASE_EXPIRED_HOLDS_AGAIN,
} from './schedules.ts'

const HALF_A_MINUTE_MS = 30_000
const reservation = z.object({ reservationId: z.string() })

/** Each step releases tables of its own: one that fails keeps none of the others from theirs. */
const releaseExpiredTables = (deps: RunDeps): Promise<void> =>
  tryEach([
    () => releaseHolds(deps),
    () => dropChanges(deps),
    () => releaseBlocks(deps),
    () => endRequests(deps),
    () => offerTables(deps),
  ])

async function releaseHolds(deps: RunDeps): Promise<void> {
  const expired = await releaseExpiredHolds(deps)
  if (expired.released + expired.kept > 0)
    deps.log.info({ event: 'holds.expired', ...expired }, 'expired holds were released')
}

async function dropChanges(deps: RunDeps): Promise<void> {
  const count = await dropExpiredChanges(deps)
  if (count > 0)
    deps.log.info({ event: 'guest_changes.expired', count }, 'unpaid changes by guests were dropped')
}

async function releaseBlocks(deps: RunDeps): Promise<void> {
  const count = await releaseExpiredBlocks(deps)
  if (count > 0) deps.log.info({ event: 'table_blocks.expired', count }, 'expired table blocks were released')
}

async function endRequests(deps: RunDeps): Promise<void> {
  const count = await endUnanswered(deps)
  if (count > 0)
    deps.log.warn({ event: 'dinners.unanswered', count }, 'requests of large parties were never answered')
}

/** Makes the offers of the waiting lists. Runs after every release, because the job of a freed table may have been lost. */
export async function offerTables(deps: RunDeps): Promise<void> {
  await finishRemovals(deps)
  const count = await offerFreeTables(deps)
  if (count > 0)
    deps.log.info({ event: 'waiting_list.offered', count }, 'tables were offered to waiting parties')
}

async function refundResold({ db, log }: RunDeps): Promise<void> {
  const count = await refundResoldTables({ db })
  if (count > 0) log.info({ event: 'refunds.resold_tables', count }, 'late cancellations were refunded')
}

/** Tables that become free: by expired holds, by changes that can no longer be undone, and their offers to waiting parties. */
export const tableTasks = (run: Run) =>
  ({
    // Cron has a resolution of one minute. A second run halfway frees an expired hold within 30 seconds.
    async [RELEASE_EXPIRED_HOLDS]() {
      const deps = run()
      const again = RELEASE_EXPIRED_HOLDS_AGAIN
      const runAt = new Date(Date.now() + HALF_A_MINUTE_MS)
      await addJob(deps.db, { name: again, payload: {}, runAt, key: again })
      await releaseExpiredTables(deps)
    },
    [RELEASE_EXPIRED_HOLDS_AGAIN]: () => releaseExpiredTables(run()),
    [OFFER_TABLES]: () => offerTables(run()),
    [RECONCILE]: () => reconcile(run()),
    [REFUND_RESOLD_TABLES]: () => refundResold(run()),
    // A table that staff freed is offered once the change cannot be undone any more.
    async [FINISH_CHANGES](payload) {
      await finishChanges(run(), reservation.parse(payload).reservationId)
      await offerTables(run())
    },
    async [FINISH_AMENDMENTS](payload) {
      await finishAmendments(run(), reservation.parse(payload).reservationId)
      await offerTables(run())
    },
  }) satisfies Record<string, Task>
