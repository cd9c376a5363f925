import { tablesOf } from '#features/reservations/rules.ts'
import { randomUUID } from 'node:crypto'
import type { Actor as AuditActor } from '#features/audit-log/schema.ts'
import { recordActivity } from '#features/audit-log/service.ts'
import type { EventOnSale } from '#features/dining/schema.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { recordedText } from '#features/payments/ledger/rules.ts'
import { announceRefund, requestPartRefund, settleRefunded } from '#features/payments/refunds/service.ts'
import type { PackageWordsForm } from '#features/reservations/package-contents/schema.ts'
import { listPackageContents, writePackageWords } from '#features/reservations/package-contents/service.ts'
import { lockReservation } from '#features/reservations/service.ts'
import { listTablesKept } from '#features/reservations/evening/service.ts'
import { countInside } from '#features/reservation-management/arrivals/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { ActorDeps } from '#features/permissions/service.ts'
import { formatUsd } from '#lib/money.ts'
import { NOT_ALLOWED, NOT_FOUND, refused, type RefusedWithText } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, inTransaction } from '#platform/db/db.ts'
import { auditRecordOf, confirmationOf, neededSpan, occupiedText, offSaleText } from './rules.ts'
import type { Booking, NoteForm, PartySeatChoice, RefundForm, SeatChoice } from './schema.ts'
import { findBooking, findOccupant, findOccupancy, listPrices, listSeats, writeNote } from './store.ts'

export { findBooking, findOccupant, keepOtherParties, keepSeatedParties, writeAmended } from './store.ts'

/** Reasons why a change of a reservation fails. The text of `refused` is shown to staff. */
export type ReservationRefusal =
  | { readonly why: 'not_allowed' | 'not_found' }
  | {
      readonly why: 'version_conflict'
      readonly current: Partial<Pick<Booking, 'status' | 'staffNote' | 'tableNumber'>>
    }
  | RefusedWithText

/**
 * Locks a reservation, deleted or not, until the transaction ends, and reads it afterwards: the values are those that
 * the last transaction committed. Locks its table row first, the same order as a hold, so that the two cannot deadlock.
 */
export async function lockBooking(trx: Db, id: string): Promise<Booking | undefined> {
  await lockReservation(trx, id)
  return findBooking(trx, id)
}

/** The same for changes that a deleted reservation does not allow; undefined where it is deleted. */
export async function lockActiveBooking(trx: Db, id: string): Promise<Booking | undefined> {
  const booking = await lockBooking(trx, id)
  return booking?.deletedAt ? undefined : booking
}

type AuditEntry = { readonly action: string; readonly before: Booking | null; readonly after: Booking | null }

/** Records a change in the audit log, in the transaction of the change: neither commits without the other. */
export const recordAudit = (
  trx: Db,
  actor: AuditActor,
  { action, before, after }: AuditEntry,
): Promise<void> =>
  recordActivity(trx, {
    actor,
    action,
    entity: 'reservation',
    entityId: (after ?? before)?.id ?? null,
    before: auditRecordOf(before),
    after: auditRecordOf(after),
  })

/**
 * Refusal after the constraint `one_party_per_table` rejected a write: names the party that has the table, at the time of the
 * reservation or at the one that was to be written.
 */
export async function refuseOccupied(
  trx: Db,
  id: string,
  { startsAt, endsAt }: { readonly startsAt?: Date; readonly endsAt?: Date } = {},
) {
  const occupancy = await findOccupancy(trx, id)
  const at = { ...(startsAt ? { startsAt } : {}), ...(endsAt ? { endsAt } : {}) }
  const occupant = occupancy && (await findOccupant(trx, { ...occupancy, ...at }))
  return no(refused(occupiedText(occupant)))
}

/**
 * Stores the staff note of a reservation, which no guest sees. A note that changed since it was opened is a conflict.
 */
export async function writeStaffNote(
  { db, actor }: ActorDeps,
  id: string,
  { note, seen }: NoteForm,
): Promise<Result<null, ReservationRefusal>> {
  if (!may(actor.role, 'reservations.annotate')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const before = await lockActiveBooking(trx, id)
    if (!before) return no(NOT_FOUND)
    if (before.staffNote === note) return ok(null)
    const { staffNote } = before
    if (staffNote !== seen) return no({ why: 'version_conflict', current: { staffNote } })
    await writeNote(trx, id, note)
    await recordAudit(trx, actor, { action: 'updated', before, after: { ...before, staffNote: note } })
    return ok(null)
  })
}

/**
 * Stores what a guest told staff for a package: the name to be called out, or a message. The one that staff leave out stays, as
 * the guest may have changed it meanwhile.
 */
export async function writePackageContent(
  { db, actor }: ActorDeps,
  id: string,
  { key, ...words }: PackageWordsForm,
): Promise<Result<null, ReservationRefusal>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const before = await lockActiveBooking(trx, id)
    const stored = before && (await listPackageContents(trx, id)).find((it) => it.key === key)
    if (!before || !stored) return no(NOT_FOUND)
    const { name = stored.name, message = stored.message } = words
    if (!(await writePackageWords(trx, { id, key, name, message }))) return no(NOT_FOUND)
    await recordActivity(trx, {
      actor,
      action: 'updated',
      entity: 'reservation',
      entityId: id,
      after: { guestName: before.guestName, packageName: name, packageMessage: message },
    })
    return ok(null)
  })
}

