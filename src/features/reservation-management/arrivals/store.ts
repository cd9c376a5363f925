import { sql } from 'kysely'
import type { CalendarDate } from '#lib/venue-time.ts'
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
  /** The device on which it was recorded. */
  readonly deviceId?: string | null
  readonly wereWalkIns?: boolean
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

const allEvents = (db: Db) =>
  db
    .selectFrom('arrivalEvents as a')
    .select(['a.id', 'a.kind', 'a.guests', 'a.tableNumber', 'a.undoesId', 'a.happenedAt', 'a.actorName'])
    .select(['a.shareId', 'a.deviceId', 'a.wereWalkIns'])
    .select(sql<string>`coalesce(a.reservation_id, a.entry_id)`.as('partyId'))
    .orderBy('a.seq')

const eventsOf = (db: Db, partyIds: readonly string[]) =>
  allEvents(db).where((eb) => {
    const ids = eb.fn.any(eb.val([...partyIds]))
    return eb.or([eb('a.reservationId', '=', ids), eb('a.entryId', '=', ids)])
  })

type Row = Omit<PartyEvent, 'happenedAt'> & { readonly happenedAt: Date }

const toEvent = ({ happenedAt, ...event }: Row): PartyEvent => ({
  ...event,
  happenedAt: happenedAt.toISOString(),
})

/**
 * Events of these reservations and entries of guest lists on the night that they are for now, in the order of recording. Those
 * of a night from which a party was moved are left out.
 */
export async function listArrivalEvents(db: Db, partyIds: readonly string[]): Promise<PartyEvent[]> {
  if (partyIds.length === 0) return []
  const rows = await eventsOf(db, partyIds)
    .leftJoin('reservations as r', 'r.id', 'a.reservationId')
    .leftJoin('guestListEntries as n', 'n.id', 'a.entryId')
    .leftJoin('guestLists as l', 'l.id', 'n.listId')
    .leftJoin('events as e', 'e.id', 'l.eventId')
    .where(sql<boolean>`a.night = coalesce(r.business_date, e.date)`)
    .execute()
  return rows.map(toEvent)
}

/** Events of a night of parties that are of another one now, or whose event was deleted, and whether the night is closed. */
export const listEventsOfMoved = async (
  db: Db,
  night: CalendarDate,
): Promise<(PartyEvent & { readonly isClosed: boolean })[]> => {
  const rows = await allEvents(db)
    .leftJoin('reservations as r', 'r.id', 'a.reservationId')
    .leftJoin('guestListEntries as n', 'n.id', 'a.entryId')
    .leftJoin('guestLists as l', 'l.id', 'n.listId')
    .leftJoin('events as e', 'e.id', 'l.eventId')
    .where('a.night', '=', night)
    .where(sql<boolean>`coalesce(r.business_date, e.date) <> a.night or e.deleted_at is not null`)
    .select(sql<boolean>`exists (select from night_closings c where c.night = a.night)`.as('isClosed'))
    .execute()
  return rows.map(({ isClosed, ...row }) => ({ ...toEvent(row), isClosed }))
}

/** Events of a party on every night that it was for. */
export const listEventsOfAllNights = async (db: Db, partyId: string): Promise<PartyEvent[]> =>
  (await eventsOf(db, [partyId]).execute()).map(toEvent)

/** The event that takes another one back; undefined where that one stands, or was never recorded. */
export const findUndoOf = (db: Db, id: string): Promise<{ readonly id: string } | undefined> =>
  db.selectFrom('arrivalEvents').where('undoesId', '=', id).select('id').executeTakeFirst()

/** Events of a night of entries of guest lists, also of those whose event was moved to another night since. */
export const listEntryEventsOfNight = async (db: Db, night: CalendarDate): Promise<PartyEvent[]> =>
  (await allEvents(db).where('a.night', '=', night).where('a.entryId', 'is not', null).execute()).map(toEvent)
