import { prepareCloseOuts } from '#features/close-out/service.ts'
import { anonymiseOldRecords } from '#features/guests/privacy/service.ts'
import { deleteOldFreedTables } from '#features/holds/table-blocks/service.ts'
import { purgeImages, removeStrayRenditions } from '#features/media/service.ts'
import { purgeSharePictures } from '#features/media/share-pictures/service.ts'
import { purgeChanges } from '#features/reservation-management/changes/service.ts'
import { purgeCheckInDevices } from '#features/reservation-management/check-in/devices/service.ts'
import { purgeGooglePasses } from '#features/reservation-management/wallet-passes/google/service.ts'
import { rollUpCounters } from '#features/reservation-management/list/summary/service.ts'
import { purgeLookups } from '#features/reservation-management/lookup/service.ts'
import { endUnusedCredits } from '#features/reservation-management/cancellation/unused-credits/service.ts'
import { purgePassDevices } from '#features/reservation-management/wallet-passes/service.ts'
import { purgePackageContents } from '#features/reservations/package-contents/service.ts'
import { matchExistingGuests } from '#features/reservations/service.ts'
import { purgeSignIns } from '#features/staff/sign-in/service.ts'
import { loadVenue } from '#features/venue/service.ts'
import type { Task } from '#platform/jobs/job-worker.ts'
import { purgeIdempotencyKeys } from '#platform/db/idempotency-keys.ts'
import { deleteExpiredCounts } from '#platform/security/rate-limit.ts'
import type { Run, RunDeps } from './job-deps.ts'
import { purgeTrash } from './purge-trash.ts'
import { ANONYMISE_EXPIRED, MATCH_GUESTS, PREPARE_CLOSE_OUT, PURGE_NIGHTLY } from './schedules.ts'

async function purgeNightly(deps: RunDeps): Promise<void> {
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
  await purgeIdempotencyKeys(deps)
}

/** Records that are completed, anonymised or deleted while the venue is closed. */
export const nightlyTasks = (run: Run) =>
  ({
    async [PREPARE_CLOSE_OUT]() {
      const deps = run()
      for (const { date, stays, isClosed } of await prepareCloseOuts(deps))
        if (stays > 0 || isClosed)
          deps.log.info(
            { event: 'close_out.prepared', night: date, stays, isClosed },
            'a night was prepared for its close-out',
          )
    },
    async [MATCH_GUESTS]() {
      const deps = run()
      const count = await matchExistingGuests(deps)
      if (count > 0) deps.log.info({ event: 'guests.matched', count }, 'reservations were matched to guests')
    },
    async [ANONYMISE_EXPIRED]() {
      const { db, now, log } = run()
      await deleteExpiredCounts(db, now)
      const counts = await anonymiseOldRecords({ db, now }, await loadVenue({ db }))
      log.info({ event: 'privacy.anonymised', ...counts }, 'old records were anonymised')
    },
    [PURGE_NIGHTLY]: () => purgeNightly(run()),
  }) satisfies Record<string, Task>
