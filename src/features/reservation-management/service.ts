import { recordActivity } from '#features/audit-log/service.ts'
import { eventDuring } from '#features/dining/rules.ts'
import type { EventOnSale } from '#features/dining/schema.ts'
import { readServiceDayFacts } from '#features/dining/service.ts'
import { dropSettledIssues } from '#features/payments/issues/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { requestPartRefund } from '#features/payments/refunds/service.ts'
import type { ActReceipt } from '#features/reservation-management/changes/schema.ts'
import { recordChange } from '#features/reservation-management/changes/service.ts'
import { lockReservation } from '#features/reservations/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import { loadVenue } from '#features/venue/service.ts'
import { formatUsd } from '#lib/money.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { type Db, retryDeadlocks, tryUnlessConflict } from '#platform/db/db.ts'
import { confirmationOf, offSaleText, takenText, problemTextOf } from './rules.ts'
import type { Booking, NoteForm, RefundForm, SeatChoice, TableForm } from './schema.ts'
import {
  findBooking,
  findOccupant,
  findOccupancy,
  findTable,
  listPrices,
  listSeats,
  writeNote,
  writeTable,
} from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type ActorDeps = Deps & { readonly actor: Actor }

/** Why something could not be done to a reservation. `refused` has words to show. */
export type AdminError =
  | { readonly why: 'not_allowed' | 'not_found' }
  | {
      readonly why: 'version_conflict'
      readonly current: Partial<Pick<Booking, 'status' | 'staffNote' | 'tableNumber'>>
    }
  | { readonly why: 'refused'; readonly text: string }

const NOT_ALLOWED = { why: 'not_allowed' } as const
const NOT_FOUND = { why: 'not_found' } as const

/** A reservation, deleted or not, locked until the transaction ends. */
export async function lockBooking(trx: Db, id: string): Promise<Booking | undefined> {
  await lockReservation(trx, id)
  return findBooking(trx, id)
}

/** The same, for what cannot be done to one that is deleted. */
export async function lockActiveBooking(trx: Db, id: string): Promise<Booking | undefined> {
  const booking = await lockBooking(trx, id)
  return booking?.deletedAt ? undefined : booking
}

/** A reservation as it stands now; nothing keeps it from changing. */
export const readBooking = ({ db }: { readonly db: Db }, id: string): Promise<Booking | undefined> =>
  findBooking(db, id)

type AuditEntry = { readonly action: string; readonly before: Booking | null; readonly after: Booking | null }

/** Writes into the activity log what was done to a reservation. */
export const recordAudit = (trx: Db, actor: Actor, { action, before, after }: AuditEntry): Promise<void> =>
  recordActivity(trx, {
    actor,
    action,
    entity: 'reservation',
    entityId: (after ?? before)?.id ?? null,
    before: problemTextOf(before),
    after: problemTextOf(after),
  })

/** Refuses with the name of the party that has the table a reservation wanted. */
export async function refuseTaken(trx: Db, id: string) {
  const occupancy = await findOccupancy(trx, id)
  const occupant = occupancy && (await findOccupant(trx, occupancy))
  return no({ why: 'refused', text: takenText(occupant) } as const)
}

/** Writes what staff should know of a reservation. The guest never sees it. */
export async function writeStaffNote(
  { db, actor }: ActorDeps,
  id: string,
  { note, seen }: NoteForm,
): Promise<Result<null, AdminError>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
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

/** The tables of the house, each free or not for the time of a reservation. */
export async function listSeatChoices({ db }: { readonly db: Db }, id: string): Promise<SeatChoice[] | null> {
  const occupancy = await findOccupancy(db, id)
  return occupancy ? listSeats(db, occupancy) : null
}

