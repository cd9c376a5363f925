import { recordActivity } from '#features/audit-log/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { hasOpenPayment } from '#features/payments/sessions/service.ts'
import { isMoneyUnderWay, transferAll } from '#features/payments/transfers/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { findFacts } from '#features/reservation-management/amendment-outcomes/service.ts'
import { amendedRecord } from '#features/reservation-management/amendments/rules.ts'
import type { AmendedFacts } from '#features/reservation-management/changes/schema.ts'
import { recordFinalAmendment } from '#features/reservation-management/changes/service.ts'
import { standingEvents } from '#features/reservation-management/arrivals/rules.ts'
import { listArrivalEvents } from '#features/reservation-management/arrivals/service.ts'
import { moveShares } from '#features/reservation-management/entry-shares/service.ts'
import { findWaitingChange } from '#features/reservation-management/guest-changes/service.ts'
import { columnsOf } from '#features/reservation-management/party-tables/rules.ts'
import { moveTasks } from '#features/reservation-management/run-sheet/service.ts'
import { findOccupantOf, lockActiveBooking, readBooking } from '#features/reservation-management/service.ts'
import { orderedTags } from '#features/reservation-management/tonight/rules.ts'
import { occupiedText } from '#features/reservation-management/rules.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { movePackageContents } from '#features/reservations/package-contents/service.ts'
import type { JsonRecord } from '#lib/changes.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, retryDeadlocks, tryUnlessConflict } from '#platform/db/db.ts'
import { mergedColumns, mergedFacts, mergeProblem, partyFacts } from './rules.ts'
import type { MergeChoice, MergeForm, MergeParty, MergePreview } from './schema.ts'
import {
  findPartyFacts,
  listMergeable,
  moveKeptDinner,
  moveLines,
  writeMergedAway,
  writeUnited,
} from './store.ts'

export { findMerged, findMergedInto, moveLines, moveMerged, writeUnited } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly actor: Actor }

export type MergeRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | { readonly why: 'version_conflict'; readonly current: JsonRecord }
  | { readonly why: 'refused'; readonly text: string }

const refused = (text: string) => no({ why: 'refused', text } as const)

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
export const listMergeChoices = ({ db, now }: Deps, id: string): Promise<MergeChoice[]> =>
  listMergeable(db, id, now)

/** Both reservations as they are, and the one that remains. It writes nothing; the merge decides again under its locks. */
export async function previewMerge(
  { db, now }: Deps,
  id: string,
  otherId: string,
): Promise<MergePreview | null> {
  const [stays, goes] = await Promise.all(
    [id, otherId].map(async (it) => readParty(db, await readBooking({ db }, it))),
  )
  if (!stays || !goes) return null
  return {
    stays: partyFacts(stays),
    goes: partyFacts(goes),
    after: mergedFacts(stays, goes),
    problem: mergeProblem(stays, goes, now),
  }
}

/**
 * Merges another reservation into this one: its guests, tables, price lines, package content and money. The other one
 * ends without a cancellation, and its code and its link lead here. The constraint `one_party_per_table` decides whether
 * the tables are free at the time of this reservation.
 */
export async function mergeReservations(
  deps: Deps,
  id: string,
  form: MergeForm,
): Promise<Result<{ readonly id: string }, MergeRefusal>> {
  const { db, actor } = deps
  if (!may(actor.role, 'reservations.amend')) return no({ why: 'not_allowed' })
  return retryDeadlocks(() => db.transaction().execute((trx) => mergeLocked({ ...deps, db: trx }, id, form)))
}

async function mergeLocked(
  deps: Deps,
  id: string,
  form: MergeForm,
): Promise<Result<{ readonly id: string }, MergeRefusal>> {
  const { db: trx, now } = deps
  // Several reservations are locked in the order of their ids, as everywhere.
  const locked = new Map<string, MergeParty | undefined>()
  for (const it of [id, form.otherId].toSorted())
    // oxlint-disable-next-line no-await-in-loop -- one lock after the other
    locked.set(it, await readParty(trx, await lockActiveBooking(trx, it)))
  const [stays, goes] = [locked.get(id), locked.get(form.otherId)]
  const before = await findFacts(trx, id)
  const gone = await findFacts(trx, form.otherId)
  if (!stays || !goes || !before || !gone) return no({ why: 'not_found' })
  if (stays.version !== form.version) return no({ why: 'version_conflict', current: amendedRecord(before) })
  if (goes.version !== form.otherVersion) return no({ why: 'version_conflict', current: amendedRecord(gone) })
  const problem = mergeProblem(stays, goes, now)
  if (problem) return refused(problem)
  if (!(await tryUnlessConflict(trx, () => unite(deps, stays, goes)))) {
    const { startsAt, endsAt } = stays
    return refused(occupiedText(await findOccupantOf(trx, stays.id, { ...goes, startsAt, endsAt })))
  }
  await finish(deps, { stays, goes, before, gone, isEmailed: form.isEmailed })
  return ok({ id })
}

/** Writes both reservations. Money leaves the other one before it ends: a deleted reservation holds none. */
async function unite({ db: trx, now, actor }: Deps, stays: MergeParty, goes: MergeParty): Promise<void> {
  const { tableIds, ...columns } = mergedColumns(stays, goes)
  const move = { from: goes.id, to: stays.id }
  await moveLines(trx, move)
  await moveShares(trx, move)
  await movePackageContents({ db: trx }, move)
  const packages = goes.lines.map(({ packageKey }) => packageKey)
  await moveTasks({ db: trx }, { ...move, sources: [...packages, stays.specialRequests ? null : 'request'] })
  await transferAll(trx, { ...move, now, actor, reason: 'Merged with another reservation', key: goes.id })
  await writeMergedAway(trx, goes.id, { intoId: stays.id, now, status: goes.status })
  await moveKeptDinner(trx, goes.id, stays.id)
  await writeUnited(trx, stays.id, {
    ...columns,
    ...columnsOf(stays.type, tableIds),
    tags: orderedTags([...stays.tags, ...goes.tags]),
    dinnerId: stays.dinnerId ?? goes.dinnerId,
  })
}

type Merged = {
  readonly stays: MergeParty
  readonly goes: MergeParty
  readonly before: AmendedFacts
  readonly gone: AmendedFacts
  readonly isEmailed: boolean
}

/**
 * The audit log of both, each without the name of the other guest, whose data may have to be erased; and the emails about
 * what changed, and that the other code still counts.
 */
async function finish(deps: Deps, { stays, goes, before, gone, isEmailed }: Merged): Promise<void> {
  const { db: trx, now, actor } = deps
  const after = (await findFacts(trx, stays.id)) ?? before
  const isTold = isEmailed && stays.startsAt > now
  await recordFinalAmendment(trx, { actor, now, reservation: stays, before, after, isEmailed: isTold })
  if (isTold && goes.guestEmail !== '' && goes.guestEmail.toLowerCase() !== stays.guestEmail.toLowerCase())
    await enqueueEmail(trx, goes.id, { kind: 'reservation_merged', dedupeKey: stays.id })
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
}
