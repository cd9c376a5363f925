import { sql } from 'kysely'
import type { Db } from '#platform/db/db.ts'
import type { ArrivalEvent, ArrivalKind } from './schema.ts'

export type NewArrivalEvent = {
  readonly id: string
  /** The party: a reservation or an entry of a guest list. The other one is null. */
  readonly reservationId: string | null
  readonly entryId: string | null
  readonly kind: ArrivalKind
  readonly guests: number | null
  readonly tableNumber: number | null
  readonly undoesId: string | null
  readonly happenedAt: Date
  readonly actorId: string
  readonly actorName: string
  /** The friend whose own code was scanned. */
  readonly shareId?: string | null
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

/** Event with the id of its party. */
export type PartyEvent = ArrivalEvent & { readonly partyId: string }

/** Events of these reservations and entries of guest lists, in the order of recording. */
export async function listArrivalEvents(db: Db, partyIds: readonly string[]): Promise<PartyEvent[]> {
  if (partyIds.length === 0) return []
  const rows = await db
    .selectFrom('arrivalEvents')
    .where((eb) => {
      const ids = eb.fn.any(eb.val([...partyIds]))
      return eb.or([eb('reservationId', '=', ids), eb('entryId', '=', ids)])
    })
    .select(['id', 'kind', 'guests', 'tableNumber', 'undoesId', 'happenedAt', 'actorName', 'shareId'])
    .select(sql<string>`coalesce(reservation_id, entry_id)`.as('partyId'))
    .orderBy('seq')
    .execute()
  return rows.map(({ happenedAt, ...event }) => ({ ...event, happenedAt: happenedAt.toISOString() }))
}
