import { tablesOf } from '#features/reservations/rules.ts'
import { isDeepStrictEqual } from 'node:util'
import { recordActivity } from '#features/audit-log/service.ts'
import { deleteReservationEmails, deleteUnsentEmail } from '#features/emails/service.ts'
import { transferBack } from '#features/payments/transfers/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { findFacts } from '#features/reservation-management/amendments/outcomes/service.ts'
import { amendedRecord } from '#features/reservation-management/amendments/rules.ts'
import type { PendingChange } from '#features/reservation-management/changes/schema.ts'
import { listPendingChanges, markUndone } from '#features/reservation-management/changes/service.ts'
import { owedCents, partyProblem } from '#features/reservation-management/merge/rules.ts'
import { readParty, writeMergedAway } from '#features/reservation-management/merge/service.ts'
import type { Reversal } from '#features/reservation-management/changes/reversals/schema.ts'
import {
  moveRowsBack,
  readState,
  writeMoneyState,
  writeState,
} from '#features/reservation-management/changes/reversals/service.ts'
import {
  findBooking,
  keepSeatedParties,
  lockBooking,
  refuseOccupied,
} from '#features/reservation-management/service.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { movePackageContents } from '#features/reservations/package-contents/service.ts'
import { addOwed } from '#features/reservations/price-refunds/service.ts'
import { NOT_ALLOWED, refused } from '#lib/refusal.ts'
import { no, ok } from '#lib/result.ts'
import { UNDO_OVER } from '#lib/undo-window.ts'
import { type Db, tryUnlessConflict } from '#platform/db/db.ts'

type Undoing = { readonly id: string; readonly otherId: string; readonly actId: string }

/**
 * Undoes a merge or a split, in the caller's transaction: both reservations are as they were, with their guests, tables, prices and
 * money. It is refused where either of them was changed since, or where guests have arrived or pay.
 */
export async function undoReversible({ db: trx, now, actor }: ActorDeps, { id, otherId, actId }: Undoing) {
  if (!may(actor.role, 'reservations.amend')) return no(NOT_ALLOWED)
  const locked = new Map<string, Booking | undefined>()
  // Several reservations are locked in the order of their ids, as everywhere.
  for (const it of [id, otherId].toSorted())
    // oxlint-disable-next-line no-await-in-loop -- one lock after the other
    locked.set(it, await lockBooking(trx, it))
  const act = (await listPendingChanges(trx, id)).at(-1)
  if (act?.id !== actId || !act.reversal || act.undoUntil <= now) return no(refused(UNDO_OVER))
  const { kind, after } = act.reversal
  const isAsWritten =
    isDeepStrictEqual(await readState(trx, id), after.stays) &&
    isDeepStrictEqual(await readState(trx, otherId), after.other)
  if (!isAsWritten) return no(refused(UNDO_OVER))
  for (const it of kind === 'merged' ? [id] : [id, otherId]) {
    // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
    const party = await readParty(trx, locked.get(it))
    const problem = party ? partyProblem({ ...party, hasPendingChange: false }, now) : UNDO_OVER
    if (problem) return no(refused(problem))
  }
  const left = await findFacts(trx, id)
  const tables = [id, otherId].flatMap((it) => {
    const party = locked.get(it)
    return party ? tablesOf(party) : []
  })
  // Guests of a third party may sit past their end at a table that one of the two has again.
  await keepSeatedParties(trx, tables, now)
  if (!(await tryUnlessConflict(trx, () => restore({ db: trx, now, actor }, { id, reversal: act.reversal }))))
    return refuseOccupied(trx, id)
  await dropEmails(trx, act, act.reversal)
  await markUndone(trx, act.id, now)
  for (const [entityId, before] of [
    [id, left],
    [otherId, null],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one transaction is one connection
    const facts = await findFacts(trx, entityId)
    await recordActivity(trx, {
      actor,
      action: kind === 'merged' ? 'undid the merge of' : 'undid the split of',
      entity: 'reservation',
      entityId,
      before: before ? amendedRecord(before) : null,
      after: facts ? amendedRecord(facts) : null,
    })
    // oxlint-enable no-await-in-loop
  }
  return ok(null)
}

async function restore(
  { db: trx, now, actor }: ActorDeps,
  { id, reversal }: { readonly id: string; readonly reversal: Reversal | null },
): Promise<void> {
  if (!reversal) return
  const { kind, otherId, before, after, rows, transferKey: key } = reversal
  if (before.other) {
    // Tables are left before the other party has them again.
    await writeState(trx, id, before.stays)
    await writeState(trx, otherId, before.other)
    await moveRowsBack(trx, otherId, rows)
    await movePackageContents(trx, { from: id, to: otherId })
  } else {
    await moveRowsBack(trx, id, rows)
    await movePackageContents(trx, { from: otherId, to: id })
  }
  const reason = kind === 'merged' ? 'The merge was undone' : 'The split was undone'
  await transferBack(trx, { key, now, actor, reason })
  if (before.other) {
    await writeMoneyState(trx, otherId, before.other)
    const goes = await findBooking(trx, otherId)
    if (goes) await addOwed(trx, id, -owedCents(goes))
  } else {
    await writeMergedAway(trx, otherId, { intoId: id, now, status: statusIn(after.other) })
    await writeState(trx, id, before.stays)
  }
  await writeMoneyState(trx, id, before.stays)
}

const statusIn = (state: Reversal['after']['other']): Booking['status'] =>
  state['status'] === 'pending' ? 'pending' : 'confirmed'

/** The emails about it, which have not left. A part that is no reservation any more gets none at all. */
const dropEmails = (trx: Db, act: PendingChange, { kind, otherId }: Reversal): Promise<void> =>
  kind === 'merged'
    ? deleteUnsentEmail(trx, otherId, { kind: 'reservation_merged', dedupeKey: act.id })
    : deleteReservationEmails(trx, [otherId])
