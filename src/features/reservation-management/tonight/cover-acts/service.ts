import { itemsGuests } from '#features/payments/cover/rules.ts'
import { findCover, insertCover, insertCoverReversal } from '#features/payments/cover/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { ENTRY_GONE, GONE } from '#features/reservation-management/tonight/arrival-acts/rules.ts'
import { actTime, NOTHING_TO_UNDO } from '#features/reservation-management/arrivals/rules.ts'
import { findUndoOf } from '#features/reservation-management/arrivals/service.ts'
import type { ActOutcome } from '#features/reservation-management/arrivals/schema.ts'
import { insertHeadCount } from '#features/reservation-management/tonight/head-counts/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { inTransaction } from '#platform/db/db.ts'
import { coverProblem, nightOfCover } from '#features/reservation-management/arrivals/cover/rules.ts'
import type {
  CoverAct,
  CoverForm,
  CoverTakenAct,
} from '#features/reservation-management/arrivals/cover/schema.ts'
import { NOT_ALLOWED } from '#lib/refusal.ts'
import { lockParty, type Party } from './store.ts'

type Recorded = { readonly happenedAt: Date; readonly deviceName: string }

/**
 * Records the cover that a device took, each act in a transaction of its own: one that is refused leaves the others. An act
 * that is sent again is recorded once. Money that was taken is a fact: none is refused for what the party owes.
 */
export async function recordCover(
  deps: ActorDeps,
  { sentAt, deviceName, acts }: CoverForm,
): Promise<Result<readonly ActOutcome[], { readonly why: 'not_allowed' }>> {
  if (!may(deps.actor.role, 'cover.take')) return no(NOT_ALLOWED)
  const outcomes: ActOutcome[] = []
  for (const act of acts) {
    const recorded = { happenedAt: actTime(act.at, sentAt, deps.now), deviceName }
    // oxlint-disable-next-line no-await-in-loop -- an act may take back the one before it
    const problem = await inTransaction(deps.db, (trx) => recordOne({ ...deps, db: trx }, act, recorded))
    outcomes.push(
      problem === null ? { id: act.id, isRecorded: true } : { id: act.id, isRecorded: false, text: problem },
    )
  }
  return ok(outcomes)
}

/** Records one act; the text of the refusal, or null. */
const recordOne = (deps: ActorDeps, act: CoverAct, recorded: Recorded): Promise<string | null> =>
  act.kind === 'cover' ? take(deps, act, recorded) : takeBack(deps, act, recorded)

const WALK_INS: Party = { reservationId: null, entryId: null }

async function take(
  { db: trx, now, actor }: ActorDeps,
  act: CoverTakenAct,
  { happenedAt, deviceName }: Recorded,
): Promise<string | null> {
  if (await findCover(trx, act.id)) return null
  const problem = coverProblem(act)
  if (problem !== null) return problem
  const { items, method } = act
  const isOfWalkIns = act.reservationId === undefined && act.entryId === undefined
  const party = isOfWalkIns ? WALK_INS : await lockParty(trx, act)
  if (!party) return act.entryId === undefined ? GONE : ENTRY_GONE
  const night = nightOfCover(act.night, happenedAt, now)
  const by = { actorId: actor.id, actorName: actor.name }
  const isNew = await insertCover(trx, {
    ...by,
    ...party,
    actId: act.id,
    night,
    movedAt: happenedAt,
    method,
    items,
  })
  // Free cover has the id of its arrival, which may have been taken back before this was sent.
  const undo = party.entryId === null ? undefined : await findUndoOf(trx, act.id)
  if (undo) await insertCoverReversal(trx, { ...by, actId: undo.id, undoesId: act.id, movedAt: happenedAt })
  if (isNew && isOfWalkIns)
    await insertHeadCount(trx, {
      ...by,
      id: act.id,
      night,
      change: itemsGuests(items),
      happenedAt,
      deviceName,
    })
  return null
}

/** Takes cover back by lines of its own, and the heads that were counted with it. */
async function takeBack(
  { db: trx, actor }: ActorDeps,
  { id, undoesId }: Extract<CoverAct, { kind: 'cover_undone' }>,
  { happenedAt, deviceName }: Recorded,
): Promise<string | null> {
  const undone = await findCover(trx, undoesId)
  if (!undone) return NOTHING_TO_UNDO
  const by = { actorId: actor.id, actorName: actor.name }
  await insertCoverReversal(trx, { ...by, actId: id, undoesId, movedAt: happenedAt })
  if (undone.isOfWalkIns) {
    const { night, guests } = undone
    await insertHeadCount(trx, { ...by, id, undoesId, night, change: -guests, happenedAt, deviceName })
  }
  return null
}
