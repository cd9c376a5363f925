import { tablesOf } from '#features/reservations/rules.ts'
import { keepEvent } from '#features/events/service.ts'
import { recordActivity } from '#features/audit-log/service.ts'
import {
  assignmentsFor,
  freeAssignments,
  notForSaleFirst,
  type TableAssignment,
} from '#features/dining/table-assignments/rules.ts'
import { keepTablesInUse } from '#features/reservations/service.ts'
import type { EventOnSale } from '#features/dining/schema.ts'
import { readServiceDayFacts } from '#features/dining/service.ts'
import {
  describeOccupant,
  findOffSale,
  keepOtherParties,
  keepSeatedParties,
} from '#features/reservation-management/service.ts'
import { refuseClosedNight } from '#features/reservation-management/closed-nights/service.ts'
import { endExpiredHolds } from '#features/holds/table-blocks/service.ts'
import { writeVenuePayment } from '#features/payments/at-venue/service.ts'
import { enqueueEmail } from '#features/emails/service.ts'
import { may } from '#features/permissions/rules.ts'
import type { Actor } from '#features/permissions/schema.ts'
import type { Venue } from '#features/venue/schema.ts'
import type { JsonRecord } from '#lib/changes.ts'
import { formatUsd } from '#lib/money.ts'
import { NOT_ALLOWED, refused } from '#lib/refusal.ts'
import { no, ok, type Result } from '#lib/result.ts'
import { undoUntil } from '#lib/undo-window.ts'
import { businessDate, wallClock } from '#lib/venue-time.ts'
import { type Db, inTransaction, tryUnlessConflict } from '#platform/db/db.ts'
import { affectsReservation } from '#platform/observability/request-context.ts'
import { CLOSED_EVENT, noTableText, soldFrom, spanOf, linesOf, stayIn, stayUntilNext } from './rules.ts'
import {
  BEST_TABLE,
  type StaffBookingRefusal,
  type DinnerForm,
  NO_TABLE,
  type NightForm,
  type NightTable,
  type Place,
  type Span,
} from './schema.ts'
import {
  findBlock,
  findByKey,
  insertDinner,
  insertLines,
  insertNight,
  listTables,
  lockTable,
  type Written,
} from './store.ts'

export { findByKey, listTables } from './store.ts'

type Deps = { readonly db: Db; readonly now: Date }
type AppDeps = Deps & { readonly venue: Venue }
type ActorDeps = AppDeps & { readonly actor: Actor }

type Added = Result<{ readonly id: string }, StaffBookingRefusal>

/** Tables in use that are free between two moments. */
export const listFreeTables = async (db: Db, span: Span, now: Date): Promise<NightTable[]> =>
  (await listTables(db, { ...span, id: null, ownTables: [] }, now))
    .filter(({ isFree }) => isFree)
    .map(({ isFree: _isFree, ...table }) => table)

const NO_SUCH_TABLE = refused('That table is not in use.')

/**
 * Adds a dinner for a phone call or a walk-in, even beyond the pacing limit. It gets the table that staff chose, or the
 * best free one; the constraint `one_party_per_table` decides, because a guest may book the same table at once. The
 * form key is an idempotency key: a repeated submission returns the first reservation. Website dinners lock their date
 * for the pacing limit; this transaction does not, because staff may exceed it.
 */
export async function addDinner(deps: ActorDeps, form: DinnerForm): Promise<Added> {
  const { db, now, actor, venue } = deps
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  const span = spanOf(venue, form, now)
  if (!span.ok) return no(refused(span.reason))
  const write = async (trx: Db): Promise<Added> => {
    const earlier = await findByKey(trx, form.key)
    if (earlier) return ok({ id: earlier.id })
    const blocked = await refuseBlocked(trx, form)
    if (blocked) return blocked
    const closed = await refuseClosedNight(trx, form.date)
    if (closed) return no(closed)
    const asked = { date: form.date, from: span.value.startsAt, until: span.value.endsAt }
    const facts = await readServiceDayFacts(trx, asked)
    const { event, stay: allowed } = stayIn(facts.events, span.value, form.stay)
    const stay = form.untilNext ? stayUntilNext(facts, form.tableId, allowed) : allowed
    const asksTable = form.tableId !== NO_TABLE && stay.startsAt <= now && stay.endsAt > now
    if (asksTable) await keepSeatedParties(trx, form.tableId === BEST_TABLE ? null : [form.tableId], now)
    const places = await findPlaces({ db: trx }, form, { ...stay, event })
    if (!places) return no(NO_SUCH_TABLE)
    if (event && stay.endsAt.getTime() > event.from) {
      const tableIds = [places[0]?.tableId, places[0]?.secondTableId].flatMap((it) => it ?? [])
      const offSale = await findOffSale(trx, { tableIds, event, endsAt: stay.endsAt, agreed: form.offSale })
      if (offSale) return no(offSale)
    }
    const id = await insertFirst(trx, places, (assignment) =>
      insertDinner(trx, { ...toRow(deps, form), ...stay, ...assignment, businessDate: form.date }),
    )
    if (!id) return refuseLostPlace(trx, form, { ...stay, places })
    await finish(deps, trx, { id, form, stay, email: 'dinner_confirmed' })
    return ok({ id })
  }
  return inTransaction(db, write)
}

