import type { Db } from '#platform/db/db.ts'
import type { ArrivalEvent, ArrivalKind } from './schema.ts'

export type NewArrivalEvent = {
  readonly id: string
  readonly reservationId: string
  readonly kind: ArrivalKind
  readonly guests: number | null
  readonly tableNumber: number | null
  readonly undoesId: string | null
  readonly happenedAt: Date
  readonly actorId: string
  readonly actorName: string
}

/** Inserts events. One that is stored already, or that takes back what was taken back before, is left out. */
export async function insertArrivalEvents(db: Db, events: readonly NewArrivalEvent[]): Promise<void> {
  if (events.length === 0) return
  await db
    .insertInto('arrivalEvents')
    .values([...events])
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Events of these reservations, in the order of recording. */
export async function listArrivalEvents(
  db: Db,
  reservationIds: readonly string[],
): Promise<(ArrivalEvent & { readonly reservationId: string })[]> {
  if (reservationIds.length === 0) return []
  const rows = await db
    .selectFrom('arrivalEvents')
    .where((eb) => eb('reservationId', '=', eb.fn.any(eb.val([...reservationIds]))))
    .select(['id', 'reservationId', 'kind', 'guests', 'tableNumber', 'undoesId', 'happenedAt', 'actorName'])
    .orderBy('seq')
    .execute()
  return rows.map(({ happenedAt, ...event }) => ({ ...event, happenedAt: happenedAt.toISOString() }))
}
