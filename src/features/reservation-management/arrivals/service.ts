import { randomUUID } from 'node:crypto'
import type { Actor } from '#features/permissions/schema.ts'
import type { Db } from '#platform/db/db.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import { attendanceOf, standingEvents } from './rules.ts'
import type { ArrivalEvent, MovedHeads } from './schema.ts'
import { insertArrivalEvents, listArrivalEvents, listEventsOfMoved, type NewArrivalEvent } from './store.ts'

export {
  findUndoOf,
  insertArrivalEvents,
  listArrivalEvents,
  listEntryEventsOfNight,
  listEventsOfAllNights,
  type NewArrivalEvent,
  type PartyEvent,
} from './store.ts'

/** Whether guests of a party have come on its night, even if they left. Undone arrivals do not count. */
export const hasArrived = async (db: Db, partyId: string): Promise<boolean> =>
  (await listArrived(db, [partyId])).has(partyId)

/** The parties among these of which guests have come. */
export async function listArrived(db: Db, partyIds: readonly string[]): Promise<ReadonlySet<string>> {
  const events = standingEvents(await listArrivalEvents(db, partyIds))
  return new Set(events.flatMap(({ kind, partyId }) => (kind === 'arrived' ? [partyId] : [])))
}

/** Guests who came on a night, of reservations that were moved to another one since. They left a closed night, as all others did. */
export async function readMovedHeads(db: Db, night: CalendarDate): Promise<MovedHeads> {
  const all = await listEventsOfMoved(db, night)
  const parties = [...Map.groupBy(all, ({ partyId }) => partyId).values()].map((events) => ({
    ...attendanceOf({ status: 'confirmed', guestCount: 1, leftAt: null, events }),
    isClosed: events.some(({ isClosed }) => isClosed),
  }))
  return {
    arrived: parties.reduce((sum, { arrived }) => sum + arrived, 0),
    inside: parties.reduce((sum, { inside, isClosed }) => sum + (isClosed ? 0 : inside), 0),
    acts: all.map(({ id }) => id),
  }
}

type Left = {
  readonly reservationId: string
  readonly guestCount: number
  readonly hasLeft: boolean
  /** The tap itself is undone, unlike “Still here”: the arrivals that it recorded are removed, too. */
  readonly isUndo?: boolean
  readonly now: Date
  readonly actor: Pick<Actor, 'id' | 'name'>
}

/** Guests of a party who are in the venue now. */
export const countInside = async (db: Db, { id, ...party }: Inside): Promise<number> =>
  attendanceOf({ ...party, leftAt: null, events: await listArrivalEvents(db, [id]) }).inside

/** Whether a party is recorded as one that did not come. */
export const isNoShow = async (db: Db, { id, ...party }: Inside): Promise<boolean> =>
  attendanceOf({ ...party, leftAt: null, events: await listArrivalEvents(db, [id]) }).state === 'no_show'

type Inside = Pick<Parameters<typeof attendanceOf>[0], 'status' | 'guestCount'> & { readonly id: string }

/**
 * Records that a whole party left, or takes its leaving back, after staff set it on the reservation itself. A party that
 * left had arrived: guests whose arrival was not recorded are counted first, and those who are out as come back, so that no one
 * counts twice. The caller holds the reservation's lock.
 */
export async function recordLeft(
  trx: Db,
  { reservationId, guestCount, hasLeft, isUndo = false, now, actor }: Left,
): Promise<void> {
  const events = await listArrivalEvents(trx, [reservationId])
  const event = eventsBy({ reservationId, now, actor })
  if (!hasLeft) {
    const standing = standingEvents(events)
    const left = standing.findLast(({ kind }) => kind === 'left')
    const together = standing.filter((it) => isUndo && left && isSameTap(it, left))
    const undone = left ? [left, ...together] : []
    return insertArrivalEvents(
      trx,
      undone.map(({ id }) => event({ kind: 'undone', undoesId: id })),
    )
  }
  const { inside, arrived, state } = attendanceOf({ status: 'confirmed', guestCount, leftAt: null, events })
  // A party that never came only frees its table.
  if (state === 'no_show') return undefined
  const guests = inside || arrived || guestCount
  return insertArrivalEvents(trx, [
    ...(inside > 0 ? [] : [event({ kind: 'arrived', guests })]),
    event({ kind: 'left', guests }),
  ])
}

/** Takes back all that was recorded about a party that was added by mistake: no guest of it came. */
export async function takeBackArrivals(trx: Db, by: Recording): Promise<void> {
  const event = eventsBy(by)
  const standing = standingEvents(await listArrivalEvents(trx, [by.reservationId]))
  await insertArrivalEvents(
    trx,
    standing.map(({ id }) => event({ kind: 'undone', undoesId: id })),
  )
}

type Recording = Pick<Left, 'reservationId' | 'now' | 'actor'>

const eventsBy =
  ({ reservationId, now, actor }: Recording) =>
  (
    it: Pick<NewArrivalEvent, 'kind'> & Partial<Pick<NewArrivalEvent, 'guests' | 'undoesId'>>,
  ): NewArrivalEvent => ({
    id: randomUUID(),
    reservationId,
    entryId: null,
    guests: null,
    undoesId: null,
    tableNumber: null,
    happenedAt: now,
    actorId: actor.id,
    actorName: actor.name,
    ...it,
  })

/** Whether an arrival was recorded with a departure: by `recordLeft`, which gives both one moment. */
const isSameTap = (it: ArrivalEvent, left: ArrivalEvent): boolean =>
  it.kind === 'arrived' &&
  it.happenedAt === left.happenedAt &&
  it.guests === left.guests &&
  it.actorName === left.actorName
