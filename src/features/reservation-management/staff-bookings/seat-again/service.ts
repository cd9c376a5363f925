import { tablesOf } from '#features/reservations/rules.ts'
import { recordActivity } from '#features/audit-log/service.ts'
import { endExpiredHolds } from '#features/holds/table-blocks/service.ts'
import { listFailedOfCancelled, resolveIssues, resolveIssuesOf } from '#features/payments/issues/service.ts'
import { canSeatAgain } from '#features/payments/revenue/rules.ts'
import { closeIssue, type IssueRefusal, findIssue, lockIssue } from '#features/payments/revenue/service.ts'
import { may } from '#features/permissions/rules.ts'
import { creditOwed } from '#features/reservations/credit/service.ts'
import { readRefundedOfPrice } from '#features/payments/refunds/service.ts'
import { setPriceRefunded } from '#features/reservations/price-refunds/service.ts'
import { reseatReservation } from '#features/reservations/service.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { namedTables } from '#lib/text/list-text.ts'
import { NOT_ALLOWED, NOT_FOUND, refused } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import type { ChangeReceipt } from '../../changes/schema.ts'
import { recordChange } from '../../changes/service.ts'
import { columnsOf } from '../../party-tables/rules.ts'
import { nightAgain } from '../../status/returning-nights/service.ts'
import { describeOccupant, findBooking, keepSeatedParties, lockBooking } from '../../service.ts'
import { listFreeNightTables } from '../options/service.ts'
import type { SeatAgainChoice } from './schema.ts'
import { lockTables } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }

/** Free tables for the reservation of a payment issue; null where the issue does not allow seating the guest again. */
export async function listSeatsAgain(deps: Deps, id: string): Promise<SeatAgainChoice | null> {
  const row = await findIssue(deps.db, id)
  if (!row?.eventId || !canSeatAgain(row, deps.now)) return null
  const tables = await listFreeNightTables(deps, row.eventId)
  const booking = row.reservationId ? await findBooking(deps.db, row.reservationId) : undefined
  const before = booking ? tablesOf(booking) : []
  const own = before.flatMap((tableId) => tables.find((it) => it.id === tableId) ?? [])
  return { own: own.length > 0 && own.length === before.length ? own : null, tables }
}

type SeatedAgain = { readonly tableNumbers: readonly number[]; readonly act: ChangeReceipt }

/**
 * Confirms a cancelled reservation at free tables, for the payment that was not refunded, and closes the payment
 * issues of its cancellation. It leaves all tables that are not among them. Locks in the order tables, reservation, payment issue, checkout. The
 * constraint `one_party_per_table` decides whether they are free. The confirmation email follows after the undo window.
 */
export async function seatAgain(
  { db, now, actor }: ActorDeps,
  id: string,
  tableIds: readonly string[],
): Promise<Result<SeatedAgain, IssueRefusal>> {
  if (!may(actor.role, 'payments.edit')) return no(NOT_ALLOWED)
  const work = async (trx: Db): Promise<Result<SeatedAgain, IssueRefusal>> => {
    // Read without a lock, to find the rows to lock; `lockIssue` reads it again.
    const found = await findIssue(trx, id)
    // Locks the tables before the reservation and its payment, in the order of every other transaction.
    const tableNumbers = await lockTables(trx, tableIds)
    const before = found?.reservationId ? await lockBooking(trx, found.reservationId) : undefined
    const row = await lockIssue(trx, id)
    if (!row?.reservationId || !before) return no(NOT_FOUND)
    if (!canSeatAgain(row, now)) return no(NOT_AGAIN)
    if (tableNumbers.length !== new Set(tableIds).size) return no(NO_SUCH_TABLE)
    const night = await nightAgain(trx, before)
    if (!night.ok) return night
    const { booking, moved } = night.value
    const span = { startsAt: booking.startsAt, endsAt: booking.endsAt }
    // oxlint-disable-next-line no-await-in-loop -- one transaction is one connection
    for (const tableId of tableIds) await endExpiredHolds(trx, { tableId, ...span }, now)
    if (span.startsAt <= now) await keepSeatedParties(trx, tableIds, now)
    const seats = { ...columnsOf(before.type, tableIds), ...moved }
    const priceRefundedCents = await readRefundedOfPrice(trx, before.id)
    const failed = (await listFailedOfCancelled(trx, before.id)).filter((it) => it !== row.id)
    if ((await reseatReservation(trx, row.reservationId, seats)) === 'table_gone')
      return no(refused(await describeOccupant(trx, { ...span, tableIds })))
    const seated = `Seated again at ${namedTables(tableNumbers)}`
    await closeIssue(trx, row, { actor, now, action: 'seated again', resolution: seated })
    const done = { by: actor.id, now, resolution: seated }
    const others = await resolveIssuesOf(trx, before.id, done)
    // Another refund of the cancellation that failed: its issue would offer to refund the price of a party that stands.
    await resolveIssues(trx, failed, done)
    await setPriceRefunded(trx, before.id, priceRefundedCents)
    await creditOwed({ db: trx, now }, booking)
    const act = await recordChange(trx, {
      actor,
      now,
      kind: 'status',
      reservation: booking,
      status: 'confirmed',
      resolvedIssues: [row.id, ...others, ...failed],
    })
    await recordActivity(trx, {
      actor,
      action: 'seated again',
      entity: 'reservation',
      entityId: row.reservationId,
      before: { guestName: row.guestName, status: row.reservationStatus },
      after: { guestName: row.guestName, status: 'confirmed', tables: tableNumbers.join(' + ') },
    })
    return ok({ tableNumbers, act })
  }
  return inTransaction(db, work)
}

const NOT_AGAIN = {
  why: 'refused',
  text: 'There is no party to seat again: the reservation stands, the night is over or the money went back.',
} as const
const NO_SUCH_TABLE = { why: 'refused', text: 'That table is not in use.' } as const
