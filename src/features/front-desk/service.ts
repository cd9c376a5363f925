import { randomUUID } from 'node:crypto'
import { recordActivity } from '#features/activity/service.ts'
import { dropMatters, raiseException } from '#features/exceptions/service.ts'
import { queueMail } from '#features/mails/service.ts'
import { openCents } from '#features/ledger/rules.ts'
import { findFullestPayment, requestPartRefund } from '#features/refunds/service.ts'
import { takeReservation } from '#features/reservations/service.ts'
import type { ReservationStatus } from '#features/reservations/schema.ts'
import { may } from '#features/staff/rules.ts'
import type { Actor } from '#features/staff/schema.ts'
import { formatUsd } from '#lib/money.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { addHours } from '#lib/venue-time.ts'
import { type Db, retryDeadlocks, winsConflict } from '#platform/db.ts'
import { markDeleted, unmarkDeleted } from '#platform/deleted-rows.ts'
import { confirmationOf, letterOnStatus, takenText, toldOf } from './rules.ts'
import type { Booking, NoteForm, RefundForm, SeatChoice, StatusForm, TableForm } from './schema.ts'
import {
  findBooking,
  findOccupant,
  findSitting,
  findTable,
  listDeleted,
  listSeats,
  sweepDeleted,
  writeNote,
  writeStatus,
  writeTable,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type ActorDeps = Deps & { readonly actor: Actor }

/** Why something could not be done to a reservation. `refused` has words to show. */
export type DeskRefusal =
  | { readonly why: 'not_allowed' | 'gone' }
  | {
      readonly why: 'changed'
      readonly current: Partial<Pick<Booking, 'status' | 'staffNote' | 'tableNumber'>>
    }
  | { readonly why: 'refused'; readonly text: string }

const NOT_ALLOWED = { why: 'not_allowed' } as const
const GONE = { why: 'gone' } as const

/** A reservation, kept from changing until the transaction ends. */
async function takeBooking(trx: Db, id: string): Promise<Booking | undefined> {
  await takeReservation(trx, id)
  return findBooking(trx, id)
}

type Deed = { readonly action: string; readonly before: Booking | null; readonly after: Booking | null }

const record = (trx: Db, actor: Actor, { action, before, after }: Deed): Promise<void> =>
  recordActivity(trx, {
    actor,
    action,
    entity: 'reservation',
    entityId: (after ?? before)?.id ?? null,
    before: toldOf(before),
    after: toldOf(after),
  })

/** Says who has the table that a reservation wanted. */
async function refuseTaken(trx: Db, id: string) {
  const sitting = await findSitting(trx, id)
  const occupant = sitting && (await findOccupant(trx, sitting))
  return no({ why: 'refused', text: takenText(occupant) } as const)
}

/**
 * Gives a reservation any status from any other, and its guest is written where it matters to them. The database refuses
 * a second live party at one table.
 */
export async function changeStatus(
  { db, now, actor }: ActorDeps,
  id: string,
  { status, seen }: StatusForm,
): Promise<Result<{ id: string; status: ReservationStatus }, DeskRefusal>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  return retryDeadlocks(() =>
    db.transaction().execute(async (trx) => {
      const before = await takeBooking(trx, id)
      if (!before) return no(GONE)
      if (before.status === status) return ok({ id, status })
      if (before.status !== seen) return no({ why: 'changed', current: { status: before.status } })
      if (!(await winsConflict(trx, () => writeStatus(trx, id, status)))) return refuseTaken(trx, id)
      await record(trx, actor, { action: 'updated', before, after: { ...before, status } })
      await watchMoney(trx, before, { status, actor, now })
      const kind = letterOnStatus(before, status, now)
      if (kind) await queueMail(trx, id, { kind, occasion: `staff ${now.toISOString()}` })
      return ok({ id, status })
    }),
  )
}

type Decided = { readonly status: ReservationStatus; readonly actor: Actor; readonly now: Date }

/** Money for a table that is cancelled is put before a person; where the table is given back to its guest, no longer. */
async function watchMoney(
  trx: Db,
  { id, status: before, guestName, ...money }: Booking,
  { status, actor, now }: Decided,
): Promise<void> {
  if (before === 'cancelled') return dropMatters(trx, id, { by: actor.id, now })
  const leftCents = openCents(money)
  if (status !== 'cancelled' || leftCents <= 0) return
  await raiseException(trx, {
    kind: 'paid_and_cancelled',
    subject: randomUUID(),
    reservationId: id,
    checkoutId: await findFullestPayment(trx, id),
    amountCents: leftCents,
    detail: `${actor.name} cancelled the reservation of ${guestName}, of which ${formatUsd(leftCents)} is still here.`,
  })
}

/** Writes what staff should know of a reservation. The guest never sees it. */
export async function writeStaffNote(
  { db, actor }: ActorDeps,
  id: string,
  { note, seen }: NoteForm,
): Promise<Result<null, DeskRefusal>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const before = await takeBooking(trx, id)
    if (!before) return no(GONE)
    if (before.staffNote === note) return ok(null)
    const { staffNote } = before
    if (staffNote !== seen) return no({ why: 'changed', current: { staffNote } })
    await writeNote(trx, id, note)
    await record(trx, actor, { action: 'updated', before, after: { ...before, staffNote: note } })
    return ok(null)
  })
}

/** The tables of the house, each free or not for the time of a reservation. */
export async function listSeatChoices({ db }: { readonly db: Db }, id: string): Promise<SeatChoice[] | null> {
  const sitting = await findSitting(db, id)
  return sitting ? listSeats(db, sitting) : null
}

