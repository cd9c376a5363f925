import { recordActivity } from '#features/audit-log/service.ts'
import type { MoneyState } from '#features/payments/ledger/schema.ts'
import { findMoney } from '#features/payments/ledger/service.ts'
import { lockReservation } from '#features/reservations/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { StaffAction } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { NOT_ALLOWED, NOT_FOUND, type ActionRefusal } from '#lib/refusal.ts'
import { no, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'

export type WriteResult = Result<null, ActionRefusal>

export type LockedMoney = {
  readonly trx: Db
  readonly money: MoneyState & { readonly guestName: string }
  readonly reservation: NonNullable<Awaited<ReturnType<typeof lockReservation>>>
}

/**
 * Runs a money change with the reservation locked: the amounts that it checks cannot change before it commits. Each
 * change looks up its idempotency key under that lock, so that a form sent twice writes one ledger line.
 */
export async function withMoney(
  { db, actor }: ActorDeps,
  { id, needs }: { readonly id: string; readonly needs: StaffAction },
  work: (locked: LockedMoney) => Promise<WriteResult>,
): Promise<WriteResult> {
  if (!may(actor.role, needs)) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const reservation = await lockReservation(trx, id)
    const money = await findMoney(trx, id)
    if (!reservation || !money) return no(NOT_FOUND)
    return work({ trx, reservation, money })
  })
}

type AuditNote = { readonly action: string; readonly after: Readonly<Record<string, string | number>> }

/** Writes the entry of a money change in the audit log, in its transaction. */
export const recordMoney = (
  { trx, money, reservation }: LockedMoney,
  actor: Actor,
  { action, after }: AuditNote,
): Promise<void> =>
  recordActivity(trx, {
    actor,
    action,
    entity: 'reservation',
    entityId: reservation.id,
    before: { guestName: money.guestName },
    after: { guestName: money.guestName, ...after },
  })
