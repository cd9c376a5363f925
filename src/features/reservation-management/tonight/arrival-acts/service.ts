import { tablesOf } from '#features/reservations/rules.ts'
import type {
  ActOutcome,
  ArrivalAct,
  ArrivalsForm,
  Attendance,
} from '#features/reservation-management/arrivals/schema.ts'
import {
  actTime,
  attendanceOf,
  hasLeftWhole,
  NOTHING_TO_UNDO,
  walkInsInside,
} from '#features/reservation-management/arrivals/rules.ts'
import {
  insertArrivalEvents,
  listArrivalEvents,
  listEventsOfAllNights,
  type NewArrivalEvent,
} from '#features/reservation-management/arrivals/service.ts'
import { insertCoverReversal } from '#features/payments/cover/service.ts'
import { findExpectedEntry, lockEntry } from '#features/guest-lists/entries/service.ts'
import type { ExpectedEntry } from '#features/guest-lists/entries/schema.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { endLateStays } from '#features/reservation-management/floor/night-end/service.ts'
import { findShare } from '#features/reservation-management/entry-shares/service.ts'
import {
  keepSeatedParties,
  lockBooking,
  recordAudit,
  refuseOccupied,
} from '#features/reservation-management/service.ts'
import { lockWalkIns, readWalkIns } from '../head-counts/service.ts'
import { endOffer, findFormerEventNight, findFormerNight } from './store.ts'
import { leftProblem } from '#features/reservation-management/status/left/rules.ts'
import { writeLeft } from '#features/reservation-management/status/left/service.ts'
import { findMergeOf } from '#features/reservations/service.ts'
import { NOT_ALLOWED } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { businessDate, type CalendarDate } from '#lib/venue-time.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import {
  actProblem,
  ENTRY_GONE,
  GONE,
  MERGED_NO_SHOW,
  isOfFormerNight,
  OTHER_PARTY,
  walkInsProblem,
} from './rules.ts'

type Deps = ActorDeps & { readonly deviceId: string | null }

/**
 * Records acts of a device, each in a transaction of its own: one that is refused leaves the others. An act that is sent
 * again is recorded once. The stay of a party whose night is closed already ends at once.
 */
export async function recordArrivals(
  deps: ActorDeps,
  { sentAt, deviceId, acts }: ArrivalsForm,
): Promise<Result<readonly ActOutcome[], { readonly why: 'not_allowed' }>> {
  if (!may(deps.actor.role, 'arrivals.record')) return no(NOT_ALLOWED)
  const outcomes: ActOutcome[] = []
  for (const act of acts) {
    const happenedAt = actTime(act.at, sentAt, deps.now)
    // oxlint-disable-next-line no-await-in-loop -- an act may take back the one before it
    const problem = await recordOne({ ...deps, deviceId: deviceId ?? null }, act, happenedAt)
    outcomes.push(
      problem === null ? { id: act.id, isRecorded: true } : { id: act.id, isRecorded: false, text: problem },
    )
  }
  // After the last act, which may be the leaving. A device sends its acts again where this fails.
  await endLateStays(
    deps,
    outcomes.filter(({ isRecorded }) => isRecorded).map(({ id }) => id),
  )
  return ok(outcomes)
}

/** Records one act; the text of the refusal, or null. */
const recordOne = ({ db, ...deps }: Deps, act: ArrivalAct, happenedAt: Date): Promise<string | null> =>
  inTransaction(db, (trx) => recordInTransaction({ ...deps, db: trx }, act, happenedAt))

