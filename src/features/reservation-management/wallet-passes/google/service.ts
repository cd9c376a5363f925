import type { PassOwner } from '#features/reservation-management/wallet-passes/rules.ts'
import type { PassRefusal } from '#features/reservation-management/wallet-passes/schema.ts'
import {
  findPass,
  FROM_PAGE,
  keptSince,
  lockOwner,
  type PassDeps,
} from '#features/reservation-management/wallet-passes/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { addHours } from '#lib/venue-time.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { addJob } from '#platform/jobs/jobs.ts'
import type { Log } from '#platform/observability/log.ts'
import { countOne } from '#platform/security/rate-limit.ts'
import type { GooglePasses } from '#platform/wallet/types.ts'
import { deleteEndedBefore, hasGooglePass, insertGooglePass, updateMadeAt } from './store.ts'

/** Job that tells Google what a pass says now. Triggers add it in the transaction of a change. */
export const UPDATE_GOOGLE_PASS = 'update_google_pass'

/** The job as triggers add it: those of one pass replace each other, and all wait in one queue, so that none overtakes another. */
const updateJob = (serial: string) => ({
  name: UPDATE_GOOGLE_PASS,
  queue: UPDATE_GOOGLE_PASS,
  payload: { serial },
  key: `${UPDATE_GOOGLE_PASS}:${serial}`,
})

type Deps = PassDeps & { readonly log: Log }

/**
 * Makes the pass of a reservation or a friend at Google, and returns the link by which its guest adds it. The link only names the
 * pass, so that it never says what is no longer true, and addresses hold no name.
 */
export async function makeGooglePass(deps: Deps, id: string): Promise<Result<string, PassRefusal>> {
  if (!deps.wallet.hasGoogle) return no('not_found')
  const found = await findPass(deps, id)
  if (!found) return no('not_found')
  if (!found.isLiving) return no('not_living')
  const passes = deps.wallet.google()
  if (!passes || !(await countOne(deps.db, `google pass ${id}`, FROM_PAGE)).ok) return no('unavailable')
  const recorded = await recordPass(deps.db, found.owner)
  if (!recorded) return no('not_found')
  // A pass that Google has is kept up to date by its jobs.
  if (!recorded.isMade && !(await save(deps, passes, found.content))) return no('unavailable')
  return ok(passes.saveLink(id))
}

/** From now on, changes of the pass are told to Google. Null where the guest was forgotten meanwhile. */
const recordPass = (db: Db, owner: PassOwner): Promise<{ readonly isMade: boolean } | null> =>
  inTransaction(db, async (tx) => ((await lockOwner(tx, owner)) ? insertGooglePass(tx, owner) : null))

async function save(
  { db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>,
  passes: GooglePasses,
  content: Parameters<GooglePasses['save']>[0],
): Promise<boolean> {
  try {
    await passes.save(content)
  } catch (error) {
    log.error({ event: 'wallet.google_refused', err: error }, 'a pass for Google Wallet could not be made')
    return false
  }
  await inTransaction(db, async (tx) => {
    await updateMadeAt(tx, content.serial, now)
    // It may have changed, or been forgotten, before Google had it.
    await addJob(tx, updateJob(content.serial))
  })
  return true
}

/**
 * Tells Google what a pass says now. One that was forgotten here, or whose reservation is gone, becomes void and nameless. Returns
 * whether Google has it: a guest may have asked for a pass that was never made. Without a usable key the job comes back each
 * hour. Throws where Google refuses or cannot be reached, so that the job is tried again.
 */
export async function updateGooglePass(deps: PassDeps, serial: string): Promise<boolean> {
  const { db, wallet, now } = deps
  if (!wallet.hasGoogle) return false
  const passes = wallet.google()
  if (!passes) {
    await addJob(db, { ...updateJob(serial), runAt: addHours(now, 1) })
    return false
  }
  const found = (await hasGooglePass(db, serial)) ? await findPass(deps, serial) : null
  return found ? passes.update(found.content) : passes.withdraw(serial)
}

/** Withdraws passes a week after the night. */
export const purgeGooglePasses = ({ db, now }: Pick<PassDeps, 'db' | 'now'>): Promise<void> =>
  deleteEndedBefore(db, keptSince(now))
