import { randomUUID } from 'node:crypto'
import type { Actor } from '#features/audit-log/schema.ts'
import { lockEntry } from '#features/guest-lists/entries/service.ts'
import { attendanceOf } from '#features/reservation-management/arrivals/rules.ts'
import {
  insertArrivalEvents,
  listArrivalEvents,
  type NewArrivalEvent,
} from '#features/reservation-management/arrivals/service.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { lockBooking, recordAudit } from '#features/reservation-management/service.ts'
import { statusProblem } from '#features/reservation-management/status/rules.ts'
import { leftProblem } from '#features/reservation-management/status/left/rules.ts'
import { writeLeft } from '#features/reservation-management/status/left/service.ts'
import { writeStatus } from '#features/reservation-management/status/service.ts'
import type { CalendarDate } from '#lib/venue-time.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import { SYSTEM_ID } from './rules.ts'
import { listOfClosedNights } from './store.ts'

/** A null id of the actor is the nightly job. */
type Deps = { readonly db: Db; readonly now: Date; readonly actor: Actor }

/** A reservation, and the night that is closed: one that was moved to another night meanwhile is left alone. */
export type NightParty = { readonly id: string; readonly night: CalendarDate }

type Locked = {
  readonly trx: Db
  readonly booking: Booking
  readonly state: ReturnType<typeof attendanceOf>
}
type Work<Value> = { readonly otherwise: Value; readonly run: (locked: Locked) => Promise<Value> }

/** Attendance of a reservation by the events that are recorded now. */
async function readAttendance(db: Db, booking: Booking): Promise<ReturnType<typeof attendanceOf>> {
  const events = await listArrivalEvents(db, [booking.id])
  return attendanceOf({ ...booking, events })
}

/**
 * Runs a change with the reservation locked and its attendance read under the lock. The value of `otherwise` where it is
 * of another night. A deleted one is of the night if guests of it came.
 */
const withParty = <Value>(
  { db }: Pick<Deps, 'db'>,
  { id, night }: NightParty,
  { otherwise, run }: Work<Value>,
): Promise<Value> =>
  inTransaction(db, async (trx) => {
    const booking = await lockBooking(trx, id)
    if (booking?.date !== night) return otherwise
    return run({ trx, booking, state: await readAttendance(trx, booking) })
  })

/** Whether a reservation is still of the night, and none of its guests came. */
export const isStillExpected = async (db: Db, booking: Booking, night: CalendarDate): Promise<boolean> =>
  booking.date === night && (await readAttendance(db, booking)).state === 'expected'

type NewEvent = Pick<NewArrivalEvent, 'kind' | 'happenedAt'> & { readonly guests?: number }

const eventOf = (
  { actor }: Deps,
  reservationId: string,
  { kind, happenedAt, guests }: NewEvent,
): NewArrivalEvent => ({
  id: randomUUID(),
  reservationId,
  entryId: null,
  kind,
  guests: guests ?? null,
  tableNumber: null,
  undoesId: null,
  happenedAt,
  actorId: actor.id ?? SYSTEM_ID,
  actorName: actor.name,
})

type Departure = { readonly guests: number; readonly endsAt: Date }

/** The departure of guests who are inside when the night ends: at the end of their time, or now. */
const departureOf = (deps: Deps, partyId: string, { guests, endsAt }: Departure): NewArrivalEvent => ({
  ...eventOf(deps, partyId, { kind: 'left', guests, happenedAt: endsAt < deps.now ? endsAt : deps.now }),
  actorId: SYSTEM_ID,
})

/**
 * Ends the stay of a party that came: guests who are still counted inside have left at the end of its time, and its
 * reservation is completed. A party that did not come is left alone. A payment in progress keeps the status.
 */
export const endStay = (deps: Deps, party: NightParty): Promise<boolean> =>
  withParty(deps, party, {
    otherwise: false,
    async run({ trx, booking, state: { state, inside } }) {
      if (state === 'expected' || state === 'no_show' || state === 'cancelled') return false
      if (inside > 0)
        await insertArrivalEvents(trx, [
          departureOf(deps, party.id, { guests: inside, endsAt: booking.endsAt }),
        ])
      return booking.deletedAt ? false : finishStay(deps, trx, booking)
    },
  })

