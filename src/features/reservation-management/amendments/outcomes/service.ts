import { enqueueEmail } from '#features/emails/service.ts'
import { findMoney, insertLine, listLines } from '#features/payments/ledger/service.ts'
import { openCents } from '#features/payments/ledger/rules.ts'
import {
  NOTHING_LEFT,
  readRefundable,
  requestPartRefund,
  settleRefunded,
} from '#features/payments/refunds/service.ts'
import { emailOnStatus } from '#features/reservation-management/changes/rules.ts'
import type { Amendment, PendingChange } from '#features/reservation-management/changes/schema.ts'
import {
  FINISH_AMENDMENTS,
  finishLater,
  listPendingChanges,
  markSettled,
} from '#features/reservation-management/changes/service.ts'
import { takeBackLeftOut } from '#features/reservation-management/entry-shares/service.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { deleteUnbookedContents } from '#features/reservations/package-contents/service.ts'
import { countPriceRefund } from '#features/reservations/price-refunds/service.ts'
import { lockReservation, type ReservationFacts } from '#features/reservations/service.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { findFacts, replaceLines } from './store.ts'

export { findFacts, replaceLines } from './store.ts'

type Amended = PendingChange & { readonly amendment: Amendment }
const isAmended = (it: PendingChange): it is Amended => it.amendment !== null

/** Cents that go back online for changes that were made a moment ago, and whose refund is not requested yet. */
export const readUnsettledRefund = async ({ db }: { readonly db: Db }, id: string): Promise<number> =>
  (await listPendingChanges(db, id))
    .filter(isAmended)
    .reduce((sum, { amendment }) => sum + amendment.refundCents - amendment.refundVenueCents, 0)

/**
 * Settles the amendments of a reservation after the undo window: requests the refunds of price differences, deletes the
 * content of removed packages, takes back the codes of friends who are no longer of the party, and enqueues one email about all of them. Idempotent, as `finishChanges` is.
 */
export async function finishAmendments(
  { db, now }: { readonly db: Db; readonly now: Date },
  id: string,
): Promise<void> {
  const work = async (trx: Db): Promise<void> => {
    const reservation = await lockReservation(trx, id)
    const acts = (await listPendingChanges(trx, id)).filter(isAmended)
    const last = acts.at(-1)
    if (!reservation || !last) return
    if (last.undoUntil > now)
      return finishLater(trx, { reservationId: id, runAt: last.undoUntil, name: FINISH_AMENDMENTS })
    await markSettled(trx, id, now)
    for (const act of acts)
      // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
      await countPriceRefund(trx, id, () => refundDifference(trx, { id, act, now }))
    // A guest who cancelled within the undo window is owed less by what staff have handed over.
    if (reservation.status === 'cancelled')
      await settleRefunded(trx, id, { by: last.amendment.actor.id, now, resolution: NOTHING_LEFT })
    await deleteUnbookedContents(trx, id)
    if (acts.some(({ amendment: { before, after } }) => after.guestCount < before.guestCount))
      await takeBackLeftOut({ db: trx, now }, id, reservation.guestCount)
    await enqueueChanged(trx, { reservation, acts, now })
  }
  await inTransaction(db, work)
}

type Refund = { readonly id: string; readonly act: Amended; readonly now: Date }

/**
 * Refunds a price difference, never more than is left: the online part at the provider, and at the venue at most what staff
 * were asked to hand over. Where the online part was refunded otherwise meanwhile, no cash moved in its place. Returns the refund.
 */