/** All tables in use and its own, each free or not for what is left of the time of a reservation. */
export async function listSeatChoices({ db, now }: SeatDeps, id: string): Promise<PartySeatChoice[] | null> {
  const booking = await findBooking(db, id)
  if (!booking) return null
  const isHere = (await countInside(db, booking)) > 0
  const span = neededSpan(booking, isHere, now)
  const seats = await listSeats(db, { id, tableIds: tablesOf(booking), ...span }, now)
  const kept = booking.type === 'nightlife' ? await listTablesKept({ db, now }, id, 'guest') : []
  return seats.map((seat) => ({ ...seat, isFromDinner: kept.includes(seat.tableNumber) }))
}

type SeatDeps = { readonly db: Db; readonly now: Date }

/** All tables in use, each free or not between two moments. */
export const listSeatsAt = (
  { db, now }: SeatDeps,
  span: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<SeatChoice[]> => listSeats(db, { ...span, id: NOBODY, tableIds: [] }, now)

/** The id of no reservation: every occupancy of the tables counts as another party's. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

type Wanted = { readonly tableIds: readonly string[]; readonly startsAt: Date; readonly endsAt: Date }

/** The party or block that has one of the tables at a time, other than the reservation itself. */
export const findOccupantOf = (
  db: Db,
  id: string,
  {
    startsAt,
    endsAt,
    joiningId = null,
    ...tables
  }: Parameters<typeof tablesOf>[0] &
    Pick<Booking, 'startsAt' | 'endsAt'> & { readonly joiningId?: string | null },
): ReturnType<typeof findOccupant> =>
  findOccupant(db, { id, startsAt, endsAt, tableIds: tablesOf(tables), joiningId })

/** Refusal text that names the party that has a table at a time. */
export const describeOccupant = async (db: Db, wanted: Wanted): Promise<string> =>
  occupiedText(await findOccupant(db, { ...wanted, id: NOBODY }))

/** The change takes tables of an event off sale. `text` names them, and staff send the form again to agree. */
export type OffSaleRefusal = {
  readonly why: 'off_sale'
  readonly text: string
  readonly tableIds: readonly string[]
}

type OffSale = {
  readonly tableIds: readonly string[]
  readonly event: EventOnSale
  readonly endsAt: Date
  /** Tables that staff have agreed to take off sale. */
  readonly agreed: readonly string[] | undefined
}

/** Refusal that names the tables a dinner takes off sale for an event; null where staff agreed to all of them. */
export async function findOffSale(
  trx: Db,
  { tableIds, event, endsAt, agreed }: OffSale,
): Promise<OffSaleRefusal | null> {
  if (tableIds.every((id) => agreed?.includes(id))) return null
  const tables = await listPrices(trx, tableIds)
  return { why: 'off_sale', text: offSaleText({ tables, eventTitle: event.title, endsAt }), tableIds }
}

/**
 * Refunds a part or all of the online payments, with the reason, and tells the guest. The amount is checked under the
 * reservation's lock, so parallel refunds never exceed the amount received. Deleted reservations can be refunded, too.
 */
export async function refundReservation(
  { db, now, actor }: ActorDeps,
  id: string,
  form: RefundForm,
): Promise<Result<null, ReservationRefusal>> {
  if (!may(actor.role, 'payments.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, (trx) => refundInTransaction({ db: trx, now, actor }, id, form))
}

/** The same in the transaction of the caller, which has checked that the actor may do so. */
export async function refundInTransaction(
  { db: trx, now, actor }: ActorDeps,
  id: string,
  { key = randomUUID(), amount: amountCents, reason }: RefundForm,
): Promise<Result<null, ReservationRefusal>> {
  const before = await lockBooking(trx, id)
  if (!before) return no(NOT_FOUND)
  const refund = { amountCents, note: reason, requestedBy: actor.id, requestKey: key }
  const done = await requestPartRefund(trx, id, refund)
  if (!done.ok)
    return no(
      refused(
        'leftCents' in done.reason
          ? leftText(done.reason.leftCents)
          : recordedText(done.reason.requestedCents),
      ),
    )
  if (done.value === 'repeated') return ok(null)
  await announceRefund(trx, id, key)
  await recordActivity(trx, {
    actor,
    action: 'refunded',
    entity: 'reservation',
    entityId: id,
    before: { guestName: before.guestName },
    after: { guestName: before.guestName, refundedCents: amountCents, reason },
  })
  const resolution = `${formatUsd(amountCents)} refunded: ${reason}`
  await settleRefunded(trx, id, { by: actor.id, now, resolution })
  return ok(null)
}

const leftText = (cents: number): string =>
  cents === 0
    ? 'Nothing is left of what was received.'
    : `Only ${formatUsd(cents)} is left of what was received.`

/** Sends the guest the confirmation email again. Its dedupe key is the minute: a double click sends one email. */
export async function resendConfirmation(
  { db, now, actor }: ActorDeps,
  id: string,
): Promise<Result<null, ReservationRefusal>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  return inTransaction(db, async (trx) => {
    const booking = await lockActiveBooking(trx, id)
    if (!booking) return no(NOT_FOUND)
    const kind = confirmationOf(booking)
    if (!kind) return no(NOTHING_TO_CONFIRM)
    await enqueueEmail(trx, id, { kind, dedupeKey: `again ${now.toISOString().slice(0, 16)}` })
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
