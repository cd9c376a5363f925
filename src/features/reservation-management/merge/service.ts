import { tablesOf } from '#features/reservations/rules.ts'
import { randomUUID } from 'node:crypto'
import { recordActivity } from '#features/audit-log/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { hasOpenPayment } from '#features/payments/sessions/service.ts'
import { isMoneyUnderWay, transferAll } from '#features/payments/transfers/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { findFacts } from '#features/reservation-management/amendments/outcomes/service.ts'
import { amendedRecord, amendedRecordFor } from '#features/reservation-management/amendments/rules.ts'
import type { AmendedFacts } from '#features/reservation-management/changes/schema.ts'
import { recordReversibleAmendment } from '#features/reservation-management/changes/service.ts'
import { standingEvents } from '#features/reservation-management/arrivals/rules.ts'
import { listArrivalEvents } from '#features/reservation-management/arrivals/service.ts'
import { moveShares } from '#features/reservation-management/entry-shares/service.ts'
import { findWaitingChange } from '#features/reservation-management/guest-changes/service.ts'
import { findOffSaleTogether } from '#features/reservation-management/party-tables/off-sale/service.ts'
import { findMovedRows, readState } from '#features/reservation-management/changes/reversals/service.ts'
import type { Reversal } from '#features/reservation-management/changes/reversals/schema.ts'
import { columnsOf } from '#features/reservation-management/party-tables/rules.ts'
import { moveTasks } from '#features/reservation-management/floor/run-sheet/service.ts'
import {
  findOccupantOf,
  keepSeatedParties,
  lockActiveBooking,
  type OffSaleRefusal,
  findBooking,
  writeAmended,
} from '#features/reservation-management/service.ts'
import { orderedTags } from '#features/reservation-management/tonight/rules.ts'
import { occupiedText } from '#features/reservation-management/rules.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { movePackageContents } from '#features/reservations/package-contents/service.ts'
import { addOwed } from '#features/reservations/price-refunds/service.ts'
import type { JsonRecord } from '#lib/changes.ts'
import { NOT_ALLOWED, NOT_FOUND, refused, type RefusedWithText } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { undoUntil } from '#lib/undo-window.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import { mergedColumns, mergedFacts, mergeProblem, owedCents, partyFacts } from './rules.ts'
import type { MergeChoice, MergeForm, MergeParty, MergePreview } from './schema.ts'
import {
  findMergedInto,
  findPartyFacts,
  listMergeable,
  moveKeptDinner,
  moveLines,
  writeMergedAway,
} from './store.ts'

export { findMerged, findMergedInto, moveLines, moveMerged, writeMergedAway } from './store.ts'

export type MergeRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'version_conflict'; readonly current: JsonRecord }
  | RefusedWithText
  | OffSaleRefusal

/** Reads a reservation for a merge or a split; undefined where it is deleted or missing. */
export async function readParty(db: Db, booking: Booking | undefined): Promise<MergeParty | undefined> {
  const facts = booking && !booking.deletedAt ? await findPartyFacts(db, booking.id) : undefined
  if (!booking || !facts) return undefined
  const standing = standingEvents(await listArrivalEvents(db, [booking.id]))
  return {
    ...booking,
    ...facts,
    hasArrived: standing.some(({ kind }) => kind !== 'no_show'),
    isNoShow: standing.some(({ kind }) => kind === 'no_show'),
    isPaying:
      (await hasOpenPayment(db, booking.id)) || (await findWaitingChange({ db }, booking.id)) !== null,
    isMoneyUnderWay: await isMoneyUnderWay(db, booking.id),
  }
}

/** The reservations that one can be merged with, by time. */
export const listMergeChoices = ({ db, now }: ActorDeps, id: string): Promise<MergeChoice[]> =>
  listMergeable(db, id, now)

/** Which of two reservations is not there any more, and why: meanwhile it was merged or deleted. */
export async function describeMissing(
  db: Db,
  ids: readonly string[],
): Promise<RefusedWithText | typeof NOT_FOUND> {
  for (const id of ids) {
    // oxlint-disable-next-line no-await-in-loop -- two at most
    const booking = await findBooking(db, id)
    if (booking && !booking.deletedAt) continue
    // oxlint-disable-next-line no-await-in-loop -- two at most
    const into = await findMergedInto(db, id)
    const name = booking ? `The reservation of ${booking.guestName}` : 'The reservation'
    return refused(
      `${name} ${into ? `was merged into that of ${into.guestName}` : 'was deleted'} meanwhile. Nothing was changed.`,
    )
  }
  return NOT_FOUND
}

/** Both reservations as they are, and the one that remains. It writes nothing; the merge decides again under its locks. */
export async function previewMerge(
  { db, now }: ActorDeps,
  id: string,
  otherId: string,
): Promise<MergePreview | null> {
  const [stays, goes] = await Promise.all(
    [id, otherId].map(async (it) => readParty(db, await findBooking(db, it))),
  )
  if (!stays || !goes) return null
  const problem = mergeProblem(stays, goes, now)
  return {
    stays: partyFacts(stays),
    goes: partyFacts(goes),
    after: mergedFacts(stays, goes),
    problem,
    offSale: problem === null ? await findOffSaleTogether({ db, now }, { stays, goes }) : null,
  }
}

/**
 * Merges another reservation into this one: its guests, tables, price lines, package content and money. The other one
 * ends without a cancellation, and its code and its link lead here. The constraint `one_party_per_table` decides whether
 * the tables are free at the time of this reservation. Returns the change, for Undo.
 */
