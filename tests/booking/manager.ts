import { moveToTable } from '#features/reservation-management/party-tables/service.ts'
import { listPendingChanges } from '#features/reservation-management/changes/service.ts'
import { deleteReservation, restoreReservation } from '#features/reservation-management/deletion/service.ts'
import { changeStatus } from '#features/reservation-management/status/service.ts'
import { undoChange } from '#features/reservation-management/undo/service.ts'
import type { Db } from '#platform/db/db.ts'
import type { TestBookings } from './bookings.ts'
import type { Night } from './booking-fixtures.ts'

export const STAFF_ACTS = ['confirm', 'cancel', 'delete', 'restore', 'move', 'undo'] as const
export type StaffAct = (typeof STAFF_ACTS)[number]

type Place = {
  readonly db: Db
  readonly bookings: TestBookings
  readonly staff: string
  readonly night: Night
}

/** Does what a manager can do with a reservation, at the version that the screen shows. */
export async function actAsManager(
  { db, bookings, staff, night }: Place,
  id: string,
  wanted: StaffAct,
): Promise<unknown> {
  const deps = { ...bookings.deps(), actor: { id: staff, name: 'Manager', role: 'manager' as const } }
  const { status: seen, tableId } = await db
    .selectFrom('reservations')
    .select(['status', 'tableId'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  switch (wanted) {
    case 'confirm':
      return changeStatus(deps, id, { status: 'confirmed', seen })
    case 'cancel':
      return changeStatus(deps, id, {
        status: 'cancelled',
        seen,
        money: { decision: 'refund', reason: 'Closed' },
      })
    case 'delete':
      return deleteReservation(deps, id)
    case 'restore':
      return restoreReservation(deps, id)
    case 'move': {
      const other = night.tables.find((table) => table.id !== tableId)
      return moveToTable(deps, id, { tableId: other?.id ?? null, seen: tableId })
    }
    case 'undo': {
      const last = (await listPendingChanges(db, id)).at(-1)
      return last && undoChange(deps, id, last.id)
    }
  }
}