/** The tables of the house, each free or not between two moments. */
export const listSeatsAt = (
  { db }: { readonly db: Db },
  span: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<SeatChoice[]> => listSeats(db, { ...span, id: NOBODY, tableIds: [] })

const NOBODY = '00000000-0000-0000-0000-000000000000'

type Wanted = { readonly tableIds: readonly string[]; readonly startsAt: Date; readonly endsAt: Date }

/** Says in words who has a table that was wanted at a time. */
export const describeOccupant = async (db: Db, wanted: Wanted): Promise<string> =>
  takenText(await findOccupant(db, { ...wanted, id: NOBODY }))

/** Tables of an event would go off sale: `text` says which, and staff have to agree. */
export type OffSaleRefusal = {
  readonly why: 'off_sale'
  readonly text: string
  readonly tableIds: readonly string[]
}

type OffSale = {
  readonly tableIds: readonly string[]
  readonly event: EventOnSale
  readonly endsAt: Date
  /** The tables that staff have agreed to. */
  readonly agreed: readonly string[] | undefined
}

/** The refusal that names the tables a dinner takes off sale for an event; null where staff have agreed, or there is none. */
export async function findOffSale(
  trx: Db,
  { tableIds, event, endsAt, agreed }: OffSale,
): Promise<OffSaleRefusal | null> {
  if (tableIds.every((id) => agreed?.includes(id))) return null
  const tables = await listPrices(trx, tableIds)
  return { why: 'off_sale', text: offSaleText({ tables, eventTitle: event.title, endsAt }), tableIds }
}

/** The same for a dinner that moves to another table; what is over takes nothing off sale. */
async function findMovedOffSale(
  { db, now }: Deps,
  { type, date, startsAt, endsAt }: Booking,
  { tableId, offSale }: TableForm,
): Promise<OffSaleRefusal | null> {
  if (type !== 'dining' || tableId === null || endsAt <= now) return null
  const venue = await loadVenue({ db })
  const { events } = await readServiceDayFacts({ db, venue }, { date, from: startsAt, until: endsAt })
  const event = eventDuring(events, { startsAt, endsAt })
  return event && findOffSale(db, { tableIds: [tableId], event, endsAt, agreed: offSale })
}

/** Moves a reservation to another table. Whether that is free, the database decides. */
export async function moveToTable(
  { db, now, actor }: ActorDeps,
  id: string,
  form: TableForm,
): Promise<Result<ActReceipt | null, AdminError | OffSaleRefusal>> {
  const { tableId, seen } = form
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  return retryDeadlocks(() =>
    db.transaction().execute(async (trx) => {
      const before = await lockActiveBooking(trx, id)
      if (!before) return no(NOT_FOUND)
      const { tableNumber, startsAt, endsAt } = before
      if (before.tableId !== seen) return no({ why: 'version_conflict', current: { tableNumber } })
      const table = tableId === null ? null : await findTable(trx, tableId)
      if (table === undefined || table?.isAvailable === false) return no(NO_SUCH_TABLE)
      if (table === null && before.type === 'nightlife') return no(NIGHT_NEEDS_TABLE)
      const offSale = await findMovedOffSale({ db: trx, now }, before, form)
      if (offSale) return no(offSale)
      if (!(await tryUnlessConflict(trx, () => writeTable(trx, id, tableId)))) {
        const tableIds = tableId === null ? [] : [tableId]
        const occupant = await findOccupant(trx, { id, tableIds, startsAt, endsAt })
        return no({ why: 'refused', text: takenText(occupant) } as const)
      }
      const after = { ...before, tableId, tableNumber: table?.tableNumber ?? null }
      await recordAudit(trx, actor, { action: 'moved', before, after })
      return ok(
        await recordChange(trx, { actor, now, kind: 'moved', reservation: before, status: before.status }),
      )
    }),
  )
}

const refused = (text: string) => ({ why: 'refused', text }) as const
const NO_SUCH_TABLE = refused('That table is not in use.')
const NIGHT_NEEDS_TABLE = refused('A reservation for a night has a table.')

/** Gives back a part of what was paid, or all of it, with the reason. Never more than was received. */
export async function refundReservation(
  { db, now, actor }: ActorDeps,
  id: string,
  { amount: amountCents, reason }: RefundForm,
): Promise<Result<null, AdminError>> {
  if (!may(actor.role, 'payments.edit')) return no(NOT_ALLOWED)
  return retryDeadlocks(() =>
    db.transaction().execute(async (trx) => {
      const before = await lockBooking(trx, id)
      if (!before) return no(NOT_FOUND)
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
      const resolution = `${formatUsd(amountCents)} refunded: ${reason}`
      await dropSettledIssues(trx, id, { by: actor.id, now, resolution })
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
): Promise<Result<null, AdminError>> {
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  return db.transaction().execute(async (trx) => {
    const booking = await lockActiveBooking(trx, id)
    if (!booking) return no(NOT_FOUND)
    const kind = confirmationOf(booking)
    if (!kind) return no(NOTHING_TO_CONFIRM)
    await enqueueEmail(trx, id, { kind, occasion: `again ${now.toISOString().slice(0, 16)}` })
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
