import { actTime, NOTHING_TO_UNDO } from '#features/reservation-management/arrivals/rules.ts'
import type { ActOutcome } from '#features/reservation-management/arrivals/schema.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { NOT_ALLOWED } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { businessDate } from '#lib/venue-time.ts'
import type { HeadCountAct, HeadCountsForm } from './schema.ts'
import { findHeadCount, insertHeadCount } from './store.ts'

export { insertHeadCount, listOwnHeadCounts, lockWalkIns, readCapacity, readWalkIns } from './store.ts'

/**
 * Records the counts of a device, idempotently by their ids. None is refused for the number of people inside: a device
 * that was offline reports facts.
 */
export async function recordHeadCounts(
  deps: ActorDeps,
  { sentAt, deviceName, counts }: HeadCountsForm,
): Promise<Result<readonly ActOutcome[], { readonly why: 'not_allowed' }>> {
  if (!may(deps.actor.role, 'arrivals.record')) return no(NOT_ALLOWED)
  const outcomes: ActOutcome[] = []
  for (const count of counts) {
    const happenedAt = actTime(count.at, sentAt, deps.now)
    // oxlint-disable-next-line no-await-in-loop -- a count may take back the one before it
    const isRecorded = await recordOne(deps, count, { happenedAt, deviceName })
    outcomes.push(
      isRecorded ? { id: count.id, isRecorded } : { id: count.id, isRecorded, text: NOTHING_TO_UNDO },
    )
  }
  return ok(outcomes)
}

type Recorded = { readonly happenedAt: Date; readonly deviceName: string }

/** False where the count to take back was never recorded. */
async function recordOne(
  { db, actor }: ActorDeps,
  count: HeadCountAct,
  { happenedAt, deviceName }: Recorded,
): Promise<boolean> {
  const common = { id: count.id, happenedAt, deviceName, actorId: actor.id, actorName: actor.name }
  if ('change' in count) {
    const { change, isReturn = false } = count
    // One count is either of guests who go out or of guests who come back.
    await insertHeadCount(db, {
      ...common,
      change,
      isReturn: isReturn && change > 0,
      night: businessDate(happenedAt),
    })
    return true
  }
  const undone = await findHeadCount(db, count.undoesId)
  if (!undone) return false
  await insertHeadCount(db, {
    ...common,
    undoesId: count.undoesId,
    change: -undone.change,
    night: undone.night,
  })
  return true
}
