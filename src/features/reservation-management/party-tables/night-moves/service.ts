import type { Actor } from '#features/permissions/schema.ts'
import { findFacts, replaceLines } from '#features/reservation-management/amendments/outcomes/service.ts'
import type { AmendedFacts, ChangeReceipt } from '#features/reservation-management/changes/schema.ts'
import { NO_PRICE_DECISION, recordAmendment } from '#features/reservation-management/changes/service.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import type { ReservationLine } from '#features/reservations/schema.ts'
import type { Db } from '#platform/db/db.ts'

type NightMove = {
  readonly actor: Actor
  readonly now: Date
  readonly before: Booking
  readonly facts: AmendedFacts
  /** Whether staff want the guest to read it. */
  readonly isEmailed: boolean
}

/**
 * Records the other tables of a night, which the caller has written. The price stays, and its line names the new table.
 * The guest is emailed after the undo window, where staff want it and the night has not begun.
 */
export async function recordNightMove(
  trx: Db,
  { actor, now, before, facts, isEmailed }: NightMove,
): Promise<ChangeReceipt> {
  const { id, status, startsAt, guestEmail } = before
  const moved = (await findFacts(trx, id)) ?? facts
  await replaceLines(trx, id, namingTable(facts.lines, moved))
  const after = (await findFacts(trx, id)) ?? moved
  const isTold = isEmailed && guestEmail !== '' && startsAt > now && isExpected(status)
  const amendment = {
    ...NO_PRICE_DECISION,
    isEmailed: isTold,
    before: facts,
    after,
    actor: { id: actor.id, name: actor.name },
  }
  const actId = await recordAmendment(trx, { now, reservation: before, status, amendment })
  return { actId, email: isTold ? 'reservation_changed' : null }
}

/** Whether the party may still come: a cancelled one is only prepared to be restored at another table. */
const isExpected = (status: Booking['status']): boolean => status !== 'completed' && status !== 'cancelled'

/** The price lines with the name of the first table in the only line of a table: a merged party has several. */
function namingTable(
  lines: readonly ReservationLine[],
  { tableNumbers: [number] }: AmendedFacts,
): readonly ReservationLine[] {
  const isOnly = lines.filter(({ kind }) => kind === 'table').length === 1
  return lines.map((line) =>
    line.kind === 'table' && isOnly && number !== undefined ? { ...line, label: `Table ${number}` } : line,
  )
}
