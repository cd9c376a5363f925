import { recordActivity } from '#features/audit-log/service.ts'
import { mergedFacts, mergeProblem } from '#features/guests/rules.ts'
import { guestRecordOf, type GuestRefusal, lockGuests, writeGuest } from '#features/guests/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { NOT_ALLOWED, NOT_FOUND, refused } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { UNDO_OVER, undoUntil } from '#lib/undo-window.ts'
import { inTransaction } from '#platform/db/db.ts'
import { insertMerge, listMergedIds, lockMerge, markMergeUndone, writeMergedInto } from './store.ts'

type LockedGuest = Awaited<ReturnType<typeof lockGuests>>[number]
type MergeRefusal = Exclude<GuestRefusal, { why: 'version_conflict' }>

/** The facts that Undo restores. */
const factsBefore = ({ name, tags, allergies, note, blockReason, blockedAt, blockedBy }: LockedGuest) => ({
  name,
  tags,
  allergies,
  note,
  blockReason,
  blockedAt: blockedAt?.toISOString() ?? null,
  blockedBy,
})

/**
 * Merges another row of the same person into a guest: reservations, contacts and figures count for the kept guest from now
 * on. Nothing of either is moved, only its facts are joined, so that Undo separates the two exactly.
 */
export async function mergeGuests(
  { db, now, actor }: ActorDeps,
  id: string,
  otherId: string,
): Promise<Result<{ readonly mergeId: string }, MergeRefusal>> {
  if (!may(actor.role, 'guests.merge')) return no(NOT_ALLOWED)
  if (id === otherId) return no(refused('This is the same guest. Please choose another one to merge.'))
  return inTransaction(db, async (trx) => {
    const locked = await lockGuests(trx, [id, otherId])
    const kept = locked.find((it) => it.id === id)
    const merged = locked.find((it) => it.id === otherId)
    if (!kept || kept.mergedInto) return no(NOT_FOUND)
    if (!merged) return no(refused('The other guest no longer exists: their data was erased.'))
    if (merged.mergedInto)
      return no(refused('The other guest was merged meanwhile. Please search once more.'))
    const facts = mergedFacts(kept, merged)
    const problem = mergeProblem(facts)
    if (problem) return no(refused(problem))
    const block = kept.blockReason === null ? merged : kept
    const movedIds = await listMergedIds(trx, otherId)
    await writeMergedInto(trx, [otherId, ...movedIds], id)
    const { blockedAt, blockedBy } = block
    const keptVersion = await writeGuest(trx, id, { ...facts, blockedAt, blockedBy, editedBy: actor.name })
    const mergeId = await insertMerge(trx, {
      guestId: id,
      mergedId: otherId,
      movedIds,
      before: factsBefore(kept),
      keptVersion,
      undoUntil: undoUntil(now),
    })
    await recordActivity(trx, {
      actor,
      action: 'merged',
      entity: 'guest',
      entityId: id,
      before: guestRecordOf(kept),
      after: { ...guestRecordOf(facts), mergedGuest: merged.name },
    })
    return ok({ mergeId })
  })
}

/** Separates two merged guests and restores the facts of the kept one, within the undo window. */
export async function undoMerge(
  { db, now, actor }: ActorDeps,
  id: string,
  mergeId: string,
): Promise<Result<null, MergeRefusal>> {
  if (!may(actor.role, 'guests.merge')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const merge = await lockMerge(trx, mergeId)
    if (!merge || merge.guestId !== id) return no(NOT_FOUND)
    const locked = await lockGuests(trx, [id, merge.mergedId])
    const kept = locked.find((it) => it.id === id)
    const merged = locked.find((it) => it.id === merge.mergedId)
    const isAsMerged = kept?.version === merge.keptVersion && merged?.mergedInto === id
    if (!kept || !isAsMerged || merge.undoneAt || merge.undoUntil <= now) return no(refused(UNDO_OVER))
    await writeMergedInto(trx, [merge.mergedId], null)
    await writeMergedInto(trx, merge.movedIds, merge.mergedId)
    const { blockedAt, ...before } = merge.before
    await writeGuest(trx, id, {
      ...before,
      blockedAt: blockedAt === null ? null : new Date(blockedAt),
      editedBy: actor.name,
    })
    await markMergeUndone(trx, mergeId, now)
    await recordActivity(trx, {
      actor,
      action: 'undid the merge of',
      entity: 'guest',
      entityId: id,
      before: guestRecordOf(kept),
      after: guestRecordOf(before),
    })
    return ok(null)
  })
}