export async function mergeReservations(
  deps: ActorDeps,
  id: string,
  form: MergeForm,
): Promise<Result<Merged, MergeRefusal>> {
  const { db, actor } = deps
  if (!may(actor.role, 'reservations.amend')) return no(NOT_ALLOWED)
  return inTransaction(db, (trx) => mergeLocked({ ...deps, db: trx }, id, form))
}

type Merged = { readonly id: string; readonly actId: string }

async function mergeLocked(
  deps: ActorDeps,
  id: string,
  form: MergeForm,
): Promise<Result<Merged, MergeRefusal>> {
  const { db: trx, now, actor } = deps
  // Several reservations are locked in the order of their ids, as everywhere.
  const locked = new Map<string, MergeParty | undefined>()
  for (const it of [id, form.otherId].toSorted())
    // oxlint-disable-next-line no-await-in-loop -- one lock after the other
    locked.set(it, await readParty(trx, await lockActiveBooking(trx, it)))
  const [stays, goes] = [locked.get(id), locked.get(form.otherId)]
  const before = await findFacts(trx, id)
  const gone = await findFacts(trx, form.otherId)
  if (!stays || !goes || !before || !gone) return no(await describeMissing(trx, [id, form.otherId]))
  if (stays.version !== form.version)
    return no({ why: 'version_conflict', current: amendedRecordFor(actor.role, before) })
  if (goes.version !== form.otherVersion)
    return no({ why: 'version_conflict', current: amendedRecordFor(actor.role, gone) })
  const problem = mergeProblem(stays, goes, now)
  if (problem) return no(refused(problem))
  const offSale = await findOffSaleTogether({ db: trx, now }, { stays, goes, agreed: form.offSale })
  if (offSale) return no(offSale)
  // Guests of a third party may sit past their end at the table that is taken over.
  await keepSeatedParties(trx, tablesOf(goes), now)
  let reversal: Reversal | null = null
  const write = async (): Promise<void> => {
    reversal = await unite(deps, stays, goes)
  }
  if (!(await tryUnlessConflict(trx, write)) || reversal === null) {
    const { startsAt, endsAt } = stays
    const occupant = await findOccupantOf(trx, stays.id, { ...goes, startsAt, endsAt, joiningId: goes.id })
    return no(refused(occupiedText(occupant)))
  }
  const actId = await finish(deps, { stays, goes, before, gone, reversal, isEmailed: form.isEmailed })
  return ok({ id, actId })
}

/**
 * Writes both reservations, and returns how to take that back. Money leaves the other one before it ends: a deleted reservation
 * holds none.
 */
async function unite(
  { db: trx, now, actor }: ActorDeps,
  stays: MergeParty,
  goes: MergeParty,
): Promise<Reversal> {
  const read = async () => ({ stays: await readState(trx, stays.id), other: await readState(trx, goes.id) })
  const before = await read()
  const { tableIds, ...columns } = mergedColumns(stays, goes)
  const move = { from: goes.id, to: stays.id }
  const rows = await findMovedRows(trx, move)
  // Two reservations can be merged again after an undo.
  const transferKey = randomUUID()
  await moveLines(trx, move)
  await moveShares(trx, move)
  await movePackageContents(trx, move)
  const packages = goes.lines.map(({ packageKey }) => packageKey)
  await moveTasks({ db: trx }, { ...move, sources: [...packages, stays.specialRequests ? null : 'request'] })
  await transferAll(trx, { ...move, now, actor, reason: 'Merged with another reservation', key: transferKey })
  await addOwed(trx, stays.id, owedCents(goes))
  await writeMergedAway(trx, goes.id, { intoId: stays.id, now, status: goes.status })
  await moveKeptDinner(trx, goes.id, stays.id)
  await writeAmended(trx, stays.id, {
    ...columns,
    ...columnsOf(stays.type, tableIds),
    tags: orderedTags([...stays.tags, ...goes.tags]),
    dinnerId: stays.dinnerId ?? goes.dinnerId,
  })
  return { kind: 'merged', otherId: goes.id, before, after: await read(), rows, transferKey }
}

type Written = {
  readonly stays: MergeParty
  readonly goes: MergeParty
  readonly before: AmendedFacts
  readonly gone: AmendedFacts
  readonly reversal: Reversal
  readonly isEmailed: boolean
}

/**
 * The audit log of both, each without the name of the other guest, whose data may have to be erased; and the emails about
 * what changed, and that the other code still counts.
 */
async function finish(
  deps: ActorDeps,
  { stays, goes, before, gone, reversal, isEmailed }: Written,
): Promise<string> {
  const { db: trx, now, actor } = deps
  const after = (await findFacts(trx, stays.id)) ?? before
  const isTold = isEmailed && stays.startsAt > now
  const facts = { before, after, isEmailed: isTold }
  const actId = await recordReversibleAmendment(trx, { actor, now, reservation: stays, reversal, ...facts })
  if (isTold && goes.guestEmail !== '' && goes.guestEmail.toLowerCase() !== stays.guestEmail.toLowerCase())
    await enqueueEmail(trx, goes.id, {
      kind: 'reservation_merged',
      dedupeKey: actId,
      notBefore: undoUntil(now),
    })
  const entry = { actor, entity: 'reservation' } as const
  await recordActivity(trx, {
    ...entry,
    action: 'merged',
    entityId: stays.id,
    before: amendedRecord(before),
    after: { ...amendedRecord(after), mergedCode: goes.entryCode },
  })
  await recordActivity(trx, {
    ...entry,
    action: 'merged away',
    entityId: goes.id,
    before: amendedRecord(gone),
    after: { guestName: goes.guestName, mergedIntoCode: stays.entryCode },
  })
  return actId
}
