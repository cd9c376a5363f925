import type {
  ActOutcome,
  ArrivalAct,
  ArrivalsForm,
} from '#features/reservation-management/arrivals/schema.ts'
import { attendanceOf } from '#features/reservation-management/arrivals/rules.ts'
import {
  insertArrivalEvents,
  listArrivalEvents,
  type NewArrivalEvent,
} from '#features/reservation-management/arrivals/service.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { may } from '#features/permissions/rules.ts'
import type { Booking } from '#features/reservation-management/schema.ts'
import { lockActiveBooking, recordAudit, refuseOccupied } from '#features/reservation-management/service.ts'
import { leftProblem } from '#features/reservation-management/status/rules.ts'
import { writeLeft } from '#features/reservation-management/status/service.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, retryDeadlocks, tryUnlessConflict } from '#platform/db/db.ts'
import { actProblem, actTime, GONE, NOTHING_TO_UNDO } from './rules.ts'

type Deps = { readonly db: Db; readonly now: Date; readonly actor: Actor }

/**
 * Records acts of a device, each in a transaction of its own: one that is refused leaves the others. An act that is sent
 * again is recorded once.
 */
export async function recordArrivals(
  deps: Deps,
  { sentAt, acts }: ArrivalsForm,
): Promise<Result<readonly ActOutcome[], { readonly why: 'not_allowed' }>> {
  if (!may(deps.actor.role, 'arrivals.record')) return no({ why: 'not_allowed' })
  const outcomes: ActOutcome[] = []
  for (const act of acts) {
    const happenedAt = actTime(act.at, sentAt, deps.now)
    // oxlint-disable-next-line no-await-in-loop -- an act may take back the one before it
    const problem = await recordOne(deps, act, happenedAt)
    outcomes.push(
      problem === null ? { id: act.id, isRecorded: true } : { id: act.id, isRecorded: false, text: problem },
    )
  }
  return ok(outcomes)
}

/** Records one act; the text of the refusal, or null. */
const recordOne = ({ db, ...deps }: Deps, act: ArrivalAct, happenedAt: Date): Promise<string | null> =>
  retryDeadlocks(() =>
    db.transaction().execute((trx) => recordInTransaction({ ...deps, db: trx }, act, happenedAt)),
  )

async function recordInTransaction(deps: Deps, act: ArrivalAct, happenedAt: Date): Promise<string | null> {
  const { db: trx, actor } = deps
  const booking = await lockActiveBooking(trx, act.reservationId)
  if (!booking) return GONE
  const events = await listArrivalEvents(trx, [booking.id])
  if (events.some(({ id }) => id === act.id)) return null
  const undone = act.kind === 'undone' ? events.find(({ id }) => id === act.undoesId) : undefined
  if (act.kind === 'undone' && !undone) return NOTHING_TO_UNDO
  const problem = actProblem(act, booking, happenedAt)
  if (problem) return problem
  const isAboutLeaving = act.kind === 'left' || undone?.kind === 'left'
  const isDone = await tryUnlessConflict(trx, async () => {
    await insertArrivalEvents(trx, [eventOf(act, { booking, happenedAt, actor })])
    if (isAboutLeaving) await updateLeft(deps, booking)
  })
  return isDone ? null : (await refuseOccupied(trx, booking.id)).reason.text
}

type Recorded = { readonly booking: Booking; readonly happenedAt: Date; readonly actor: Actor }

const eventOf = (act: ArrivalAct, { booking, happenedAt, actor }: Recorded): NewArrivalEvent => ({
  id: act.id,
  reservationId: booking.id,
  kind: act.kind,
  guests: act.kind === 'arrived' || act.kind === 'left' ? act.guests : null,
  tableNumber: act.kind === 'seated' ? booking.tableNumber : null,
  undoesId: act.kind === 'undone' ? act.undoesId : null,
  happenedAt,
  actorId: actor.id,
  actorName: actor.name,
})

/**
 * Frees the table of a party that left whole, and gives it back when its leaving is taken back. The constraint
 * `one_party_per_table` refuses a table that another party has meanwhile.
 */
async function updateLeft({ db: trx, now, actor }: Deps, booking: Booking): Promise<void> {
  const events = await listArrivalEvents(trx, [booking.id])
  const hasLeft = attendanceOf({ ...booking, leftAt: null, events }).state === 'left'
  if (hasLeft === (booking.leftAt !== null) || (hasLeft && leftProblem(booking, now) !== null)) return
  const leftAt = hasLeft ? now : null
  await writeLeft(trx, booking.id, leftAt)
  await recordAudit(trx, actor, { action: 'updated', before: booking, after: { ...booking, leftAt } })
}