async function recordInTransaction(deps: Deps, act: ArrivalAct, happenedAt: Date): Promise<string | null> {
  const { db: trx, actor, deviceId } = deps
  if (act.entryId !== undefined) return recordOfEntry(deps, { ...act, entryId: act.entryId }, happenedAt)
  const id = act.reservationId ?? (await reservationOfFriend(trx, act))
  const booking = id === undefined ? undefined : await lockParty(trx, id)
  if (!booking || (booking.deletedAt && act.kind === 'no_show')) return GONE
  if (act.kind === 'no_show' && booking.id !== act.reservationId) return MERGED_NO_SHOW
  const former = await findNightLeft(deps, booking, happenedAt)
  const { isKnown, undone, problem } = await checkAct(trx, act, { ...booking, ...former, happenedAt })
  if (isKnown || problem) return problem
  if (!(await isOwnShare(trx, act, booking.id))) return OTHER_PARTY
  const counted = await problemOfWalkIns(trx, act, former?.date ?? booking.date)
  if (counted) return counted
  const isDone = await tryUnlessConflict(trx, async () => {
    const { id: reservationId, tableNumber } = { ...booking, ...former }
    await insertArrivalEvents(trx, [
      eventOf({ ...act, reservationId }, { tableNumber, happenedAt, actor, deviceId }),
    ])
    // A deleted reservation has no table to free or to keep. Only the guests who came are counted.
    if (booking.deletedAt) return
    if (act.kind === 'left' && act.keepsTable !== true) await freeTables(deps, booking, act)
    if (undone?.kind === 'left') await giveTablesBack(deps, booking)
    // The table of an offered dinner must not expire while its party sits there.
    if (act.kind === 'arrived' && booking.type === 'dining' && booking.status === 'pending' && !former)
      await endOffer(trx, booking.id)
  })
  if (!isDone) return (await refuseOccupied(trx, booking.id)).reason.text
  // Guests who come outside their time, or have not left after all, have their table as well, unless another party has it.
  if ((act.kind === 'arrived' || undone?.kind === 'left') && !booking.deletedAt && !former)
    await keepSeatedParties(trx, tablesOf(booking), deps.now)
  // Guests who come after all have their table again, or keep it. Where it is another party's by now, staff move them.
  const isAwaitedAgain = act.kind === 'arrived' || undone?.kind === 'no_show'
  if (isAwaitedAgain && booking.leftAt !== null && !booking.deletedAt && !former)
    await tryUnlessConflict(trx, () => giveTablesBack(deps, booking))
  return null
}

/** The facts of the night for which the reservation was booked when the act happened, if it was moved to a later one since. */
async function findNightLeft(
  { db, now }: Deps,
  { id, date }: Booking,
  happenedAt: Date,
): Promise<Pick<Booking, 'date' | 'startsAt' | 'tableNumber'> | undefined> {
  const night = businessDate(happenedAt)
  const former = date > night ? await findFormerNight(db, id, night) : undefined
  if (!former || !isOfFormerNight(happenedAt, former, now)) return undefined
  const { movedAt: _movedAt, ...facts } = former
  return facts
}

/** The same for a guest on a list, whose event was moved to a later date. */
async function findEventNightLeft(
  db: Db,
  { eventId, date }: Pick<ExpectedEntry, 'eventId' | 'date'>,
  { happenedAt, now }: { readonly happenedAt: Date; readonly now: Date },
): Promise<Pick<Booking, 'date' | 'startsAt'> | undefined> {
  const night = businessDate(happenedAt)
  const former = date > night ? await findFormerEventNight(db, eventId, night) : undefined
  if (!former || !isOfFormerNight(happenedAt, former, now)) return undefined
  return { date: former.date, startsAt: former.startsAt }
}

/**
 * Locks a reservation, deleted ones included, or the one that it was merged into while a device was offline: the guests who
 * came are part of that party now. A merge that is under way is waited for, so the merged one is looked up under its lock.
 */
async function lockParty(trx: Db, id: string): Promise<Booking | undefined> {
  const booking = await lockBooking(trx, id)
  if (!booking?.deletedAt) return booking
  const into = await findMergeOf(trx, id)
  return into === null ? booking : lockParty(trx, into)
}

/** The party of a friend whose code a device scanned without knowing the party: its list was older than the code. */
async function reservationOfFriend(trx: Db, act: ArrivalAct): Promise<string | undefined> {
  const id = 'shareId' in act ? act.shareId : undefined
  return id === undefined ? undefined : (await findShare(trx, { id }))?.reservationId
}

/** Whether the friend's code that an act names is one of the party's, also one withdrawn meanwhile. */
async function isOwnShare(trx: Db, act: ArrivalAct, reservationId: string): Promise<boolean> {
  if (act.kind !== 'arrived' || act.shareId === undefined) return true
  const share = act.guests === 1 ? await findShare(trx, { id: act.shareId }) : undefined
  return share?.reservationId === reservationId
}

async function problemOfWalkIns(trx: Db, act: ArrivalAct, night: CalendarDate): Promise<string | null> {
  if (act.kind !== 'arrived' || act.wereWalkIns !== true) return null
  await lockWalkIns(trx, night)
  return walkInsProblem(act.guests, walkInsInside(await readWalkIns(trx, night)))
}

