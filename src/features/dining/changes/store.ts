import type { Occupancy, TableAssignment } from '#features/dining/table-assignments/rules.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import type { Db } from '#platform/db/db.ts'

export type DinnerMove = Occupancy & {
  readonly date: CalendarDate
  readonly guests: number
  readonly assignment: TableAssignment | null
  /** Staff have to confirm the party, by the setting of this moment. */
  readonly isLargeParty: boolean
  readonly status: 'pending' | 'confirmed'
}

export async function writeMove(db: Db, id: string, it: DinnerMove): Promise<void> {
  await db
    .updateTable('reservations')
    .set({
      businessDate: it.date,
      guestCount: it.guests,
      isLargeParty: it.isLargeParty,
      startsAt: it.startsAt,
      endsAt: it.endsAt,
      tableId: it.assignment?.tableId ?? null,
      secondTableId: it.assignment?.secondTableId ?? null,
      extraTableIds: [...(it.assignment?.extraTableIds ?? [])],
      status: it.status,
    })
    .where('id', '=', id)
    .execute()
}

export async function writeDinnerCancelled(db: Db, id: string): Promise<void> {
  await db
    .updateTable('reservations')
    .set({ status: 'cancelled', cancelReason: 'guest' })
    .where('id', '=', id)
    .execute()
}