/** Refusal that names the block of the guest; null where there is none, or staff agreed. */
async function refuseBlocked(trx: Db, form: DinnerForm | NightForm) {
  const block = form.agreesToBlocked ? undefined : await findBlock(trx, form)
  return block
    ? no({ why: 'guest_blocked', text: `${block.name} is blocked: ${block.reason}` } as const)
    : null
}

/** The table assignments to try, best first; null where the chosen table is not in use. */
async function findPlaces(
  { db }: Pick<AppDeps, 'db'>,
  { tableId, guests, date }: DinnerForm,
  { event, ...span }: Span & { readonly event: EventOnSale | null },
): Promise<readonly Place[] | null> {
  if (tableId === NO_TABLE) return [{ tableId: null, secondTableId: null }]
  if (tableId !== BEST_TABLE)
    return (await lockTable(db, tableId)) ? [{ tableId, secondTableId: null }] : null
  const facts = await readServiceDayFacts(db, { date, from: span.startsAt, until: span.endsAt })
  const assignments: readonly TableAssignment[] = assignmentsFor(facts, guests)
  const free = freeAssignments(assignments, facts.occupancies, span)
  // The facts end with the stay, which an event cuts short: what follows it is read here.
  const following = event ? { from: new Date(event.from), until: new Date(event.until) } : null
  const { occupancies } = following ? await readServiceDayFacts(db, { date, ...following }) : facts
  return notForSaleFirst(free, occupancies, event)
}

/**
 * Tries the assignments in order until an insert succeeds. A savepoint undoes each insert that violates a constraint.
 */
async function insertFirst(
  trx: Db,
  places: readonly Place[],
  take: (place: Place) => Promise<{ id: string }>,
): Promise<string | null> {
  for (const place of places) {
    let id: string | null = null
    // oxlint-disable-next-line no-await-in-loop -- the next assignment is tried after a conflict
    if (!(await keepTablesInUse(trx, tablesOf(place)))) continue
    // oxlint-disable-next-line no-await-in-loop -- the next assignment is tried after a conflict
    const isWon = await tryUnlessConflict(trx, async () => {
      ;({ id } = await take(place))
    })
    if (isWon) return id
  }
  return null
}

/**
 * Finds out why every insert failed. A parallel request with the same form key violates that unique index, not the one
 * on the tables: its reservation is the result. Otherwise the tables are taken.
 */
async function refuseLostPlace(
  trx: Db,
  { key, guests }: Pick<DinnerForm, 'key' | 'guests'>,
  { places, ...span }: Span & { readonly places: readonly Place[] },
): Promise<Added> {
  const earlier = await findByKey(trx, key)
  if (earlier) return ok({ id: earlier.id })
  const tableIds = places.flatMap((it) => it.tableId ?? [])
  const text =
    tableIds.length === 1 ? await describeOccupant(trx, { ...span, tableIds }) : noTableText(guests, span)
  return no(refused(text))
}

type Typed = Pick<DinnerForm, 'name' | 'email' | 'phone' | 'guests' | 'note' | 'source' | 'key'>

const toRow = (
  { now }: Deps,
  it: Typed,
): Omit<Written, 'businessDate' | 'startsAt' | 'endsAt' | 'tableId'> => ({
  guestName: it.name,
  guestEmail: it.email ?? '',
  guestPhone: it.phone,
  guestCount: it.guests,
  staffNote: it.note,
  source: it.source,
  formKey: it.key,
  createdAt: now,
})

type Finished = {
  readonly id: string
  readonly form: Typed
  readonly stay: Span
  readonly email: 'confirmation' | 'dinner_confirmed'
  /** Further values of the audit log entry. */
  readonly details?: JsonRecord
}