/** A removed entry can arrive as well as a cancelled reservation: a device that was offline reports facts. */
async function recordOfEntry(
  { db: trx, now, actor, deviceId }: Deps,
  act: ArrivalAct & { readonly entryId: string },
  happenedAt: Date,
): Promise<string | null> {
  await lockEntry(trx, act.entryId)
  const entry = await findExpectedEntry(trx, act.entryId)
  if (!entry) return ENTRY_GONE
  if (act.kind === 'arrived' && act.shareId !== undefined) return OTHER_PARTY
  const former = await findEventNightLeft(trx, entry, { happenedAt, now })
  const { isKnown, undone, problem } = await checkAct(trx, act, {
    ...entry,
    ...former,
    tableNumber: undefined,
    happenedAt,
  })
  if (isKnown || problem) return problem
  // Not even two devices that take back the same event at once are in conflict: one of them finds it taken back.
  await insertArrivalEvents(trx, [eventOf(act, { tableNumber: null, happenedAt, actor, deviceId })])
  // Guests who were free because they came in time did not come: their cover, which has the id of the arrival, goes with it.
  if (undone?.kind === 'arrived')
    await insertCoverReversal(trx, {
      actId: act.id,
      undoesId: undone.id,
      movedAt: happenedAt,
      actorId: actor.id,
      actorName: actor.name,
    })
  return null
}

type Subject = Parameters<typeof actProblem>[1] & { readonly id: string; readonly happenedAt: Date }

/** Whether an act is recorded already, and otherwise the event that it takes back, and the refusal text or null. */
async function checkAct(trx: Db, act: ArrivalAct, { id, happenedAt, ...facts }: Subject) {
  // A party may have been moved to another night since the device recorded what this act takes back.
  const events = await listEventsOfAllNights(trx, id)
  const isKnown = events.some((it) => it.id === act.id)
  const undone = act.kind === 'undone' ? events.find((it) => it.id === act.undoesId) : undefined
  if (isKnown) return { isKnown, undone, problem: null }
  if (act.kind === 'undone' && !undone) return { isKnown, undone, problem: NOTHING_TO_UNDO }
  return { isKnown, undone, problem: actProblem(act, facts, happenedAt) }
}

type Recorded = {
  readonly tableNumber: number | null
  readonly happenedAt: Date
  readonly actor: Actor
  readonly deviceId: string | null
}

const eventOf = (
  act: ArrivalAct,
  { tableNumber, happenedAt, actor, deviceId }: Recorded,
): NewArrivalEvent => ({
  id: act.id,
  reservationId: act.reservationId ?? null,
  entryId: act.entryId ?? null,
  kind: act.kind,
  guests: 'guests' in act ? act.guests : null,
  tableNumber: act.kind === 'seated' ? tableNumber : null,
  undoesId: act.kind === 'undone' ? act.undoesId : null,
  happenedAt,
  actorId: actor.id,
  actorName: actor.name,
  shareId: act.kind === 'arrived' ? (act.shareId ?? null) : null,
  deviceId,
  wereWalkIns: act.kind === 'arrived' && act.wereWalkIns === true,
})

/** State of a party by its events alone: whether its table was freed is what follows from it. */
const readAttendance = async (trx: Db, booking: Booking): Promise<Attendance> =>
  attendanceOf({ ...booking, leftAt: null, events: await listArrivalEvents(trx, [booking.id]) })

/**
 * Frees the table of a party that left whole. Where some of its guests never came, it waits for them until staff say that its
 * evening is over. Guests whom another device let in meanwhile keep it.
 */
async function freeTables(
  deps: Deps,
  booking: Booking,
  { freesTable }: Extract<ArrivalAct, { kind: 'left' }>,
): Promise<void> {
  const attendance = await readAttendance(deps.db, booking)
  const isOver =
    freesTable === true ? attendance.state === 'left' : hasLeftWhole(attendance, booking.guestCount)
  if (isOver && leftProblem(booking, deps.now, true) === null) await updateLeft(deps, booking, deps.now)
}

/**
 * Gives the table of a party back that left too early by the records, or not at all. The constraint `one_party_per_table`
 * refuses a table that another party has meanwhile.
 */
async function giveTablesBack(deps: Deps, booking: Booking): Promise<void> {
  const { state } = await readAttendance(deps.db, booking)
  if (booking.leftAt !== null && state !== 'left') await updateLeft(deps, booking, null)
}

async function updateLeft({ db: trx, actor }: Deps, booking: Booking, leftAt: Date | null): Promise<void> {
  await writeLeft(trx, booking.id, leftAt)
  await recordAudit(trx, actor, { action: 'updated', before: booking, after: { ...booking, leftAt } })
}