/** The tables of the house, each free or not between two moments. */
export const listSeatsAt = (
  { db }: { readonly db: Db },
  span: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<SeatChoice[]> => listSeats(db, { ...span, id: NOBODY, tableIds: [] })

const NOBODY = '00000000-0000-0000-0000-000000000000'

type Wanted = { readonly tableIds: readonly string[]; readonly startsAt: Date; readonly endsAt: Date }

/** Says in words who has a table that was wanted at a time. */
export const tellWhoSits = async (db: Db, wanted: Wanted): Promise<string> =>
  takenText(await findOccupant(db, { ...wanted, id: NOBODY }))

/** Moves a reservation to another table. Whether that is free, the database decides. */
export async function moveToTable(
  { db, actor }: ActorDeps,
  id: string,
  { tableId, seen }: TableForm,
): Promise<Result<null, DeskRefusal>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  return retryDeadlocks(() =>
    db.transaction().execute(async (trx) => {
      const before = await takeBooking(trx, id)
      if (!before) return no(GONE)
      const { tableNumber, startsAt, endsAt } = before
      if (before.tableId !== seen) return no({ why: 'changed', current: { tableNumber } })
      const table = tableId === null ? null : await findTable(trx, tableId)
      if (table === undefined || table?.isAvailable === false) return no(NO_SUCH_TABLE)
      if (table === null && before.type === 'nightlife') return no(NIGHT_NEEDS_TABLE)
      if (!(await winsConflict(trx, () => writeTable(trx, id, tableId)))) {
        const tableIds = tableId === null ? [] : [tableId]
        const occupant = await findOccupant(trx, { id, tableIds, startsAt, endsAt })
        return no({ why: 'refused', text: takenText(occupant) } as const)
      }
      const after = { ...before, tableId, tableNumber: table?.tableNumber ?? null }
      await record(trx, actor, { action: 'moved', before, after })
      return ok(null)
    }),
  )
}

const refused = (text: string) => ({ why: 'refused', text }) as const
const NO_SUCH_TABLE = refused('That table is not in use.')
const NIGHT_NEEDS_TABLE = refused('A reservation for a night has a table.')

/** Gives back a part of what was paid, or all of it, with the reason. Never more than was received. */
export async function refundReservation(
  { db, actor }: ActorDeps,
  id: string,
  { amount: amountCents, reason }: RefundForm,
): Promise<Result<null, DeskRefusal>> {
  if (!may(actor.role, 'payments.edit')) return no(NOT_ALLOWED)
  return retryDeadlocks(() =>
    db.transaction().execute(async (trx) => {
      const before = await takeBooking(trx, id)
      if (!before) return no(GONE)
      const done = await requestPartRefund(trx, id, {
        amountCents,
        note: reason,
        requestedBy: actor.id,
      })
      if (!done.ok) return no(refused(leftText(done.reason.leftCents)))
      await recordActivity(trx, {
        actor,
        action: 'refunded',
        entity: 'reservation',
        entityId: id,
        before: { guestName: before.guestName },
        after: { guestName: before.guestName, refundedCents: amountCents, reason },
      })
      return ok(null)
    }),
  )
}

const leftText = (cents: number): string =>
  cents === 0
    ? 'Nothing is left of what was received.'
    : `Only ${formatUsd(cents)} is left of what was received.`

/** Sends the guest once more the letter that says how the reservation stands. Pressed twice in a minute, it goes once. */
export async function resendConfirmation(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, DeskRefusal>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const booking = await takeBooking(trx, id)
    if (!booking) return no(GONE)
    const kind = confirmationOf(booking)
    if (!kind) return no(NOTHING_TO_CONFIRM)
    await queueMail(trx, id, { kind, occasion: `again ${now.toISOString().slice(0, 16)}` })
    const { guestName } = booking
    await recordActivity(trx, {
      actor,
      action: 'sent the confirmation again of',
      entity: 'reservation',
      entityId: id,
      after: { guestName },
    })
    return ok(null)
  })
}

const NOTHING_TO_CONFIRM = refused('There is nothing to confirm, or nobody to write to.')

/** Takes a reservation out of every list and count. What was paid for it, and what was done about it, is kept. */
export async function deleteReservation(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, DeskRefusal>> {
  if (!may(actor.role, 'reservations.delete')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const before = await takeBooking(trx, id)
    if (!before || !(await markDeleted(trx, 'reservations', { id, now }))) return no(GONE)
    await record(trx, actor, { action: 'deleted', before, after: null })
    return ok(null)
  })
}

/** Takes a reservation out of the bin. One that is live has its table back, unless somebody else sits there by now. */
export async function restoreReservation(
  { db, actor }: ActorDeps,
  id: string,
): Promise<Result<null, Exclude<DeskRefusal, { why: 'changed' }>>> {
  if (!may(actor.role, 'reservations.delete')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    await takeReservation(trx, id)
    let isThere = false
    const isWon = await winsConflict(trx, async () => {
      isThere = await unmarkDeleted(trx, 'reservations', id)
    })
    if (!isWon) return refuseTaken(trx, id)
    const after = await findBooking(trx, id)
    if (!isThere || !after) return no(GONE)
    await record(trx, actor, { action: 'restored', before: null, after })
    return ok(null)
  })
}

const BIN_HOURS = 24 * 30

/** What is in the bin. */
export const listDeletedReservations = ({ db, now }: Deps) => listDeleted(db, addHours(now, -BIN_HOURS))

/** Throws away what has been in the bin since before a moment and no money was paid for. */
export const sweepReservations = ({ db }: { readonly db: Db }, before: Date): Promise<number> =>
  db.transaction().execute((trx) => sweepDeleted(trx, before))