type EntryParty = { readonly id: string; readonly endsAt: Date }

/** Ends the stay of a party of a guest list: guests who are still inside left when the night ended. */
export const endListStay = (deps: Deps, { id, endsAt }: EntryParty): Promise<void> =>
  inTransaction(deps.db, async (trx) => {
    await lockEntry(trx, id)
    const events = await listArrivalEvents(trx, [id])
    const { inside } = attendanceOf({ status: 'confirmed', guestCount: 1, leftAt: null, events })
    if (inside === 0) return
    const left = departureOf(deps, id, { guests: inside, endsAt })
    await insertArrivalEvents(trx, [{ ...left, reservationId: null, entryId: id }])
  })

const AFTER_CLOSING: Actor = { id: null, name: 'Close-out' }

/**
 * Ends the stays of parties whose acts of check-in arrived after their night was closed: they end with the night, as those of
 * the others did at the closing.
 */
export async function endLateStays(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  eventIds: readonly string[],
): Promise<void> {
  const deps = { db, now, actor: AFTER_CLOSING }
  for (const { isListed, ...party } of await listOfClosedNights(db, eventIds))
    // oxlint-disable-next-line no-await-in-loop -- one party after the other, as at the closing
    await (isListed ? endListStay(deps, party) : endStay(deps, party))
}

async function finishStay({ now, actor }: Deps, trx: Db, before: Booking): Promise<boolean> {
  const leftAt = leftProblem(before, now) === null ? now : before.leftAt
  if (leftAt !== before.leftAt) await writeLeft(trx, before.id, leftAt)
  const isOpen = before.status === 'pending' || before.status === 'confirmed'
  const isCompleted =
    isOpen && before.paymentStatus !== 'pending' && statusProblem('completed', before, now) === null
  const { keptCents, keptReason } = before
  // A pending reservation occupies its tables as a completed one does, so a conflict cannot come from here.
  if (isCompleted)
    await tryUnlessConflict(trx, () =>
      writeStatus(trx, before.id, { status: 'completed', keptCents, keptReason }),
    )
  const after = { ...before, leftAt, status: isCompleted ? ('completed' as const) : before.status }
  if (after.leftAt === before.leftAt && after.status === before.status) return false
  await recordAudit(trx, actor, { action: 'updated', before, after })
  return true
}

/**
 * Marks a party as a no-show if none of its guests came. `first` runs before in the same transaction, so that neither is
 * done without the other; its refusal text is returned. Null where the party is marked, or does not have to be.
 */
export const recordNoShow = (
  deps: Deps,
  party: NightParty,
  first: (trx: Db) => Promise<string | null> = async () => null,
): Promise<string | null> =>
  withParty<string | null>(deps, party, {
    otherwise: null,
    async run({ trx, booking, state: { state } }) {
      if (state !== 'expected' || booking.deletedAt) return null
      const problem = await first(trx)
      if (problem !== null) return problem
      await insertArrivalEvents(trx, [eventOf(deps, party.id, { kind: 'no_show', happenedAt: deps.now })])
      return null
    },
  })

/**
 * Records check-in and departure of a party whose arrival was missed, at its booked time: no other time is known. Its stay
 * ends with those of the others.
 */
export const recordUnseenVisit = (deps: Deps, party: NightParty): Promise<void> =>
  withParty<void>(deps, party, {
    otherwise: undefined,
    async run({ trx, booking, state: { state } }) {
      if (state !== 'expected' || booking.deletedAt) return
      const { guestCount: guests, startsAt, endsAt } = booking
      const leftAt = endsAt < deps.now ? endsAt : deps.now
      await insertArrivalEvents(trx, [
        eventOf(deps, party.id, { kind: 'arrived', guests, happenedAt: startsAt }),
        eventOf(deps, party.id, { kind: 'left', guests, happenedAt: leftAt }),
      ])
    },
  })
