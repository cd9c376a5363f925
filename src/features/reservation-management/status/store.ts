import type { ReservationStatus } from '#features/reservations/schema.ts'
import type { Db } from '#platform/db/db.ts'

type StatusToWrite = {
  readonly status: ReservationStatus
  readonly keptCents: number
  readonly keptReason: string | null
  readonly isRefundedIfResold?: boolean
  /** The period of its night, if that was moved meanwhile. */
  readonly businessDate?: string
  readonly startsAt?: Date
  readonly endsAt?: Date
}

/** Writes a status and clears the expiry of a hold: no job may reverse a decision of staff. */
export async function writeStatus(db: Db, id: string, it: StatusToWrite): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ ...it, cancelReason: it.status === 'cancelled' ? 'staff' : null, heldUntil: null })
    .where('id', '=', id)
    .execute()
}
