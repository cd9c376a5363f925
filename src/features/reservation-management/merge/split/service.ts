import { tablesOf } from '#features/reservations/rules.ts'
import { recordActivity } from '#features/audit-log/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { transferPart } from '#features/payments/transfers/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { findFacts } from '#features/reservation-management/amendments/outcomes/service.ts'
import { amendedRecord, amendedRecordFor } from '#features/reservation-management/amendments/rules.ts'
import { recordReversibleAmendment } from '#features/reservation-management/changes/service.ts'
import {
  goodwillCents,
  owedCents,
  partyFacts,
  partyProblem,
} from '#features/reservation-management/merge/rules.ts'
import type { AmendedFacts } from '#features/reservation-management/changes/schema.ts'
import type { MergeParty } from '#features/reservation-management/merge/schema.ts'
import {
  type MergeRefusal,
  moveLines,
  moveMerged,
  readParty,
} from '#features/reservation-management/merge/service.ts'
import { findMovedRows, readState } from '#features/reservation-management/changes/reversals/service.ts'
import type { Reversal } from '#features/reservation-management/changes/reversals/schema.ts'
import { columnsOf } from '#features/reservation-management/party-tables/rules.ts'
import { confirmationOf } from '#features/reservation-management/rules.ts'
import { moveTasks } from '#features/reservation-management/floor/run-sheet/service.ts'
import {
  lockActiveBooking,
  findBooking,
  refuseOccupied,
  writeAmended,
} from '#features/reservation-management/service.ts'
import { findByKey } from '#features/reservation-management/staff-bookings/service.ts'
import { movePackageContents } from '#features/reservations/package-contents/service.ts'
import { NOT_ALLOWED, NOT_FOUND, refused } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { undoUntil } from '#lib/undo-window.ts'
import { inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import { shareProblem, shareTotal, splitHolders } from './rules.ts'
import type { SplitForm, SplitSource } from './schema.ts'
import { findCommon, insertSplitOff } from './store.ts'

/** `actId`: the change of the reservation that was split, for Undo. Missing where the form was sent before. */
type Split = Result<{ readonly id: string; readonly actId?: string }, MergeRefusal>

/** All that a split divides, and why it is not possible now; null where the reservation does not exist. */
export async function readSplitSource({ db, now }: ActorDeps, id: string): Promise<SplitSource | null> {
  const party = await readParty(db, await findBooking(db, id))
  return party ? sourceOf(party, now) : null
}

const NEEDS_TABLE =
  'A night reservation has a table of its own. Give this party a second table on the floor first, then split it.'

function sourceOf(it: MergeParty, now: Date): SplitSource {
  const { type, lines, tables, allowanceCents, openCents } = it
  const facts = partyFacts(it)
  return {
    ...facts,
    receivedCents: facts.receivedCents - owedCents(it),
    type,
    lines: lines.map(({ id, label, amountCents }) => ({ id, label, amountCents })),
    tables,
    allowanceCents,
    movableCents: openCents - owedCents(it),
    problem:
      partyProblem(it, now) ??
      (type === 'nightlife' && tables.length < 2 ? NEEDS_TABLE : null) ??
      (it.guestCount < 2 ? 'A party of one cannot be split.' : null) ??
      (goodwillCents(it) > 0
        ? 'A part of its payments was refunded. The price that this refund belongs to cannot be told apart any more.'
        : null),
  }
}

/**
 * Gives a part of a party a reservation of its own, with a code and a link: guests, tables, price lines with their
 * package content, and a share of the payments. All is one transaction; the sum of the ledger is the same before and
 * after.
 */
export async function splitReservation(deps: ActorDeps, id: string, form: SplitForm): Promise<Split> {
  const { db, actor } = deps
  if (!may(actor.role, 'reservations.amend')) return no(NOT_ALLOWED)
  return inTransaction(db, (trx) => splitLocked({ ...deps, db: trx }, id, form))
}

async function splitLocked(deps: ActorDeps, id: string, form: SplitForm): Promise<Split> {
  const { db: trx, now, actor } = deps
  const party = await readParty(trx, await lockActiveBooking(trx, id))
  const earlier = await findByKey(trx, form.key)
  if (earlier) return ok({ id: earlier.id })
  const before = await findFacts(trx, id)
  if (!party || !before) return no(NOT_FOUND)
  if (party.version !== form.version)
    return no({ why: 'version_conflict', current: amendedRecordFor(actor.role, before) })
  const source = sourceOf(party, now)
  const problem = source.problem ?? shareProblem(source, { ...form, paidCents: form.paid })
  if (problem) return no(refused(problem))
  let reversal: Reversal | null = null
  const divide = async (): Promise<void> => {
    reversal = await writeBoth(deps, party, { form, source })
  }
  if (!(await tryUnlessConflict(trx, divide)) || reversal === null) return refuseOccupied(trx, id)
  return finish(deps, { party, form, before, reversal })
}

type Written = {
  readonly party: MergeParty
  readonly form: SplitForm
  readonly before: AmendedFacts
  readonly reversal: Reversal
}

/** The audit log of both, and the emails, which leave once staff can no longer undo the split. */
async function finish(deps: ActorDeps, { party, form, before, reversal }: Written): Promise<Split> {
  const { db: trx, now, actor } = deps
  const { id } = party
  const splitOff = reversal.otherId
  const after = (await findFacts(trx, id)) ?? before
  const isTold = form.isEmailed && party.startsAt > now
  const facts = { before, after, isEmailed: isTold }
  const actId = await recordReversibleAmendment(trx, { actor, now, reservation: party, reversal, ...facts })
  const parts = (await findFacts(trx, splitOff)) ?? after
  const email = confirmationOf({
    type: party.type,
    status: party.status,
    tableId: parts.tableId,
    guestEmail: parts.guestEmail,
  })
  if (email && isTold) await enqueueEmail(trx, splitOff, { kind: email, notBefore: undoUntil(now) })
  const entry = { actor, entity: 'reservation' } as const
  await recordActivity(trx, {
    ...entry,
    action: 'split',
    entityId: id,
    before: amendedRecord(before),
    after: { ...amendedRecord(after), paidMovedCents: form.paid },
  })
  await recordActivity(trx, {
    ...entry,
    action: 'split off',
    entityId: splitOff,
    before: null,
    after: { ...amendedRecord(parts), splitFromCode: party.entryCode, receivedCents: form.paid },
  })
  return ok({ id: splitOff, actId })
}

type Division = { readonly form: SplitForm; readonly source: SplitSource }

/**
 * Releases tables and price from the one, inserts the other, and moves money and package content. Returns how to take that
 * back.
 */
async function writeBoth(
  { db: trx, now, actor }: ActorDeps,
  party: MergeParty,
  { form, source }: Division,
): Promise<Reversal> {
  const { id } = party
  const stays = await readState(trx, id)
  const goesTotal = shareTotal(source, form)
  const stay = tablesOf(party).filter((it) => !form.tableIds.includes(it))
  const holders = splitHolders(party, form)
  await writeAmended(trx, id, {
    guestCount: party.guestCount - form.guests,
    holderCount: holders.stays,
    totalPriceCents: party.totalCents - goesTotal,
    ...columnsOf(party.type, stay),
  })
  const common = await findCommon(trx, id)
  const { id: splitOff } = await insertSplitOff(trx, {
    ...common,
    ...columnsOf(party.type, form.tableIds),
    paymentStatus: 'none',
    guestName: form.name,
    guestEmail: form.email ?? '',
    guestPhone: form.phone,
    guestCount: form.guests,
    holderCount: holders.goes,
    totalPriceCents: goesTotal,
    source: 'phone',
    formKey: form.key,
  })
  const move = { from: id, to: splitOff }
  await moveLines(trx, { ...move, ids: form.lineIds })
  await movePackageContents(trx, move)
  const moved = party.lines.filter((it) => form.lineIds.includes(it.id))
  await moveTasks({ db: trx }, { ...move, sources: moved.map(({ packageKey }) => packageKey) })
  await moveMerged(trx, move)
  const reason = 'Split into two reservations'
  await transferPart(trx, { ...move, now, actor, reason, key: splitOff }, form.paid)
  return {
    kind: 'split',
    otherId: splitOff,
    before: { stays, other: null },
    after: { stays: await readState(trx, id), other: await readState(trx, splitOff) },
    rows: { ...(await findMovedRows(trx, { from: splitOff, to: id })), replacedTasks: [] },
    transferKey: splitOff,
  }
}