/**
 * Records the audit log entry and enqueues the guest's email, if there is an address and the time is not over: a guest who books by
 * phone while the night runs gets it as well.
 */
async function finish(
  { now, actor }: ActorDeps,
  trx: Db,
  { id, form, stay: { startsAt, endsAt }, email, details }: Finished,
): Promise<void> {
  affectsReservation(id)
  const { time } = wallClock(startsAt)
  const after = {
    guestName: form.name,
    service: email === 'confirmation' ? 'nightlife' : 'dining',
    source: form.source,
    date: businessDate(startsAt),
    time,
    guestCount: form.guests,
    staffNote: form.note,
    ...details,
  }
  await recordActivity(trx, { actor, action: 'added', entity: 'reservation', entityId: id, after })
  // The email waits for the undo window: it is not sent for a reservation that was undone, cancelled or deleted.
  const notBefore = undoUntil(now)
  if (form.email && endsAt > now) await enqueueEmail(trx, id, { kind: email, notBefore })
}

/**
 * Books a night table for a phone call or a walk-in at the current price, paid now at the venue or later at the door.
 * Locks the table, then the event, in the order of a hold. Expired holds on the table end first; the constraint
 * `one_party_per_table` decides a tie. The form key is an idempotency key, as for a dinner.
 */
export async function addNight(deps: ActorDeps, form: NightForm): Promise<Added> {
  const { db, now, actor } = deps
  if (!may(actor.role, 'reservations.edit')) return no(NOT_ALLOWED)
  const write = async (trx: Db): Promise<Added> => {
    const earlier = await findByKey(trx, form.key)
    if (earlier) return ok({ id: earlier.id })
    const blocked = await refuseBlocked(trx, form)
    if (blocked) return blocked
    const table = await lockTable(trx, form.tableId)
    const night = await keepEvent(trx, form.eventId)
    if (!table) return no(NO_SUCH_TABLE)
    if (!night) return no(refused('That event is no longer on.'))
    if (night.endsAt <= now) return no(refused('That event is over.'))
    if (night.isClosed) return no(refused(CLOSED_EVENT))
    const closed = await refuseClosedNight(trx, night.date)
    if (closed) return no(closed)
    const lines = linesOf(deps.venue, form, table)
    const totalCents = lines.reduce((sum, it) => sum + it.amountCents, 0)
    const span = soldFrom(night, now)
    if (totalCents !== form.shownTotalCents) {
      // A table that was just taken is no longer in the form, so its price cannot match: name the party instead.
      const free = await listFreeTables(trx, span, now)
      if (!free.some(({ id }) => id === table.id)) return refuseLostTable(trx, form, span)
      return no(refused(`The price has changed: it is ${formatUsd(totalCents)} now. Please look once more.`))
    }
    await endExpiredHolds(trx, { tableId: table.id, ...span }, now)
    if (span.startsAt <= now)
      await keepOtherParties(trx, { tableIds: [table.id], exceptId: form.dinnerId ?? null }, now)
    const id = await insertFirst(trx, [{ tableId: table.id, secondTableId: null }], ({ tableId }) =>
      insertNight(trx, {
        ...toRow(deps, form),
        paymentStatus: 'none',
        paymentNote: form.paymentNote || null,
        businessDate: night.date,
        eventId: night.id,
        ...span,
        tableId,
        dinnerId: form.dinnerId ?? null,
        totalPriceCents: totalCents,
      }),
    )
    if (!id) return refuseLostTable(trx, form, span)
    await insertLines(trx, id, lines)
    if (form.payment !== 'at_door' && totalCents > 0) {
      const paid = { amount: totalCents, method: form.payment, note: '' }
      await writeVenuePayment(trx, id, { key: id, now, actor, ...paid })
    }
    const details = {
      event: night.title,
      tableNumber: table.tableNumber,
      totalPriceCents: totalCents,
      payment: form.payment,
    }
    await finish(deps, trx, { id, form, stay: span, email: 'confirmation', details })
    return ok({ id })
  }
  return inTransaction(db, write)
}

async function refuseLostTable(trx: Db, { key, tableId }: NightForm, span: Span): Promise<Added> {
  const earlier = await findByKey(trx, key)
  if (earlier) return ok({ id: earlier.id })
  return no(refused(await describeOccupant(trx, { ...span, tableIds: [tableId] })))
}