async function refundDifference(trx: Db, { id, act, now }: Refund): Promise<number> {
  const { refundCents, refundVenueCents, refundMethod, reason, actor } = act.amendment
  if (refundCents === 0) return 0
  const money = await findMoney(trx, id)
  // The guest may have cancelled within the undo window: a fee that is kept then stays.
  const left = Math.min(refundCents, money ? Math.max(0, openCents(money) - money.keptCents) : 0)
  const onlineCents = Math.min(left, await readRefundable({ db: trx }, id))
  const note = reason || 'The price is lower after a change'
  if (onlineCents > 0)
    await requestPartRefund(trx, id, { amountCents: onlineCents, note, requestedBy: actor.id })
  const venueCents = Math.min(refundVenueCents, left - onlineCents)
  if (venueCents > 0)
    await insertLine(trx, {
      sourceKey: `price-refund:${act.id}`,
      kind: 'refund',
      method: refundMethod,
      amountCents: -venueCents,
      reservationId: id,
      movedAt: now,
      actorId: actor.id,
      actorName: actor.name,
      reason: note,
    })
  return onlineCents + venueCents
}

type Changed = {
  readonly reservation: ReservationFacts
  readonly acts: readonly Amended[]
  readonly now: Date
}

/** One email about all amendments of the window. A reservation that an amendment confirmed gets its confirmation. */
async function enqueueChanged(trx: Db, { reservation, acts, now }: Changed): Promise<void> {
  const { id, status, startsAt, endsAt, guestEmail, reservationType: type } = reservation
  const first = acts.find(({ amendment }) => amendment.isEmailed)
  if (!first || (status !== 'confirmed' && status !== 'pending') || endsAt <= now || guestEmail === '') return
  const from = first.before.status
  const kind =
    emailOnStatus({ type, startsAt, guestEmail }, { from, to: status }, now) ?? 'reservation_changed'
  await enqueueEmail(trx, id, { kind, dedupeKey: first.id })
}

/** Source key of the ledger line by which an amendment waives a higher price. */
export const waiverKey = (actId: string): string => `waived:${actId}`

type Undone = { readonly act: PendingChange; readonly actor: Actor; readonly now: Date; readonly id: string }

/** Undoes what an amendment wrote beside the reservation's columns: its price lines and its discount. */
export async function revertAmendment(trx: Db, { act, actor, now, id }: Undone): Promise<void> {
  if (!act.amendment) return
  await replaceLines(trx, id, act.amendment.before.lines)
  const waived = (await listLines(trx, id)).find(({ sourceKey }) => sourceKey === waiverKey(act.id))
  if (!waived || waived.reversedById) return
  await insertLine(trx, {
    sourceKey: `reverses:${waived.id}`,
    kind: 'discount',
    allowanceCents: -waived.allowanceCents,
    reservationId: id,
    reversesId: waived.id,
    movedAt: now,
    actorId: actor.id,
    actorName: actor.name,
    reason: 'The change was undone',
  })
}

/** The columns that Undo of an amendment restores; none for any other change. */
export const columnsBefore = ({ amendment }: Pick<PendingChange, 'amendment'>) => {
  if (!amendment) return {}
  const { guestName, guestEmail, guestPhone, guestCount, eventId, date, startsAt, endsAt, totalCents } =
    amendment.before
  const { isLargeParty, holderCount } = amendment.before
  return {
    ...(isLargeParty === undefined ? {} : { isLargeParty }),
    ...(holderCount === undefined ? {} : { holderCount }),
    guestName,
    guestEmail,
    guestPhone,
    guestCount,
    eventId,
    startsAt,
    endsAt,
    businessDate: date,
    totalPriceCents: totalCents,
  }
}

/** Whether a reservation still has the facts that an amendment gave it. The guest may have changed it since. */
export async function isAsAmended(trx: Db, id: string, { amendment }: PendingChange): Promise<boolean> {
  if (!amendment) return true
  const current = await findFacts(trx, id)
  return (
    current !== undefined && JSON.stringify(keyFacts(current)) === JSON.stringify(keyFacts(amendment.after))
  )
}

const keyFacts = (it: Amendment['after']) => [
  [it.guestName, it.guestEmail, it.guestPhone, it.guestCount, it.eventId, it.date, it.startsAt, it.endsAt],
  [it.tableId, it.secondTableId, it.totalCents],
]
